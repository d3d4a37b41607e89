/**
 * After a death: the buyer claims, names the heirs, sends the documents; each heir is paid, and a payment that comes
 * back delays nobody else.
 */
import { expect, test } from 'vitest'
import type { DocumentKind } from '../../../src/features/claims/rules/document-kinds.ts'
import { formatMoney } from '../../../src/lib/money/money.ts'
import { LIMITS } from '../../../src/lib/limits-and-periods.ts'
import { idOf } from '../../api/orders-fixtures.ts'
import { claimSite, focusPage, daysAgo, FORMS, PARENT, seesClaimStatus } from './claim-fixtures.ts'
import {
  addPhotos,
  seesAllDocuments,
  answer,
  checkAndSend,
  choosePolicy,
  follow,
  nameHeir,
  press,
  signByHand,
  typed,
  branchField,
  write,
} from './claim-steps.ts'
import { at, picture, sees, type Visitor } from './journeys.ts'
import { isFirst, rowsOf } from '../../tools/long-form.ts'

const site = claimSite()
const FILES: Partial<Record<DocumentKind, number>> = {
  relationship: 1,
  death_certificate: 1,
  deregistration: 1,
  heir_id: 4,
  heirs_agreement: 1,
  proof_of_account: 2,
}
const CARDS = ['6222021234567890128', '6225880123456783'] as const

async function tells(visitor: Visitor, name: string): Promise<void> {
  await answer(visitor, 'claimform:death.event.cause', 'claimform:death.cause.accident')
  await press(visitor, 'claimform:continue')
  await sees(visitor, visitor.say('errors:field.death_day_required'))
  await write(visitor, 'claimform:field.deathDay', typed(visitor, daysAgo(4)))
  expect(await visitor.page.getByText(visitor.say('claimform:field.hospital'), { exact: true }).count()).toBe(0)
  await write(visitor, 'claimform:contact.phone', '13800138000')
  await picture(visitor, `claims-death-event-${name}`)
  await press(visitor, 'claimform:continue')
  await at(visitor, '/claim/application/apply', { part: 'account' })
}

async function namesHeirs(visitor: Visitor, name: string): Promise<void> {
  const { page, say } = visitor
  await press(visitor, 'claimform:death.heirs.addSelf', { name: PARENT })
  await press(visitor, 'claimform:death.heirs.another')
  await answer(visitor, 'claimform:field.heirShares', 'claimform:death.shares.agreed')
  await nameHeir(visitor, 0, {
    relation: 'parent',
    number: idOf('1975-05-05', 'male', 41),
    account: CARDS[0],
    percent: '60',
  })
  await nameHeir(visitor, 1, {
    name: '王美兰',
    relation: 'parent',
    number: idOf('1977-03-04', 'female', 33),
    account: CARDS[1],
    percent: '39.99',
  })
  await press(visitor, 'claimform:continue')
  await sees(visitor, say('errors:field.shares_not_100'))
  await page.getByLabel(say('claimform:death.heirs.percent'), { exact: true }).nth(1).fill('40')
  await picture(visitor, `claims-death-heirs-${name}`)
  await press(visitor, 'claimform:continue')
  await at(visitor, '/claim/application/upload')
}

test.each(rowsOf(FORMS, isFirst))('a parent claims after a death, $device $lang', async ({ device, lang }) => {
  const name = `death-${device}-${lang}`
  const person = await site.parent(name)
  const visitor = await site.visitor({ device, lang, stored: person.stored })
  const { say } = visitor
  await visitor.go('/claim/application/list')
  await choosePolicy(visitor, daysAgo(4), { died: true })
  await signByHand(visitor)
  await tells(visitor, name)
  await namesHeirs(visitor, name)
  // An ID card has two sides.
  for (const [kind, count] of Object.entries(FILES)) await addPhotos(visitor, kind as DocumentKind, count)
  await addPhotos(visitor, 'police_report')
  await seesAllDocuments(visitor)
  await picture(visitor, `claims-death-documents-${name}`)
  await press(visitor, 'claimform:documents.go')
  await at(visitor, '/claim/application/upload', { part: 'check' })
  await picture(visitor, `claims-death-check-${name}`)
  const { number } = await checkAndSend(visitor)
  await follow(visitor, 'claimform:success.follow')
  await at(visitor, '/claim/query/progress')
  await sees(visitor, say('claimprogress:steps.heirs.when', { days: LIMITS.paymentDays }))
  await site.desk('wu', 'review', number)
  await site.desk('wu', 'accept-document', number, 'all')
  await site.desk('wu', 'approve', number)
  await site.desk('wu', 'pay', number)
  await site.desk('wu', 'payment-failed', number, '--payment', '6783', '--reason', 'account_closed')
  await site.desk('wu', 'pay', number, '--payment', '0128', '--reference', 'R-1')
  await focusPage(visitor)
  await seesClaimStatus(visitor, 'payment_failed')
  for (const amount of [180_000_00, 120_000_00]) await sees(visitor, formatMoney({ amount, currency: 'CNY' }, lang))
  await picture(visitor, `claims-death-progress-${name}`)
  await follow(visitor, 'claimprogress:need.accountGo')
  await write(visitor, 'bankaccount:field.bankName', '招商银行')
  await branchField(visitor).fill('上海外滩支行')
  await write(visitor, 'bankaccount:field.accountNumber', '6225880123456791')
  await picture(visitor, `claims-death-account-${name}`)
  await press(visitor, 'claimprogress:account.send')
  await press(visitor, 'bankaccount:check.yes')
  await at(visitor, '/claim/query/progress')
  await site.desk('wu', 'pay', number, '--reference', 'R-2')
  await focusPage(visitor)
  await seesClaimStatus(visitor, 'paid')
  await follow(visitor, 'claimprogress:decided.go')
  await sees(visitor, say('claimprogress:lines.sumInsured'))
  await picture(visitor, `claims-death-result-${name}`)
})
