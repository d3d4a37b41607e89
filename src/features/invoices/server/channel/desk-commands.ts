/** `npm run operator -- invoices issued|refused`: documents that finance made by hand, or could not make. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { isDay, startOfCover } from '../../../../lib/days/dates.ts'
import { parseMoney } from '../../../../lib/money/parse-amount.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { storeOnce } from '../../../../server/files/store-once.ts'
import { command, type Command } from '../../../../server/operator/command.ts'
import { CHANNEL_FAILURES } from './tax-channel-interface.ts'
import { DESK_CHANNEL } from './desk-channel.ts'
import { channelRef } from './tax-channel-request.ts'
import { applyResult } from '../issue-invoice-documents.ts'
import type { InvoiceDocumentTable } from '../../tables.ts'

const LARGEST = 5 * 1024 * 1024

/** A document that the desk has in hand. */
async function atDesk(deps: Deps, id: string): Promise<InvoiceDocumentTable> {
  const row = await deps.db.selectFrom('invoice_documents').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.channel !== DESK_CHANNEL) throw new Refusal('not_at_desk')
  if (row.status !== 'issuing') throw new Refusal('conflict', { state: row.status })
  return row
}

async function fileOf(path: string, begins: string, field: string): Promise<Uint8Array> {
  const bytes = await readFile(path).catch(() => {
    throw new Refusal('file_not_found', { fields: { [field]: 'file_not_found' } })
  })
  if (
    bytes.length > LARGEST ||
    !bytes
      .subarray(0, 64)
      .toString('latin1')
      .replace(/^\u00ef\u00bb\u00bf/, '')
      .trimStart()
      .startsWith(begins)
  )
    throw new Refusal('invalid', { fields: { [field]: 'file' } })
  return bytes
}

export const deskCommands: readonly Command[] = [
  command({
    noun: 'invoices',
    verb: 'issued',
    role: 'finance',
    args: ['id'],
    about: 'book a document that was made by hand, with both of its files; the buyer gets it',
    input: z.object({
      id: z.string(),
      number: z.string().regex(/^[\dA-Za-z-]{8,40}$/),
      day: z.string().refine(isDay, 'day'),
      rate: z.string().regex(/^\d{1,2}(\.\d{1,2})?$/),
      tax: z.string(),
      pdf: z.string(),
      data: z.string(),
    }),
    run: async ({ id, number, day, rate, tax, pdf, data }, { deps, by, print }) => {
      const row = await atDesk(deps, id)
      const taxed = parseMoney(tax, row.currency)
      if (!taxed || taxed.amount > Math.abs(row.amount_minor))
        throw new Refusal('invalid', { fields: { tax: 'amount_format' } })
      const { lang } = await deps.db
        .selectFrom('invoices')
        .select('lang')
        .where('id', '=', row.invoice_id)
        .executeTakeFirstOrThrow()
      const files = [
        ['pdf_file', 'pdf', await fileOf(pdf, '%PDF-', 'pdf'), 'application/pdf'],
        ['data_file', 'xml', await fileOf(data, '<', 'data'), 'application/xml'],
      ] as const
      for (const [column, kind, bytes, mime] of files) {
        await storeOnce(
          deps,
          bytes,
          {
            owner: `invoice:${row.invoice_id}`,
            name: deps.words(lang, `invoices:file.${kind}`, { number }),
            mime,
          },
          (trx, stored) =>
            trx
              .updateTable('invoice_documents')
              .set({ [column]: stored.id })
              .where('id', '=', id)
              .where(column, 'is', null)
              .where('status', '=', 'issuing')
              .returning('id')
              .executeTakeFirst(),
        )
      }
      await deps.write((trx) =>
        applyResult(
          trx,
          deps,
          {
            ref: channelRef(row),
            state: 'issued',
            number,
            issuedAt: startOfCover(day),
            rate: Math.round(Number(rate) * 100),
            tax: taxed.amount,
          },
          by,
        ),
      )
      print(`Document ${id} is issued as ${number}, and goes to the buyer.`)
    },
  }),
  command({
    noun: 'invoices',
    verb: 'refused',
    role: 'finance',
    args: ['id'],
    about:
      'a document that cannot be made by hand: `tax_number` for a number that the authority does not know, `channel` for anything else; the buyer is told',
    input: z.object({ id: z.string(), failure: z.enum(CHANNEL_FAILURES) }),
    run: async ({ id, failure }, { deps, by, print }) => {
      const row = await atDesk(deps, id)
      await deps.write((trx) => applyResult(trx, deps, { ref: channelRef(row), state: 'failed', failure }, by))
      print(`Document ${id} is refused.`)
    },
  }),
]
