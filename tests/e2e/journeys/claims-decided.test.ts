/**
 * What may follow a claim that was sent: refused and reviewed by another handler, withdrawn, paid to an account that
 * the bank does not know.
 */
import { expect, test } from 'vitest'
import { follow, press, write } from './claim-steps.ts'
import { claimSite, focusPage, PHONE_AND_DESKTOP, FORMS, paidToday, seesClaimStatus } from './claim-fixtures.ts'
import { at, picture, sees } from './journeys.ts'
import { inNone, isFirst, isSecond, rowsOf } from '../../tools/long-form.ts'

const site = claimSite()

/** 85.40 × 9 − 300, and nine tenths of that. */
const ASSESSMENT = `
invoices: [{ visit: v001, rate: { rate: "9.0000", day: 2026-03-02, source: { en: Central parity, cn: 人民币汇率中间价 } }, lines: [{ name: { en: GP visit, cn: 门诊诊疗 }, amount: "85.40" }] }]
`
const PAID = 42_174
const SUM = '421.74'

const REFUSED = { en: 'Known before cover began.', cn: '投保前已有的疾病，不在保障内。' }

test.each(rowsOf(PHONE_AND_DESKTOP, isSecond))(
  'refused, reviewed by somebody else, and paid after all: $device in $lang',
  async ({ device, lang }) => {
    const person = await site.insured(`refused-${device}`)
    const { id, number } = await site.sent(person)
    const visitor = await site.visitor({ device, lang, stored: person.stored })
    const { page, say } = visitor
    await visitor.go(`/claim/query/progress?id=${id}`)
    await sees(visitor, say('claimprogress:need.nothing'))
    await site.desk('wu', 'review', number)
    await site.desk('wu', 'reject', number, '--clause', '5.2', '--en', REFUSED.en, '--cn', REFUSED.cn)
    await focusPage(visitor)
    await page.getByRole('heading', { name: say('claimprogress:result.rejected') }).waitFor()
    await sees(visitor, REFUSED[lang])

    await follow(visitor, 'claimprogress:appeal.link')
    await page.getByRole('radio', { name: say('claimprogress:appeal.all') }).check()
    await write(visitor, 'claimprogress:appeal.text', '这是第一次发病，以前没有就诊记录，可以补交学校医务室的证明。')
    await press(visitor, 'claimprogress:appeal.send')
    await sees(visitor, say('claimprogress:appeal.sent'))
    // After it was requested once, it is not offered again.
    expect(await page.getByRole('link', { name: say('claimprogress:appeal.link') }).count()).toBe(0)
    await picture(visitor, `claims-review-asked-${device}`)

    // Nobody reviews their own decisions.
    await expect(site.desk('wu', 'review', number)).rejects.toThrow('same_handler')
    await site.desk('zhao', 'review', number)
    await site.desk('zhao', 'decide', number, '--file', site.file(ASSESSMENT), '--confirm', 'v001.rate')
    await focusPage(visitor)
    await page.getByRole('heading', { level: 1, name: SUM }).waitFor()
    await site.desk('zhao', 'pay', number, '--reference', '2612 0210 1700 83')
    await focusPage(visitor)
    await page.getByRole('heading', { name: paidToday(visitor, PAID) }).waitFor()
    await picture(visitor, `claims-review-paid-${device}`)
  },
)

test.each(rowsOf(FORMS, isFirst))(
  'recalled after a question that says what it means: $device in $lang',
  async ({ device, lang }) => {
    const person = await site.insured(`recalled-${device}`)
    const { id, number } = await site.sent(person)
    const visitor = await site.visitor({ device, lang, stored: person.stored })
    const { page, say } = visitor
    await site.desk('wu', 'review', number)
    await visitor.go(`/claim/query/progress?id=${id}`)
    await press(visitor, 'claimprogress:withdraw.ask')
    const question = page.getByRole('dialog', { name: say('claimprogress:withdraw.title') })
    await question.getByText(say('claimprogress:withdraw.stops')).waitFor()
    await press(visitor, 'claimprogress:withdraw.no')
    await question.waitFor({ state: 'hidden' })
    await seesClaimStatus(visitor, 'in_review')
    await press(visitor, 'claimprogress:withdraw.ask')
    await press(visitor, 'claimprogress:withdraw.yes')
    await seesClaimStatus(visitor, 'cancelled')
    // The link that had the focus is gone: the focus is on the claim itself, which is at the top.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await picture(visitor, `claims-recalled-${device}`)
    await expect(site.desk('wu', 'reject', number, '--clause', '5.2', '--en', 'x', '--cn', 'x')).rejects.toThrow(
      'cancelled',
    )
    await visitor.go('/claim/query/list')
    await page.getByRole('heading', { name: say('claimprogress:group.closed') }).waitFor()
  },
)

test.each(rowsOf(PHONE_AND_DESKTOP, inNone))(
  'the bank sends the money back, the account is corrected and paid: $device in $lang',
  async ({ device, lang }) => {
    const person = await site.insured(`returned-${device}`)
    const { id, number } = await site.sent(person)
    const visitor = await site.visitor({ device, lang, stored: person.stored })
    const { page, say } = visitor
    await site.desk('wu', 'review', number)
    await site.desk('wu', 'decide', number, '--file', site.file(ASSESSMENT), '--confirm', 'v001.rate')
    await site.desk('wu', 'pay', number)
    await visitor.go(`/claim/query/progress?id=${id}`)
    await page.getByRole('heading', { name: SUM }).waitFor()
    await site.desk('wu', 'payment-failed', number, '--reason', 'account_closed')
    // The page polls by itself.
    await sees(visitor, say('claimprogress:need.account'))
    await sees(visitor, say('claims:bankReason.account_closed'))
    await follow(visitor, 'claimprogress:need.accountGo')
    await write(visitor, 'bankaccount:field.accountNumber', '62220212345')
    await press(visitor, 'claimprogress:account.send')
    await page.getByRole('link', { name: say('errors:field.account_number_format') }).waitFor()
    await write(visitor, 'bankaccount:field.accountNumber', '6217 8500 0080 0002 417')
    await press(visitor, 'claimprogress:account.send')
    await press(visitor, 'bankaccount:check.yes')
    await at(visitor, '/claim/query/progress')
    await seesClaimStatus(visitor, 'paying')
    await site.desk('wu', 'pay', number, '--reference', '2612 0210 1700 99')
    await focusPage(visitor)
    await page.getByRole('heading', { name: paidToday(visitor, PAID) }).waitFor()
    await picture(visitor, `claims-returned-paid-${device}`)
  },
)
