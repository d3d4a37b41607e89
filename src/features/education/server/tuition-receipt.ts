/**
 * The receipt of paid tuition: who paid what for whom, at which rate, and the present state. Drawn in the language
 * asked for.
 */
import { formatDay, formatInstant } from '../../../lib/days/dates.ts'
import { joined, type Lang } from '../../../lib/locale.ts'
import { formatMoney } from '../../../lib/money/money.ts'
import { SITE } from '../../../lib/site.ts'
import { Refusal, type FileReply } from '../../../server/http/call-handlers.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { A4Document, WIDTH, type Row } from '../../../server/pdf/a4-document.ts'
import { PAGE, STYLE } from '../../../server/pdf/document-style.ts'
import { fontsIn } from '../../../server/pdf/load-fonts.ts'
import type { TuitionOrder } from '../contract.ts'
import { tuitionView } from './tuition-view.ts'
import type { EducationOrderTable } from '../tables.ts'

type Say = (key: string, values?: Record<string, unknown>) => string

export async function tuitionReceiptPdf(deps: Deps, row: EducationOrderTable, lang: Lang): Promise<FileReply> {
  const bytes = await drawTuitionReceipt(deps, row, lang)
  return {
    mime: 'application/pdf',
    body: bytes,
    downloadAs: deps.words(lang, 'tuitionreceipt:file', { number: row.id }),
    size: bytes.length,
  }
}

/** `plain` leaves the PDF uncompressed for tests that read its text. */
export async function drawTuitionReceipt(
  deps: Deps,
  row: EducationOrderTable,
  lang: Lang,
  { plain = false } = {},
): Promise<Uint8Array> {
  if (row.paid_at === null) throw new Refusal('not_paid')
  const t: Say = (key, values) => deps.words(lang, key, values)
  const order = tuitionView(deps, row, lang)
  const site = SITE[lang]
  const method = await methodOf(deps, row.id)
  const made = deps.clock()
  const title = t('tuitionreceipt:title')
  const frame = { number: row.id, site, sampleNotice: order.school.sample ? t('tuitionreceipt:sample') : '' }
  const paper = new A4Document(
    {
      lang,
      title: `${title} ${row.id}`,
      subject: t('tuitionreceipt:subject'),
      author: site.name,
      issuedAt: made,
      plain,
    },
    fontsIn(deps.config.documentFonts),
    frame,
    t,
  )
  paper.y += paper.text('H1', title, PAGE.side, paper.y, WIDTH, STYLE.title) + 6
  paper.paragraph(
    t(`tuitionreceipt:lead.${leadOf(order)}`, { operator: site.operator, school: order.school.name }),
    STYLE.lead,
  )
  paper.paragraph(t('tuitionreceipt:made', { at: formatInstant(made, lang) }), STYLE.small)
  paper.addSpace(14)
  paper.section(t('tuitionreceipt:money'), moneyRows(order, t, lang, method))
  paper.addSpace(18)
  paper.section(t('tuitionreceipt:school'), schoolRows(order, t, lang))
  paper.addSpace(18)
  paper.section(t('tuitionreceipt:standing'), standingRows(order, t, lang))
  paper.addSpace(18)
  for (const line of ['collects', 'noInvoice', 'questions'] as const) {
    paper.paragraph(
      t(`tuitionreceipt:${line}`, { operator: site.operator, phone: site.phone, email: site.email }),
      STYLE.small,
    )
    paper.addSpace(4)
  }
  paper.drawFooters()
  return paper.finish()
}

/** Refunded money no longer counts as paid: a school must not take the receipt for a payment. */
const leadOf = ({ status }: TuitionOrder): 'paid' | 'returning' | 'returned' =>
  status === 'returned' || status === 'returning' ? status : 'paid'

/** How it was paid, according to the credited payment. */
async function methodOf({ db }: Deps, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('method')
    .where('payable_kind', '=', 'education')
    .where('payable_id', '=', id)
    .where('credited_at', 'is not', null)
    .executeTakeFirst()
  return row?.method
}

function moneyRows(
  { quote: { fee, amount, rate }, payer, paidAt }: TuitionOrder,
  t: Say,
  lang: Lang,
  method: string | undefined,
): Row[] {
  return [
    { label: t('tuitionreceipt:fee'), value: formatMoney(fee, lang) },
    ...(rate
      ? [
          {
            label: t('tuitionreceipt:rate'),
            value: t('tuitionreceipt:rateValue', { per: rate.per, currency: fee.currency, rate: rate.rate }),
            note: t('tuitionreceipt:rateNote', { day: formatDay(rate.day, lang), source: rate.source }),
          },
        ]
      : []),
    { label: t('tuitionreceipt:amount'), value: formatMoney(amount, lang) },
    ...(method ? [{ label: t('tuitionreceipt:method'), value: t(`cashier:method.${method}`) }] : []),
    { label: t('tuitionreceipt:payer'), value: payer },
    { label: t('tuitionreceipt:at'), value: t('cashier:time', { time: formatInstant(paidAt ?? 0, lang) }) },
  ]
}

function schoolRows({ school, student, studentNumber, reference }: TuitionOrder, t: Say, lang: Lang): Row[] {
  return [
    {
      label: t('tuition:facts.school'),
      value: joined(lang, school.name, school.city),
    },
    { label: t('tuition:facts.student'), value: student },
    { label: t('tuition:facts.studentNumber'), value: studentNumber },
    ...(reference ? [{ label: t('tuition:facts.reference'), value: reference }] : []),
  ]
}

function standingRows(
  { status, sentAt, confirmedAt, schoolReference, returnedAt, reason }: TuitionOrder,
  t: Say,
  lang: Lang,
): Row[] {
  const at = (label: string, instant: number | null): Row[] =>
    instant === null
      ? []
      : [{ label: t(`tuitionreceipt:${label}`), value: t('cashier:time', { time: formatInstant(instant, lang) }) }]
  return [
    { label: t('tuitionreceipt:status'), value: t(`tuition:status.${status}`) },
    ...at('sentAt', sentAt),
    ...at('confirmedAt', confirmedAt),
    ...(schoolReference ? [{ label: t('tuition:facts.schoolReference'), value: schoolReference }] : []),
    ...at('returnedAt', returnedAt),
    ...(reason ? [{ label: t('tuitionreceipt:reason'), value: t(`tuition:reason.${reason}`) }] : []),
  ]
}
