/**
 * The receipt of a group payment for the school's books: what was paid for how many students, how, and what was
 * refunded. It names no student.
 */
import { formatDay, formatInstant } from '../../../../lib/days/dates.ts'
import { joined, type Lang } from '../../../../lib/locale.ts'
import { formatMoney, money } from '../../../../lib/money/money.ts'
import { SITE } from '../../../../lib/site.ts'
import { Refusal, type FileReply } from '../../../../server/http/call-handlers.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { A4Document, WIDTH, type Row } from '../../../../server/pdf/a4-document.ts'
import { PAGE, STYLE } from '../../../../server/pdf/document-style.ts'
import { fontsIn } from '../../../../server/pdf/load-fonts.ts'
import { campaignOfGroup, wordsOfCampaign } from './group-payment-payable.ts'
import { partsOf, returnedOf } from './what-a-school-sees.ts'
import { listSums } from './group-payment-sums.ts'
import type { GroupPaymentTable } from '../../../orders/server/door.ts'

type Say = (key: string, values?: Record<string, unknown>) => string

export async function groupReceiptPdf(deps: Deps, row: GroupPaymentTable, lang: Lang): Promise<FileReply> {
  const bytes = await drawGroupReceipt(deps, row, lang)
  return {
    mime: 'application/pdf',
    body: bytes,
    downloadAs: deps.words(lang, 'groupreceipt:file', { number: row.id }),
    size: bytes.length,
  }
}

/** `plain` leaves the PDF uncompressed for tests that read its text. */
export async function drawGroupReceipt(
  deps: Deps,
  row: GroupPaymentTable,
  lang: Lang,
  { plain = false } = {},
): Promise<Uint8Array> {
  if (row.paid_at === null || row.payment_id === null) throw new Refusal('not_paid')
  const t: Say = (key, values) => deps.words(lang, key, values)
  const site = SITE[lang]
  const made = deps.clock()
  const campaign = await campaignOfGroup(deps.db, row)
  const { school, plan, tier, insurer } = wordsOfCampaign(campaign, lang)
  const title = t('groupreceipt:title')
  const frame = { number: row.id, site, sampleNotice: deps.config.mode === 'sandbox' ? t('groupreceipt:sample') : '' }
  const paper = new A4Document(
    { lang, title: `${title} ${row.id}`, subject: t('groupreceipt:subject'), author: site.name, issuedAt: made, plain },
    fontsIn(deps.config.documentFonts),
    frame,
    t,
  )
  paper.y += paper.text('H1', title, PAGE.side, paper.y, WIDTH, STYLE.title) + 6
  paper.paragraph(t('groupreceipt:lead', { operator: site.operator, school, insurer }), STYLE.lead)
  paper.paragraph(t('groupreceipt:made', { at: formatInstant(made, lang) }), STYLE.small)
  paper.addSpace(14)
  paper.section(t('groupreceipt:money'), await moneyRows(deps, row, t, lang))
  paper.addSpace(18)
  paper.section(t('groupreceipt:cover'), [
    { label: t('groupreceipt:number'), value: row.id },
    { label: t('groupreceipt:school'), value: school },
    { label: t('groupreceipt:plan'), value: joined(lang, plan, tier) },
    { label: t('groupreceipt:insurer'), value: insurer },
    {
      label: t('groupreceipt:days'),
      value: t('groupreceipt:daysValue', {
        start: formatDay(campaign.start, lang),
        end: formatDay(campaign.end, lang),
      }),
    },
  ])
  paper.addSpace(18)
  for (const line of ['policies', 'invoice', 'questions'] as const) {
    paper.paragraph(t(`groupreceipt:${line}`, { phone: site.phone, email: site.email }), STYLE.small)
    paper.addSpace(4)
  }
  paper.drawFooters()
  return paper.finish()
}

/** The total is the gateway's sum; its lines, refunds and the remainder add up to the cent. */
async function moneyRows(deps: Deps, row: GroupPaymentTable, t: Say, lang: Lang): Promise<Row[]> {
  const words = (amount: number): string => formatMoney(money(amount, row.currency), lang)
  const payment = await deps.db
    .selectFrom('payments')
    .select(['method', 'paid_minor'])
    .where('id', '=', row.payment_id)
    .executeTakeFirstOrThrow()
  const parts = await partsOf(deps, row)
  const { all } = await listSums(deps.db, row)
  const paid = Number(payment.paid_minor)
  const back = await returnedOf(deps, row)
  return [
    ...parts.map(({ ages, students, premium, amount }) => ({
      label: t(ages ? 'groupreceipt:ages' : 'groupreceipt:premiums', ages ?? {}),
      value: formatMoney(amount, lang),
      note: t('groupreceipt:times', { count: students, premium: formatMoney(premium, lang) }),
    })),
    ...(paid > all.amount
      ? [{ label: t('groupreceipt:left'), value: words(paid - all.amount), note: t('groupreceipt:leftNote') }]
      : []),
    { label: t('groupreceipt:paid'), value: words(paid) },
    ...(back > 0
      ? [
          { label: t('groupreceipt:returned'), value: words(back), note: t('groupreceipt:returnedNote') },
          { label: t('groupreceipt:kept'), value: words(paid - back) },
        ]
      : []),
    { label: t('groupreceipt:method'), value: t(`cashier:method.${payment.method}`) },
    { label: t('groupreceipt:at'), value: t('cashier:time', { time: formatInstant(Number(row.paid_at), lang) }) },
  ]
}
