/**
 * The sandbox's tax channel: accepts a document, keeps its own books, and reports the result by a signed notification,
 * like a real one. Its numbers have the region 00, which no tax authority uses, and its documents say that they are no
 * tax invoices.
 */
import { z } from 'zod'
import { defineJob } from '../../../../server/jobs/define-job.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { handleJob } from '../../../../server/jobs/outbox.ts'
import { sign, verify, InvalidNotification, consumeFault, gatewayConnection } from '../../../cashier/server/door.ts'
import {
  CHANNEL_FAILURES,
  InvalidInvoiceNotice,
  type ChannelResult,
  type InvoiceChannel,
  type InvoiceRequest,
} from '../channel/tax-channel-interface.ts'
import { invoiceXml, type InvoiceData } from '../../rules/invoice-xml.ts'
import { redTax, taxIn } from '../../rules/invoice-ledger.ts'
import type { SandboxInvoiceTable } from '../../tables.ts'

const NAME = 'sandbox-tax'
export const NOTIFY_PATH = `/notify/${NAME}`
const tellJob = defineJob('sandbox-tax.tell', 'invoices', z.object({ ref: z.string(), event: z.string() }))
/** 6 %, the general rate of insurance services: sample data, because a plan's rate is stated by its insurer. */
const SAMPLE_RATE = 600
/** 18 characters as every tax number, and one that nobody can have: its letters say that it is a sample. */
const SAMPLE_SELLER = '91310000SAMPLE0001'

const keyOf = (deps: Pick<Deps, 'seal'>): string => deps.seal.mac('sandbox-tax', 'key')

const resultSchema = z.object({
  event: z.string().min(1),
  ref: z.string().min(1),
  state: z.enum(['issued', 'failed']),
  number: z.string().nullable(),
  issuedAt: z.number().int().nullable(),
  tax: z.number().int(),
  failure: z.enum(CHANNEL_FAILURES).nullable(),
})

export function sandboxChannel(deps: Deps): InvoiceChannel {
  return {
    name: NAME,
    sandbox: true,
    issue: async (request) => {
      const known = await entryOf(deps, request.ref)
      if (known) return resultOf(known)
      await openEntry(deps, request)
      // The result comes with the notification, as from a real channel.
      return { ref: request.ref, state: 'pending' }
    },
    query: async (ref) => {
      const known = await entryOf(deps, ref)
      return known && resultOf(known)
    },
    files: async (request, { number, issuedAt, rate, tax }) => {
      const data: InvoiceData = {
        number,
        issuedAt,
        rate,
        tax,
        kind: request.kind,
        amount: request.amount.amount,
        buyer: request.title,
        seller: { name: request.seller, taxNumber: SAMPLE_SELLER },
        item: request.item,
        remark: request.remark,
        reverses: request.reverses?.number ?? '',
        notice: deps.words('cn', 'invoices:paper.notice'),
      }
      // Loads the engine for PDFs.
      const { drawSample } = await import('./draw-sample.ts')
      return { pdf: await drawSample(deps, data), data: Buffer.from(invoiceXml(data)) }
    },
    verifyNotice: (raw, headers, now) => {
      try {
        verify(keyOf(deps), 'gateway', raw, headers, now)
      } catch (error) {
        throw error instanceof InvalidNotification ? new InvalidInvoiceNotice(error.message) : error
      }
      const { event, ref, state, number, issuedAt, tax, failure } = resultSchema.parse(JSON.parse(raw.toString('utf8')))
      if (state === 'failed') return { event, result: { ref, state, failure: failure ?? 'channel' } }
      return { event, result: { ref, state, number: number ?? '', issuedAt: issuedAt ?? now, rate: SAMPLE_RATE, tax } }
    },
  }
}

const entryOf = (deps: Deps, ref: string): Promise<SandboxInvoiceTable | undefined> =>
  deps.db.selectFrom('sandbox_invoices').selectAll().where('ref', '=', ref).executeTakeFirst()

function resultOf({ ref, state, number, issued_at, tax_minor, failure }: SandboxInvoiceTable): ChannelResult {
  if (state === 'failed') return { ref, state: 'failed', failure: failure === 'tax_number' ? 'tax_number' : 'channel' }
  return {
    ref,
    state: 'issued',
    number: number ?? '',
    issuedAt: Number(issued_at),
    rate: SAMPLE_RATE,
    tax: tax_minor,
  }
}

/** Decides at once and reports later. A tax number consisting of zeros counts as unknown. */
async function openEntry(deps: Deps, { ref, amount, title, reverses }: InvoiceRequest): Promise<void> {
  const down = await consumeFault(deps, 'invoices_fail')
  const failure = down ? 'channel' : /^0+$/.test(title.taxNumber) ? 'tax_number' : null
  const tax = reverses ? redTax(reverses.before.amount, amount.amount, SAMPLE_RATE) : taxIn(amount.amount, SAMPLE_RATE)
  const now = deps.clock()
  await deps.write(async (trx) => {
    const last = await trx
      .selectFrom('sandbox_invoices')
      .select((eb) => eb.fn.max('sequence').as('last'))
      .executeTakeFirst()
    const sequence = (last?.last ?? 0) + 1
    // 1–2 year, 3–4 region, 5 channel, 6–20 sequence.
    const number = `${String(new Date(now).getUTCFullYear()).slice(2)}000${String(sequence).padStart(15, '0')}`
    const added = await trx
      .insertInto('sandbox_invoices')
      .values({
        ref,
        sequence,
        state: failure ? 'failed' : 'issued',
        failure,
        number: failure ? null : number,
        tax_minor: tax,
        issued_at: failure ? null : now,
      })
      .onConflict((conflict) => conflict.column('ref').doNothing())
      .executeTakeFirst()
    if (added.numInsertedOrUpdatedRows)
      await deps.outbox.enqueue(trx, tellJob, { ref, event: newId() }, { key: `${tellJob.kind}:${ref}` })
  })
}

class NotTaken extends Error {
  override name = 'NotTaken'
}

/** Sends the notification until it is acknowledged. */
async function tell(deps: Deps, { ref, event }: { ref: string; event: string }): Promise<void> {
  const row = await entryOf(deps, ref)
  if (!row) return
  const body = Buffer.from(
    JSON.stringify({
      event,
      ref,
      state: row.state,
      number: row.number,
      issuedAt: row.issued_at === null ? null : row.issued_at,
      tax: row.tax_minor,
      failure: row.failure,
    }),
  )
  const reply = await gatewayConnection(deps)(NOTIFY_PATH, body, sign(keyOf(deps), 'gateway', body, deps.clock()))
  if (reply.status !== 200) throw new NotTaken()
}

export const sandboxTaxHandler = handleJob(tellJob, tell)
