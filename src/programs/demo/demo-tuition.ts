/** The demo account's tuition: one payment that the school has booked, and one that is on its way. */
import { formatMoney, money } from '../../lib/money/money.ts'
import type { Deps } from '../../server/dependencies.ts'
import { oneChunk } from '../../server/files/store-once.ts'
import { newId } from '../../server/new-id.ts'
import { newNumber } from '../../server/order-and-claim-numbers.ts'
import { callAs } from './call-as.ts'
import { photo } from './draw-sample-documents.ts'
import { withoutMessages } from './make-claim.ts'
import { payFor } from './pay-order.ts'
import { documentResources } from '../../features/policies/server/documents/document-resources.ts'
import { DEMO_EMAIL } from '../../features/session/contract.ts'
import { educationRef } from '../../features/education/server/education-payable.ts'
import { confirm, send } from '../../features/education/server/handle-tuition.ts'
import { schoolName } from '../../features/education/server/tuition-view.ts'
import { quoteNow } from '../../features/education/server/tuition-quote.ts'
import { givenConsent, invoiceOwner, keepOrder } from '../../features/education/server/submit-tuition.ts'
import type { TuitionStatus } from '../../features/education/contract.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const OPERATOR = { by: 'operator:wu', why: 'as on the school’s invoice' }

const STORIES = [
  {
    key: 'demo-tuition-confirmed',
    school: 'northbridge-university',
    currency: 'GBP',
    fee: 1_850_000,
    student: 'LIN YUTONG',
    studentNumber: '201834567',
    reference: 'INV 20877',
    days: 40,
    upTo: 'confirmed',
  },
  {
    key: 'demo-tuition-sent',
    school: 'shirakawa-university',
    currency: 'JPY',
    fee: 535_800,
    student: 'LIN YUTONG',
    studentNumber: '26A10453',
    reference: '',
    days: 2,
    upTo: 'sent',
  },
] as const satisfies readonly { upTo: TuitionStatus; [fact: string]: unknown }[]

export async function demoTuition(deps: Deps, userId: string, now: number): Promise<void> {
  const quiet: Deps = { ...deps, messages: withoutMessages(deps).messages }
  for (const story of STORIES) {
    const known = await deps.db
      .selectFrom('education_orders')
      .select('id')
      .where('submission_key', '=', story.key)
      .executeTakeFirst()
    if (!known) await play(quiet, userId, now, story)
  }
}

async function play(
  deps: Deps,
  userId: string,
  now: number,
  { key, school, currency, fee, student, studentNumber, reference, days, upTo }: (typeof STORIES)[number],
): Promise<void> {
  const as = (at: number) => callAs(deps, [], { userId, lang: 'cn', at })
  const begun = as(now - days * DAY)
  const id = newNumber('YFT', begun.deps.clock())
  const { name, mime, bytes } = await photo(documentResources(deps).fonts, 'invoice.jpg', {
    from: schoolName(school, 'en'),
    address: 'Student Finance',
    title: 'Tuition invoice',
    facts: [
      ['Student', student],
      ['Student number', studentNumber],
      ['Reference', reference || '-'],
    ],
    total: ['To pay', formatMoney(money(fee, currency), 'en')],
  })
  const staged = await deps.files.stage(oneChunk(bytes), { owner: invoiceOwner(id), name, mime })
  const quote = await quoteNow(begun.deps, { school, currency, fee })
  await deps.write(async (trx) => {
    await staged.keep(trx)
    await keepOrder(begun.ctx, trx, {
      id,
      key,
      school,
      quote,
      facts: { student, studentNumber, payer: 'LIN JIANGUO', reference, contact: DEMO_EMAIL },
      consent: givenConsent(begun.ctx, school),
      invoice: { invoice_order: id, invoice_receipt: newId(), invoice_file: staged.file.id },
    })
  })
  await payFor(begun, educationRef(id), key)
  await send(as(now - days * DAY + 5 * HOUR).deps, id, OPERATOR)
  if (upTo === 'confirmed') await confirm(as(now - (days - 2) * DAY).deps, id, { ...OPERATOR, reference: 'NB-88120' })
}
