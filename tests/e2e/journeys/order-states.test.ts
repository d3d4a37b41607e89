/**
 * Every state of a purchase has its next step: reloaded, in another tab, on another device, signed out, and a day
 * later, both addresses of an order show its true state. The short form checks every sixth state once;
 * `npm run faults` checks all, on all devices and in all languages.
 */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEVICE_SECRET, KEYS } from '../../../src/app/storage/storage-keys.ts'
import { advanceClock } from '../browser-site.ts'
import { isLong, rowsOf } from '../../tools/long-form.ts'
import { journeys, picture, VIEWS, type Visitor } from './journeys.ts'
import { logIn } from './login.ts'
import { operatorDesk } from './own-policy.ts'
import { payPath } from './payment.ts'
import { STATES, type OrderInState, type Places, type Said, type State } from './order-states.ts'
import { action } from './wizard.ts'

const it = journeys()
const desk = operatorDesk(it)
const DAY = 25 * 3_600_000

const rows = rowsOf(STATES, (_, i) => i % 12 === 0).flatMap((state, i) =>
  (isLong ? VIEWS : VIEWS.slice(i % 4, (i % 4) + 1)).map((view) => ({ ...view, state, name: state.id })),
)

type Place = 'order' | 'payment'
const pictureOf = (place: Place, { id }: State): string => `state-${id.replaceAll(/\W+/g, '-')}-${place}`
const addressOf = (visitor: Visitor, { id }: OrderInState, place: Place): string =>
  place === 'order' ? `/confirm?id=${id}` : `${payPath(visitor)}?order=${id}`

/** The page shows the state, and has the next step. */
async function says(visitor: Visitor, { words, next }: Said): Promise<void> {
  const { page, say } = visitor
  const main = page.locator('main')
  await words
    .map((key) => main.getByText(say(key)))
    .reduce((a, b) => a.or(b))
    .filter({ visible: true })
    .first()
    .waitFor()
  const way =
    next === 'act'
      ? action(visitor)
      : main
          .locator('a, button')
          .filter({ hasText: say(next), visible: true })
          .first()
  await way.waitFor()
}

/** The order is not known here: the page says so and offers to sign in. */
async function asksWho(visitor: Visitor, laid: OrderInState, place: Place): Promise<Locator> {
  const { page, say } = visitor
  await visitor.go(addressOf(visitor, laid, place))
  const main = page.locator('main')
  await main.getByText(say(place === 'order' ? 'confirm:signIn.title' : 'cashier:none.title')).waitFor()
  if (place === 'order') expect(await main.getByText(say('confirm:noPlan.compare')).count()).toBe(0)
  return main.getByRole('link', {
    name: say(place === 'order' ? 'confirm:signIn.button' : 'cashier:none.signIn'),
    exact: true,
  })
}

/** Signing in returns to the same address, and the other address then works as well. */
async function signsIn(visitor: Visitor, laid: OrderInState, { order, payment }: Places): Promise<void> {
  await (await asksWho(visitor, laid, 'order')).click()
  await logIn(visitor, it.site, laid.owner)
  await says(visitor, order)
  expect(visitor.page.url()).toContain(laid.id)
  await visitor.go(addressOf(visitor, laid, 'payment'))
  await says(visitor, payment)
}

const signOut = ({ page }: Visitor): Promise<void> =>
  page.evaluate(
    (keys) => keys.forEach((key) => localStorage.removeItem(key)),
    [KEYS.token, KEYS.csrfName, KEYS.csrfToken, DEVICE_SECRET],
  )

test.each(rows)('$name: $device $lang', async ({ state, device, lang }) => {
  const laid = await state.lay(it.site, lang, desk)
  const here = await it.visitor({ device, lang, stored: laid.stored })
  await here.go(addressOf(here, laid, 'order'))
  await says(here, state.order)
  await here.page.reload()
  await says(here, state.order)
  if (isLong) await picture(here, pictureOf('order', state))
  const tab = await here.tab()
  await tab.go(addressOf(tab, laid, 'payment'))
  await says(tab, state.payment)
  if (isLong) await picture(tab, pictureOf('payment', state))

  const there = await it.visitor({ device: device === 'web' ? 'mobile' : 'web', lang })
  await (await asksWho(there, laid, 'payment')).waitFor()
  if (isLong) {
    await signsIn(there, laid, state.elsewhere ?? state)
    await signOut(there)
  }
  await advanceClock(it.site, DAY)
  await signsIn(there, laid, state.later ?? state)
  await signOut(there)
  await asksWho(there, laid, 'order')
})
