/** Receives a tuition payment with the school's invoice, repeats one at the present rate, and gives one up. */
import { createHash } from 'node:crypto'
import type { Parsed } from '../../../lib/contract.ts'
import type { FieldErrors } from '../../../lib/errors.ts'
import { SITE } from '../../../lib/site.ts'
import { STORAGE_LIMITS } from '../../../lib/storage-limits.ts'
import { Refusal, type Context, type Upload } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { senderOf } from '../../../server/http/device-access.ts'
import { checkBeforeFiles, drain, receiveFile } from '../../../server/intake/intake.ts'
import { newNumber } from '../../../server/order-and-claim-numbers.ts'
import { recordCreation, tryTransition } from '../../../server/transition.ts'
import { closePayments, settlePayments } from '../../cashier/server/door.ts'
import { countDraft, actorOf, formOfCaller, requireMaySend } from '../../orders/server/door.ts'
import { fontsIn } from '../../../server/pdf/load-fonts.ts'
import { missingCharacters } from '../../../server/pdf/printable-characters.ts'
import { checkTuition, normalisePerson, normaliseReference, normaliseStudentNumber } from '../rules/check-tuition.ts'
import type { repeatTuition, submitTuition } from '../contract.ts'
import { educationRef, lapseJob } from './education-payable.ts'
import { findSchool, findServedSchool } from '../content/load-schools.ts'
import { quoteColumns, quoteNow, type Quote } from './tuition-quote.ts'
import { openFacts, sealFacts, type TuitionFacts } from './sealed-tuition.ts'
import type { EducationOrderTable } from '../tables.ts'
import { CLOSE_MARGIN_MS } from './when-tuition-is-due.ts'
import { destinationMac } from '../../../server/keys/destination-mac.ts'
import { tuitionMachine } from './tuition-states.ts'

/** The purpose of invoices: school-invoice-checked.ts receives the result of their check. */
export const TUITION_INVOICE = 'education.invoice'
/** Owner of the invoice that an order brought. */
export const invoiceOwner = (order: string): string => `education:${order}`
/**
 * Version of the words of the consent, `education:consent`; changed with them. Until 1.0 one checkbox confirmed the
 * data and consented.
 */
const CONSENT_VERSION = '2.1'

/** The consent to hand data to the school: its version, and its words with the school's name. */
type GivenConsent = Pick<EducationOrderTable, 'consent_version' | 'consent_sha256'>

export function givenConsent({ deps, lang }: Pick<Context, 'deps' | 'lang'>, slug: string): GivenConsent {
  const shown = [
    deps.words(lang, 'education:consent.box', { school: findSchool(slug)?.name[lang] ?? slug }),
    deps.words(lang, 'education:consent.text', { email: SITE[lang].email }),
  ]
  return {
    consent_version: CONSENT_VERSION,
    consent_sha256: createHash('sha256')
      .update([CONSENT_VERSION, ...shown].join('\n\n').replaceAll('\u00a0', ' '), 'utf8')
      .digest('hex'),
  }
}

type Input = Parsed<typeof submitTuition>
type Db = Deps['db'] | Trx

const knownId = async (db: Db, key: string): Promise<string | undefined> =>
  (await db.selectFrom('education_orders').select('id').where('submission_key', '=', key).executeTakeFirst())?.id

/** The same submission arrived twice at the same time, and the other one was stored first. */
class AlreadySent extends Error {}

/** Keeps an order with the invoice, and returns its number when both are on disk. */
export async function submit(ctx: Context, input: Input, files: AsyncIterable<Upload>): Promise<string> {
  const { caller, deps } = ctx
  const sender = senderOf(caller)
  const key = `${sender.owner}:${input.key}`
  const found = await checkBeforeFiles(files, async () => (await knownId(deps.db, key)) ?? checked(ctx, input))
  if (typeof found === 'string') {
    await drain(files)
    return found
  }
  const id = newNumber('YFT', deps.clock())
  const options = {
    owner: invoiceOwner(id),
    sender: sender.user === null ? `holder:${sender.owner}` : `user:${sender.user}`,
    purpose: TUITION_INVOICE,
    sha256: input.sha256,
  }
  try {
    await receiveFile(deps, files, options, (trx, receipt) =>
      keepOrder(ctx, trx, {
        ...found,
        id,
        key,
        school: input.school,
        consent: givenConsent(ctx, input.school),
        invoice: { invoice_order: id, invoice_receipt: receipt.id, invoice_file: null },
        fileBytes: receipt.size,
      }),
    )
    return id
  } catch (error) {
    if (!(error instanceof AlreadySent)) throw error
    return (await knownId(deps.db, key)) ?? id
  }
}

/** What is stored of a payment, in normal form, with the price that the sender saw. */
async function checked({ deps }: Context, input: Input): Promise<{ facts: TuitionFacts; quote: Quote }> {
  refuseUnlicensed(deps)
  const facts: TuitionFacts = {
    student: normalisePerson(input.student),
    studentNumber: normaliseStudentNumber(input.studentNumber),
    payer: normalisePerson(input.payer),
    reference: normaliseReference(input.reference),
    contact: input.contact,
  }
  const fields: FieldErrors = { ...unprintable(deps, facts), ...checkTuition(input, findServedSchool(input.school)) }
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
  const quote = await quoteNow(deps, input)
  if (quote.amount.amount !== input.amount) throw new Refusal('changed')
  return { facts, quote }
}

/** The receipt prints both names. */
function unprintable({ config }: Pick<Deps, 'config'>, facts: TuitionFacts): FieldErrors {
  const fonts = fontsIn(config.documentFonts)
  const bad = (['student', 'payer'] as const).filter((field) => missingCharacters(fonts, facts[field]).length > 0)
  return Object.fromEntries(bad.map((field) => [field, 'tuition_unprintable']))
}

interface NewOrder {
  id: string
  key: string
  school: string
  facts: TuitionFacts
  quote: Quote
  consent: GivenConsent
  invoice: Pick<EducationOrderTable, 'invoice_order' | 'invoice_receipt' | 'invoice_file'>
  /** Of the invoice, if a new one came with it. */
  fileBytes?: number
}

/** Writes the order in the caller's transaction. */
export async function keepOrder(
  ctx: Context,
  trx: Trx,
  { id, key, school, facts, quote, consent, invoice, fileBytes = 0 }: NewOrder,
): Promise<void> {
  const { caller, deps, lang } = ctx
  const sender = senderOf(caller)
  const { user, holder, owner } = sender
  await lockFor(trx, `education:${owner}`)
  if (await knownId(trx, key)) throw new AlreadySent()
  const now = deps.clock()
  await requireMaySend(trx, 'education_orders', sender, { now, mostADay: STORAGE_LIMITS.tuitionDay })
  const row: EducationOrderTable = {
    id,
    status: 'awaiting_payment',
    version: 1,
    updated_at: now,
    school,
    holder,
    user_id: user,
    lang,
    facts: sealFacts(deps, facts),
    contact_mac: destinationMac(deps, facts.contact),
    submission_key: key,
    ...consent,
    ...quoteColumns(quote),
    submitted_at: now,
    paid_at: null,
    sent_at: null,
    confirmed_at: null,
    school_reference: null,
    returned_at: null,
    reason: null,
    ...invoice,
    invoice_failed: null,
  }
  await trx.insertInto('education_orders').values(row).execute()
  await countDraft(ctx, trx, { id, campaign_id: null }, { bytes: Buffer.byteLength(row.facts), fileBytes })
  await recordCreation(trx, {
    machine: tuitionMachine,
    id,
    status: 'awaiting_payment',
    by: actorOf(caller),
    at: now,
    data: {
      school,
      fee: quote.fee.amount,
      currency: quote.fee.currency,
      amount: quote.amount.amount,
      rate: quote.rate?.rate ?? null,
      rateDay: quote.rate?.day ?? null,
      confirmed: true,
      consentVersion: consent.consent_version,
      consentSha256: consent.consent_sha256,
    },
  })
  await deps.outbox.enqueue(
    trx,
    lapseJob,
    { id },
    { key: `${lapseJob.kind}:${id}`, runAt: quote.until + CLOSE_MARGIN_MS },
  )
}

const refuseUnlicensed = ({ config }: Pick<Deps, 'config'>): void => {
  if (!config.licensedFor.includes('tuition')) throw new Refusal('not_offered')
}

/** Creates a new order from the data and invoice of one that was never paid. */
export async function repeat(ctx: Context, { id: earlier, key: given }: Parsed<typeof repeatTuition>): Promise<string> {
  const { deps } = ctx
  const key = `${senderOf(ctx.caller).owner}:${given}`
  const known = await knownId(deps.db, key)
  if (known) return known
  refuseUnlicensed(deps)
  const row = await formOfCaller(ctx, 'education_orders', earlier)
  if ((row.status !== 'expired' && row.status !== 'cancelled') || row.invoice_failed !== null)
    throw new Refusal('not_repeatable')
  // Nothing is asked for again: the earlier consent covers the same data for the same school, if it was to the present
  // words.
  if (row.consent_version !== CONSENT_VERSION) throw new Refusal('not_repeatable')
  const quote = await quoteNow(deps, { school: row.school, currency: row.fee_currency, fee: row.fee_minor })
  const { invoice_order, invoice_receipt, consent_version, consent_sha256 } = row
  const id = newNumber('YFT', deps.clock())
  return deps
    .write(async (trx) => {
      // The invoice may have been checked in the meantime.
      const { invoice_file, invoice_failed } = await trx
        .selectFrom('education_orders')
        .select(['invoice_file', 'invoice_failed'])
        .where('id', '=', earlier)
        .executeTakeFirstOrThrow()
      if (invoice_failed !== null) throw new Refusal('not_repeatable')
      await keepOrder(ctx, trx, {
        id,
        key,
        school: row.school,
        facts: openFacts(deps, row),
        quote,
        consent: { consent_version, consent_sha256 },
        invoice: { invoice_order, invoice_receipt, invoice_file },
      })
      return id
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof AlreadySent)) throw error
      return (await knownId(deps.db, key)) ?? id
    })
}

/** Gives up an unpaid order; a payment that succeeded in the meantime is booked first. */
export async function cancel(ctx: Context, id: string): Promise<void> {
  const { deps, caller } = ctx
  const row = await formOfCaller(ctx, 'education_orders', id)
  if (row.status === 'awaiting_payment') await settlePayments(deps, educationRef(id))
  await deps.write(async (trx) => {
    await lockFor(trx, `education_order:${id}`)
    const done = await tryTransition(trx, {
      machine: tuitionMachine,
      id,
      to: 'cancelled',
      by: actorOf(caller),
      at: deps.clock(),
    })
    if (!done) throw new Refusal('closed')
    await closePayments(deps, trx, educationRef(id))
  })
}
