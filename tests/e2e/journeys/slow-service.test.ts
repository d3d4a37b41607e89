/** Where one pays, signs in or claims, a line says when that is slow; it says nothing while it is not. */
import { expect, test } from 'vitest'
import { prepareOrder } from './prepare-order.ts'
import { at, journeys, picture, sees, TWO_VIEWS, type Visitor } from './journeys.ts'
import { logIn } from './login.ts'
import { methodButton, payPath } from './payment.ts'
import { email } from './people.ts'

const it = journeys()

/** What the server says from now on. */
const say = ({ page }: Visitor, status: Record<string, string>): Promise<unknown> =>
  page.route('**/status.json', (route) => route.fulfill({ json: status }))
const OK = { paying: 'ok', codes: 'ok', claims: 'ok' }

test.each(TWO_VIEWS)('codes and claims, and then payments: $device $lang', async (view) => {
  const visitor = await it.visitor(view)
  await say(visitor, { ...OK, codes: 'slow', claims: 'slow' })
  await visitor.go('/login?backUrl=/claim/application/list')
  await sees(visitor, visitor.say('session:login.slow'))
  await picture(visitor, 'slow-codes')
  await logIn(visitor, it.site, email('slow'))
  await at(visitor, '/claim/application/list')
  await sees(visitor, visitor.say('claimform:slow'))
  await picture(visitor, 'slow-claims')
  const { id, stored } = await prepareOrder(it.site, { lang: view.lang })
  const payer = await it.visitor({ ...view, stored })
  await say(payer, { ...OK, paying: 'slow' })
  await payer.go(`${payPath(payer)}?order=${id}`)
  await sees(payer, payer.say('cashier:slow'))
  await picture(payer, 'slow-paying')
})

test('what the server itself says, and nothing where nothing is slow', async () => {
  const { id, stored } = await prepareOrder(it.site, { lang: 'en' })
  const visitor = await it.visitor({ device: 'web', lang: 'en', stored })
  const answered = visitor.page.waitForResponse('**/status.json')
  await visitor.go(`${payPath(visitor)}?order=${id}`)
  expect(await (await answered).json()).toEqual(OK)
  await methodButton(visitor).waitFor()
  expect(await visitor.page.getByText(visitor.say('cashier:slow')).count()).toBe(0)
})
