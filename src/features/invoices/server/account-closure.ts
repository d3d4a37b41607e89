/**
 * Invoices when an account is closed: one in progress prevents it; issued ones are kept as tax law demands, without the
 * address they were sent to.
 */
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { invoicePath } from '../contract.ts'
import { invoiceKeptUntil } from './purge-invoices.ts'
import { openTitle, sealTitle } from './invoice-titles.ts'
import type { ClosurePart } from '../../../server/personal-data/account-closure.ts'

const payablesOf = async (db: Deps['db'] | Trx, userId: string): Promise<string[]> =>
  (
    await Promise.all(
      (['orders', 'policy_extensions', 'policy_changes'] as const).map((table) =>
        db.selectFrom(table).select('id').where('user_id', '=', userId).execute(),
      ),
    )
  )
    .flat()
    .map((it) => it.id)

async function invoicesOf(db: Deps['db'] | Trx, userId: string) {
  const ids = await payablesOf(db, userId)
  return ids.length === 0
    ? []
    : db.selectFrom('invoices').selectAll().where('payable_id', 'in', ids).orderBy('created_at').execute()
}

const documentsOf = (db: Deps['db'] | Trx, id: string) =>
  db
    .selectFrom('invoice_documents')
    .select(['id', 'status', 'number', 'title', 'updated_at'])
    .where('invoice_id', '=', id)
    .orderBy('seq')
    .execute()

export const invoiceClosure: ClosurePart = {
  obstacles: async (_deps, db, { userId }) => {
    const out = []
    for (const row of await invoicesOf(db, userId)) {
      const open = (await documentsOf(db, row.id)).some(({ status }) => status !== 'issued' && status !== 'dropped')
      if (open)
        out.push({
          kind: 'invoice' as const,
          id: row.id,
          number: row.payable_id,
          until: null,
          path: invoicePath({ kind: row.payable_kind, id: row.payable_id }),
        })
    }
    return out
  },
  kept: async (_deps, db, { userId }) => {
    const out = []
    for (const row of await invoicesOf(db, userId)) {
      const documents = await documentsOf(db, row.id)
      const last = Math.max(row.updated_at, ...documents.map((it) => it.updated_at))
      for (const { number } of documents)
        if (number !== null) out.push({ kind: 'invoice' as const, number, until: invoiceKeptUntil(last) })
    }
    return out
  },
  erase: async (deps, trx, { userId }) => {
    const ids = await payablesOf(trx, userId)
    if (ids.length > 0) await trx.deleteFrom('prepaid_links').where('payable_id', 'in', ids).execute()
    const without = (sealed: string): string => sealTitle(deps, { ...openTitle(deps, sealed), email: '' })
    for (const row of await invoicesOf(trx, userId)) {
      await trx
        .updateTable('invoices')
        .set({ title: without(row.title) })
        .where('id', '=', row.id)
        .execute()
      for (const { id, title } of await documentsOf(trx, row.id))
        await trx
          .updateTable('invoice_documents')
          .set({ title: without(title) })
          .where('id', '=', id)
          .execute()
    }
  },
}
