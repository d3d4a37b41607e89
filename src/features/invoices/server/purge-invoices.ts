/**
 * Deletes invoices after their retention: ten years after the year of their last document (Implementing Rules of the
 * Tax Collection Law, art. 29 [K]). An invoice with a document in progress waits.
 */
import { z } from 'zod'
import { dayOf, startOfCover, type Day } from '../../../lib/days/dates.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import type { Trx } from '../../../server/db/database.ts'
import { defineJob } from '../../../server/jobs/define-job.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { handleJob, type Recurring } from '../../../server/jobs/outbox.ts'
import { purgeEvents } from '../../../server/personal-data/purge-events.ts'
import { documentMachine } from './invoice-states.ts'

const DAY = 86_400_000
const BATCH = 200
const dropFilesJob = defineJob('invoice.dropFiles', 'sweeps', z.object({ files: z.array(z.string()) }))
/** In these states nothing more happens. */
const SETTLED = ['issued', 'dropped'] as const

/** Years, not days, because books are kept by the year. */
const yearOf = (instant: number): number => Number(dayOf(instant).slice(0, 4))
/** The last day on which an invoice is kept whose last change was at that instant. */
export const invoiceKeptUntil = (at: number): Day => `${yearOf(at) + LIMITS.invoiceYears}-12-31`

export const purgeInvoices: Recurring = {
  kind: 'invoice.purge',
  lane: 'sweeps',
  every: DAY,
  run: async (deps) => {
    const before = startOfCover(`${yearOf(deps.clock()) - LIMITS.invoiceYears}-01-01`)
    for (;;) {
      const due = await deps.db
        .selectFrom('invoices')
        .select('id')
        .where('updated_at', '<', before)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('invoice_documents')
                .select('invoice_documents.id')
                .whereRef('invoice_documents.invoice_id', '=', 'invoices.id')
                .where((of) =>
                  of.or([of('invoice_documents.updated_at', '>=', before), of('status', 'not in', SETTLED)]),
                ),
            ),
          ),
        )
        .limit(BATCH)
        .execute()
      for (const { id } of due) await deps.write((trx) => purgeInvoice(deps, trx, id))
      if (due.length < BATCH) return
    }
  },
}

async function purgeInvoice(deps: Deps, trx: Trx, id: string): Promise<void> {
  const documents = await trx
    .deleteFrom('invoice_documents')
    .where('invoice_id', '=', id)
    .returning(['id', 'pdf_file', 'data_file'])
    .execute()
  const invoice = await trx
    .deleteFrom('invoices')
    .where('id', '=', id)
    .returning(['payable_kind', 'payable_id'])
    .executeTakeFirst()
  if (invoice)
    await trx
      .deleteFrom('prepaid_links')
      .where('payable_id', '=', invoice.payable_id)
      .where('payable_kind', '=', invoice.payable_kind)
      .execute()
  const words = { at: deps.clock(), why: 'retention' }
  await purgeEvents(
    trx,
    documentMachine.entity,
    documents.map((it) => it.id),
    words,
  )
  await purgeEvents(trx, 'invoice_title', [id], words)
  const files = documents.flatMap((it) => [it.pdf_file, it.data_file]).filter((it) => it !== null)
  if (files.length > 0) await deps.outbox.enqueue(trx, dropFilesJob, { files }, { key: `${dropFilesJob.kind}:${id}` })
}

/** Deletes the files after the transaction has committed. */
export const dropInvoiceFiles = handleJob(dropFilesJob, async (deps, { files }) => {
  for (const id of files) await deps.files.delete(id)
})
