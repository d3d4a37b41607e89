/** A parent of two: once the first child is insured, the second application begins with the parent and the trip. */
import { expect, test } from 'vitest'
import { EMPTY_PEOPLE } from '../../../src/features/orders/rules/check-person-fields.ts'
import { dayOf } from '../../../src/lib/days/dates.ts'
import { advanceClock } from '../browser-site.ts'
import { at, journeys, picture, sees, TWO_VIEWS } from './journeys.ts'
import { logIn } from './login.ts'
import { issued, payNow, payPath } from './payment.ts'
import { child, father } from './people.ts'
import { prepareOrder } from './prepare-order.ts'
import { consent, readAll, toPart } from './wizard.ts'
import { isFirst, rowsOf } from '../../tools/long-form.ts'

const it = journeys()

test.each(rowsOf(TWO_VIEWS, isFirst))('insures the second child: $device $lang', async ({ device, lang }) => {
  const parent = father()
  const people = {
    ...EMPTY_PEOPLE,
    relationship: 'child' as const,
    policyholder: parent,
    insured: child(15),
    deathBenefitElsewhere: 0,
  }
  const first = await prepareOrder(it.site, { people, lang, today: dayOf(await advanceClock(it.site, 0)) })
  const visitor = await it.visitor({ device, lang, stored: first.stored })
  const { page, say } = visitor
  await visitor.go(`${payPath(visitor)}?order=${first.id}`)
  await payNow(visitor)
  const number = await issued(visitor)
  const another = page.getByRole('link', { name: say('cashier:onward.another') })
  await another.scrollIntoViewIfNeeded()
  await picture(visitor, 'insure-another')
  await another.click()
  await readAll(visitor)
  expect(new URL(page.url()).searchParams.get('id')).not.toBe(first.id)
  // On a phone the part of the dates is complete, so the buyer's comes first.
  await consent(visitor)
  await expect.poll(() => page.locator('[id="policyholder.idNumber"]').inputValue()).toBe(parent.idNumber)
  await picture(visitor, 'another-buyer')
  await toPart(visitor, 'insured')
  expect(await page.locator('[id="insured.idName"]').inputValue()).toBe('')
  await picture(visitor, 'another-insured')
  // The first policy has not started, so the list opens on the tab that has it.
  await visitor.go('/insurance-policy/list')
  await logIn(visitor, it.site, parent.email)
  await sees(visitor, number)
  await at(visitor, '/insurance-policy/list', { tab: 'pending_activation' })
})
