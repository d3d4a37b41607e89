/**
 * Production on a phone with fakes of all services: signed in by text message, bought, refused, paid in Alipay,
 * claimed, paid by a bank batch.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { dayOf, endOfMonths } from '../../../src/lib/days/dates.ts'
import { BankDesk, readBatchFile, resultFile } from '../../api/bank-fixtures.ts'
import { ACCOUNT, focusPage, paidToday, seesClaimStatus } from './claim-fixtures.ts'
import { addAll, checkAndSend, choosePolicy, follow, giveAccount, press, signByHand, fillEvent } from './claim-steps.ts'
import { at, picture, sees, type Visitor } from './journeys.ts'
import { issued, methodButton, payPath, toPayment } from './payment.ts'
import { self, student } from './people.ts'
import { setClockBackOneDay, atGateway, fromPlan, productionSite } from './production-site.ts'
import { action, answerHealth, declare, readAll, typePeople } from './wizard.ts'

const it = await productionSite({ yesterday: true })
const folder = mkdtempSync(join(tmpdir(), 'youfang-production-'))
afterAll(() => rmSync(folder, { recursive: true }))
const MOBILE = '13912345678'
const today = dayOf(Date.now())
const buyer = student()

test('bought and claimed on a phone: the wallet refuses, then pays; the claim is decided and its money arrives', async () => {
  // Cover begins on the day after the purchase at the earliest.
  const yesterday = await it.visitor({ device: 'mobile', lang: 'cn' })
  await setClockBackOneDay(yesterday)
  await bought(yesterday)
  const stored = await yesterday.page.evaluate(() => Object.fromEntries(Object.entries<string>(localStorage)))
  await it.nextDay()
  const visitor = await it.visitor({ device: 'mobile', lang: 'cn', stored })
  await claimed(visitor)
})

async function bought(visitor: Visitor): Promise<void> {
  const { page, say } = visitor
  await it.gatewaysFor(visitor)
  await visitor.go('/login')
  await it.logIn(visitor, MOBILE)

  await fromPlan(visitor, 'global-study', {
    tier: 'standard',
    to: 'uk',
    start: today,
    end: endOfMonths(today, 12),
    birth: buyer.birthDate,
  })
  await readAll(visitor)
  await page.locator('input[name="trip.arrived"][value=no]').check()
  await typePeople(visitor, self(buyer))
  await action(visitor).click()
  await answerHealth(visitor)
  await action(visitor).click()
  await declare(visitor)
  await action(visitor).click()
  await toPayment(visitor)
  await methodButton(visitor, 'alipay').click()
  await atGateway(visitor, 'refused')
  await at(visitor, '/pay/fail')
  await sees(visitor, say('cashier:fail.nothing'))
  await action(visitor).click()
  await at(visitor, payPath(visitor))
  await methodButton(visitor, 'alipay').click()
  await atGateway(visitor, 'paid')
  await issued(visitor)
  expect([...it.alipay.trades.values()].map(({ state, product }) => [state, product])).toEqual([
    ['refused', 'alipay.trade.wap.pay'],
    ['paid', 'alipay.trade.wap.pay'],
  ])
}

async function claimed(visitor: Visitor): Promise<void> {
  const { page, say } = visitor
  await visitor.go('/claim/application/list')
  // The login has long ended.
  await it.logIn(visitor, MOBILE)
  await choosePolicy(visitor, today)
  await signByHand(visitor)
  await fillEvent(visitor, {
    type: 'outpatient',
    description: '前一晚开始发烧、咽痛，到诊所就诊，验血并开了药。',
    hospital: { type: '圣托马斯', name: '圣托马斯医院' },
    visits: [{ day: today, amount: '85.40', currency: 'GBP', invoice: 'LDN-5521' }],
    medicine: false,
    otherInsurance: false,
    email: buyer.email,
  })
  await giveAccount(visitor)
  await addAll(visitor, ['id_copy', 'invoice', 'medical_record', 'proof_of_account'])
  await press(visitor, 'claimform:documents.go')
  const { number: claim } = await checkAndSend(visitor)
  await follow(visitor, 'claimform:success.follow')
  await at(visitor, '/claim/query/progress')
  await sees(visitor, say('claimprogress:need.nothing'))

  const file = join(folder, 'assessment.yaml')
  writeFileSync(
    file,
    `invoices: [{ number: LDN-5521, currency: GBP, rate: { rate: "9.0000", day: ${today}, source: { en: Central parity, cn: 人民币汇率中间价 } }, lines: [{ name: { en: GP visit, cn: 门诊诊疗 }, amount: "85.40" }] }]\n`,
  )
  await it.desk('wu', 'claims', 'review', claim)
  await it.desk('wu', 'claims', 'accept-document', claim, 'all')
  const doubts = [
    ...(await it.desk('wu', 'claims', 'decide', claim, '--file', file, '--dry-run')).matchAll(/^! (\S+) /gm),
  ].map(([, doubt]) => doubt)
  await it.desk('wu', 'claims', 'decide', claim, '--file', file, '--confirm', doubts.join(','))
  await focusPage(visitor)
  await seesClaimStatus(visitor, 'approved')

  const bank = new BankDesk(it.server(), it.keys)
  const { number, lines } = readBatchFile(await bank.sent())
  expect(lines.map(({ cells }) => cells['account_number'])).toEqual([ACCOUNT.number])
  const result = await bank.result(
    resultFile(
      number,
      lines.map((line) => ({ line, answer: { outcome: 'paid', reference: '2612 0210 1700 83', day: today } })),
    ),
  )
  bank.close()
  expect(result.code, result.said).toBe(0)
  await focusPage(visitor)
  // 85.40 × 9 − 300, and nine tenths of that.
  await page.getByRole('heading', { name: paidToday(visitor, 42_174) }).waitFor()
  await picture(visitor, 'production-claim-paid')
  await it.mailTo(buyer.email, ({ subject }) => subject.includes(claim))
}

test('no key, code, account or card is in a log or in what browsers get', () => {
  it.keepsSecrets([MOBILE, ACCOUNT.number, buyer.idNumber, buyer.email])
})
