/**
 * Production in a real browser with fakes of all services: bought on a desktop from the plan's page, refused, paid by
 * card and code, refunded.
 */
import { expect, test } from 'vitest'
import { formatMoney, money } from '../../../src/lib/money/money.ts'
import { at, picture, sees, type Visitor } from './journeys.ts'
import { askUntilAnswered } from './own-policy.ts'
import { issued, methodButton, payPath, toPayment } from './payment.ts'
import { self, student, term } from './people.ts'
import { atGateway, fromPlan, productionSite } from './production-site.ts'
import { action, fillAll } from './wizard.ts'

const it = await productionSite()
const told: string[] = []

/** From the page of a plan to the choice of a method. */
async function apply(visitor: Visitor): Promise<{ email: string }> {
  const buyer = student()
  told.push(buyer.email, buyer.idNumber)
  await fromPlan(visitor, 'us-campus', { tier: 'gold', to: 'us', ...term(), birth: buyer.birthDate })
  await fillAll(visitor, self(buyer))
  await action(visitor).click()
  await toPayment(visitor)
  return buyer
}

test('a card is refused, then taken; the policy is cancelled by its buyer, and the gateway gives the money back', async () => {
  const visitor = await it.visitor({ device: 'web', lang: 'en' })
  const { page, say } = visitor
  await it.gatewaysFor(visitor)
  const { email } = await apply(visitor)
  await methodButton(visitor, 'card').click()
  await atGateway(visitor, 'refused')
  await page.getByRole('link', { name: 'back', exact: true }).click()
  await at(visitor, '/pay/fail')
  await sees(visitor, say('cashier:fail.rejected.title'))
  await sees(visitor, say('cashier:fail.nothing'))
  await picture(visitor, 'production-card-refused')
  await action(visitor).click()
  await at(visitor, payPath(visitor))
  await methodButton(visitor, 'card').click()
  await atGateway(visitor, 'paid')
  const number = await issued(visitor)
  await it.mailTo(email, ({ text }) => text.includes(number))
  await it.mailTo(email, ({ text }) => text.includes(say('cashier:fail.nothing')))

  await visitor.go('/insurance-policy')
  await it.logIn(visitor, email)
  await page.getByText(number).first().waitFor()
  await page.locator('a[href*="/insurance-policy/details?id="]').first().click()
  await page.getByRole('button', { name: say('policies:surrender.open'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('policies:surrender.yes') })
    .click()
  await sees(visitor, say('policies:surrender.state.under_review.title'))
  const refund = await askUntilAnswered(
    async () => /^(\w{26})  .*under_review/m.exec(await it.desk('wu', 'refunds', 'list'))?.[1],
    'The request on the operator’s list',
  )
  await it.desk('wu', 'refunds', 'approve', refund)
  const trades = [...it.stripe.trades.values()]
  expect(trades.map(({ state }) => state)).toEqual(['closed', 'paid'])
  const { amount = 0, refunds = [] } = trades[1] ?? {}
  await askUntilAnswered(async () => (refunds.length > 0 ? true : undefined), 'The money to go back')
  expect(refunds.map((given) => given.amount)).toEqual([amount])
  const back = say('policies:surrender.state.succeeded.title', { amount: formatMoney(money(amount, 'CNY'), 'en') })
  await askUntilAnswered(async () => {
    await page.reload()
    await page.locator('#surrender').waitFor()
    return (await page.locator('#surrender').innerText()).includes(back) || undefined
  }, 'The policy’s page to say that the money went back')
  await picture(visitor, 'production-refunded')
})

test('WeChat Pay’s code is scanned from the screen', async () => {
  const visitor = await it.visitor({ device: 'web', lang: 'cn' })
  const { page, say } = visitor
  await apply(visitor)
  await methodButton(visitor, 'wechat').click()
  await page.getByRole('img', { name: say('cashier:scan.label', { method: say('cashier:method.wechat') }) }).waitFor()
  const [order = ''] = it.wechat.trades.keys()
  it.wechat.settle(order, 'paid')
  await it.notify(it.wechat, it.wechat.notification(order))
  await issued(visitor)
  expect(it.wechat.trade(order).product).toBe('native')
})

test('nothing of the sandbox answers, and no key, code or card is in a log or in what browsers get', async () => {
  for (const path of ['/sandbox', '/sandbox/gateway', '/sandbox/messages'])
    expect((await fetch(it.site.url + path)).status, path).toBe(404)
  for (const path of ['/sandbox/messages?to=a', '/sandbox/clock?advance=1', '/notify/sandbox'])
    expect((await fetch(it.site.url + path, { method: 'POST' })).status, path).toBe(404)
  it.keepsSecrets(told)
})
