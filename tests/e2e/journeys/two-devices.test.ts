/** One application on two devices, and where the focus is when a part of the page goes. */
import { expect, test } from 'vitest'
import { endOfMonths } from '../../../src/lib/days/dates.ts'
import { formatMoney } from '../../../src/lib/money/money.ts'
import { cancelOrder, saveOrder } from '../../../src/features/orders/contract.ts'
import { DATABASE, OPEN_ORDERS, SENT_ORDERS, TABLE } from '../../../src/app/storage/device-database.ts'
import { memoryStore } from '../../../src/app/storage/storage.ts'
import { ok } from '../../api/orders-fixtures.ts'
import { clientOf, signIn } from '../browser-site.ts'
import { prepareOrder, type PreparedOrder } from './prepare-order.ts'
import { email } from './people.ts'
import { at, journeys, picture, sees, type Visitor } from './journeys.ts'
import { toPayment } from './payment.ts'
import { action, confirmPath, declare } from './wizard.ts'
import { inNone, isFirst, isLong, isSecond, rowsOf } from '../../tools/long-form.ts'
import { networkAtRest } from '../../browser/visit.ts'

const it = journeys()

const DEVICE_AND_LANG = [
  ['web', 'cn'],
  ['mobile', 'en'],
] as const

/** The other device of the same buyer, without a screen. */
function otherDevice({ stored }: PreparedOrder) {
  const store = memoryStore()
  for (const [name, value] of Object.entries(stored)) store.setItem(name, value)
  return clientOf(it.site, 'en', store)
}

test.each(rowsOf(DEVICE_AND_LANG, isFirst))(
  'a tier chosen elsewhere: ticks of the old text are dropped, and it is said: %s %s',
  async (device, lang) => {
    const made = await prepareOrder(it.site, { upTo: 'health', lang })
    const visitor = await it.visitor({ device, lang, stored: made.stored })
    await visitor.go(`/confirm?id=${made.id}&step=check`)
    await visitor.page.locator('main input[type=checkbox]').first().waitFor()
    const { request } = otherDevice(made)
    const now = await made.look()
    ok(await request(saveOrder, { id: now.id, version: now.version, trip: { ...now.answers.trip, tier: 'platinum' } }))
    await visitor.page.locator('main input[type=checkbox]').first().check()
    await visitor.page.getByText(visitor.say('confirm:check.changed.title')).waitFor()
    await at(visitor, '/confirm', { step: 'people' })
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    const notice = visitor.page.locator('main .notice', { hasText: visitor.say('confirm:check.changed.title') })
    expect(await notice.innerText()).toContain(visitor.say('confirm:trip.tier'))
    expect(await visitor.page.locator('.toast').count()).toBe(0)
    expect((await made.look()).answers.check.declarations).toEqual([])
  },
)

test.each(rowsOf(DEVICE_AND_LANG, isSecond))(
  'a price changed elsewhere while the check page is open: nothing is sent before the new one is agreed to: %s %s',
  async (device, lang) => {
    const made = await prepareOrder(it.site, { upTo: 'check', lang })
    const visitor = await it.visitor({ device, lang, stored: made.stored })
    const { page, say } = visitor
    await visitor.go(`/confirm?id=${made.id}&step=check`)
    await action(visitor).waitFor()
    const { trip } = made.order.answers
    const changed = ok(
      await otherDevice(made).request(saveOrder, {
        id: made.id,
        version: made.order.version,
        trip: { ...trip, end: endOfMonths(trip.start, 9) },
      }),
    )
    const [was, now] = [made.order, changed].map(({ premium }) => (premium ? formatMoney(premium, lang) : ''))
    expect(now).not.toBe(was)
    // Here everything is ticked and the earlier price is shown.
    await sees(visitor, say('confirm:check.then', { sum: was }))
    await action(visitor).click()
    await sees(visitor, say('confirm:check.changed.title'))
    await sees(visitor, say('confirm:check.changed.line', { label: say('confirm:check.changed.premium'), was, now }))
    await sees(visitor, say('confirm:check.then', { sum: now }))
    expect(await page.locator('main input[type=checkbox]:checked').count()).toBe(0)
    expect(await made.look()).toMatchObject({ status: 'created', answers: { check: { declarations: [] } } })
    await picture(visitor, 'check-price-changed')
    await declare(visitor)
    await action(visitor).click()
    await toPayment(visitor)
    expect(await made.look()).toMatchObject({ status: 'awaiting_payment', premium: changed.premium })
  },
)

/** Both at the page of people, each with a name and a school in front of it. */
async function atPeople(visitor: Visitor, id: string): Promise<void> {
  await visitor.go(`/confirm?id=${id}&step=people&part=buyer`)
  await visitor.page.locator('[id="policyholder.idName"]').waitFor()
}

/** Types a name and a school, and waits until the server has them. */
async function typesNames({ page }: Visitor, made: PreparedOrder, [idName, institution]: Names): Promise<void> {
  await page.locator('[id="policyholder.idName"]').fill(idName)
  await page.locator('[id="policyholder.institution"]').fill(institution)
  await expect.poll(() => storedNames(made)).toEqual([idName, institution])
}

type Names = [string, string]
const storedNames = async (made: PreparedOrder): Promise<Names> => {
  const {
    policyholder: { idName, institution },
  } = (await made.look()).answers.people
  return [idName, institution]
}
const shownNames = ({ page }: Visitor): Promise<Names> =>
  Promise.all([
    page.locator('[id="policyholder.idName"]').inputValue(),
    page.locator('[id="policyholder.institution"]').inputValue(),
  ])
const panel = ({ page }: Visitor) => page.locator('[aria-labelledby=conflicts]')

/** Nothing is stored that is not in front of the person: both values are shown, and the one that she takes is stored. */
async function choosesOwn(
  visitor: Visitor,
  made: PreparedOrder,
  { own, other }: { own: Names; other: Names },
): Promise<void> {
  await panel(visitor).waitFor()
  for (const value of [...own, ...other]) await panel(visitor).getByText(value, { exact: true }).waitFor()
  expect(await shownNames(visitor)).toEqual(own)
  await at(visitor, '/confirm', { step: 'people' })
  for (let i = 0; i < own.length; i++)
    await panel(visitor)
      .getByRole('button', { name: visitor.say('app:conflict.mine') })
      .first()
      .click()
  await panel(visitor).waitFor({ state: 'detached' })
  await action(visitor).click()
  await at(visitor, '/confirm', { step: 'health' })
  expect(await storedNames(made)).toEqual(own)
}

const ONE: Names = ['欧阳娜娜', 'Tab1 College']
const TWO: Names = ['田中太郎', 'Tab2 University']

test.each(rowsOf(['web', 'mobile'] as const, inNone))(
  'another tab or device replaced what stands here: the answers are asked for when the page is left: %s',
  async (device) => {
    const made = await prepareOrder(it.site, { upTo: 'people' })
    const desktop = await it.visitor({ stored: made.stored })
    const second = device === 'web' ? await desktop.tab() : await it.visitor({ device, stored: made.stored })
    await atPeople(second, made.id)
    await typesNames(second, made, TWO)
    await atPeople(desktop, made.id)
    await typesNames(desktop, made, ONE)
    expect(await shownNames(second)).toEqual(TWO)
    await action(second).click()
    await choosesOwn(second, made, { own: TWO, other: ONE })
    // The first one still shows its own, and is asked likewise.
    await action(desktop).click()
    await choosesOwn(desktop, made, { own: ONE, other: TWO })
  },
)

test.runIf(isLong)(
  'both typed, one after the other: the later one is asked before it has pressed anything',
  async () => {
    const made = await prepareOrder(it.site, { upTo: 'people' })
    const first = await it.visitor({ stored: made.stored })
    const second = await first.tab()
    await atPeople(first, made.id)
    await atPeople(second, made.id)
    await typesNames(first, made, ONE)
    await second.page.locator('[id="policyholder.idName"]').fill(TWO[0])
    await second.page.locator('[id="policyholder.institution"]').fill(TWO[1])
    await panel(second).waitFor()
    await choosesOwn(second, made, { own: TWO, other: ONE })
  },
)

test.runIf(isLong)('an answer of another tab is not taken over while something else is typed here', async () => {
  const made = await prepareOrder(it.site, { upTo: 'people' })
  const first = await it.visitor({ stored: made.stored })
  const second = await first.tab()
  await atPeople(second, made.id)
  await typesNames(second, made, TWO)
  await atPeople(first, made.id)
  await typesNames(first, made, ONE)
  await second.page.locator('[id="policyholder.passportName"]').fill('TANAKA TARO')
  await choosesOwn(second, made, { own: TWO, other: ONE })
})

test.runIf(isLong)('health answers changed elsewhere are asked for before the page confirms them', async () => {
  const made = await prepareOrder(it.site, { upTo: 'health' })
  const visitor = await it.visitor({ stored: made.stored })
  await visitor.go(`/confirm?id=${made.id}&step=health`)
  await visitor.page.locator('main [type=radio]').first().waitFor()
  const {
    answers: { health },
  } = made.order
  const [question = ''] = Object.keys(health.answers)
  const changed = {
    answers: { ...health.answers, [question]: 'yes' as const },
    details: { [question]: 'Asthma since 2019' },
  }
  ok(await otherDevice(made).request(saveOrder, { id: made.id, version: made.order.version, health: changed }))
  await action(visitor).click()
  await panel(visitor).waitFor()
  await at(visitor, '/confirm', { step: 'health' })
  const now = await made.look()
  expect([now.answers.health, now.done.includes('health')]).toEqual([changed, false])
})

const header = ({ page }: Visitor) => page.locator('[data-saved]').filter({ visible: true })

test.each(rowsOf(DEVICE_AND_LANG, isFirst))(
  'the header says what is saved and what is not: %s %s',
  async (device, lang) => {
    it.allow(/ERR_INTERNET_DISCONNECTED/)
    const made = await prepareOrder(it.site, { upTo: 'people', lang })
    const visitor = await it.visitor({ device, lang, stored: made.stored })
    const { page, context, say } = visitor
    const saysInHeader = (key: string): Promise<void> =>
      header(visitor)
        .filter({ hasText: say(key) })
        .waitFor()
    await atPeople(visitor, made.id)
    await networkAtRest(page)
    const name = page.locator('[id="policyholder.idName"]')
    await context.setOffline(true)
    await name.fill('王小雨')
    await saysInHeader('app:saved.here')
    await context.setOffline(false)
    await saysInHeader('app:saved.now')
    // As when the application now belongs to somebody else.
    await page.route('**/order/save?*', (route) =>
      route.fulfill({ json: { status: 0, code: 'not_found', message: '—', data: {} } }),
    )
    await name.fill('王小雪')
    await saysInHeader('app:saved.not')
    expect((await made.look()).answers.people.policyholder.idName).toBe('王小雨')
    await page.unroute('**/order/save?*')
    const now = await made.look()
    const { people } = now.answers
    ok(
      await otherDevice(made).request(saveOrder, {
        id: now.id,
        version: now.version,
        people: { ...people, policyholder: { ...people.policyholder, idName: '李雷' } },
      }),
    )
    await name.fill('王小满')
    await panel(visitor).waitFor()
    await saysInHeader('app:saved.not')
  },
)

test('the entry dialog has the focus, and the page that it covered has it afterwards', async () => {
  const { page, go } = await it.visitor()
  await go(confirmPath())
  await page.locator('dialog[open]').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  await page.locator('dialog[open] button').first().click()
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

/** Keys of the orders that this browser has noted for the link back. */
const notedOn = ({ page }: Visitor): Promise<string[]> =>
  page.evaluate(
    ({ database, table, stores }) =>
      new Promise<string[]>((done, fail) => {
        const opening = indexedDB.open(database)
        opening.onerror = fail
        opening.onsuccess = () => {
          const keys = opening.result.transaction(table).objectStore(table).getAllKeys()
          keys.onerror = fail
          keys.onsuccess = () => {
            done(keys.result.map(String).filter((key) => stores.some((store) => key.startsWith(store))))
            opening.result.close()
          }
        }
      }),
    { database: DATABASE, table: TABLE, stores: [OPEN_ORDERS, SENT_ORDERS] },
  )

test.each(rowsOf(['/personal', '/personal/order?state=to_pay'], inNone))(
  'the link back to an application goes once the list of orders says that it is over: %s',
  async (list) => {
    const made = await prepareOrder(it.site, { upTo: 'submitted', stored: await signIn(it.site, email('over')) })
    const visitor = await it.visitor({ stored: made.stored })
    const back = visitor.page.locator('[data-continue] a')
    await visitor.go(`/confirm?id=${made.id}`)
    await visitor.page.locator('main h1').first().waitFor()
    await networkAtRest(visitor.page)
    await visitor.go('/home')
    await back.waitFor()
    expect((await notedOn(visitor)).filter((key) => key.endsWith(made.id))).toHaveLength(1)
    const now = await made.look()
    ok(await otherDevice(made).request(cancelOrder, { id: now.id, version: now.version }))
    await visitor.go(list)
    // The list is asked for, and then the note of the order deleted, after the page stands.
    await expect.poll(async () => (await notedOn(visitor)).filter((key) => key.endsWith(made.id))).toEqual([])
    await visitor.go('/home')
    await networkAtRest(visitor.page)
    expect(await back.isVisible()).toBe(false)
  },
)
