/** Rows of consents: finds them by their code, and voids those that a change made untrue. */
import { createHash } from 'node:crypto'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { tryTransition } from '../../../../server/transition.ts'
import { consentMachine } from '../order-states.ts'
import { recordAct } from '../sales-record/write-sales-log.ts'
import type { ConsentTable } from '../../tables.ts'

export const hashOfCode = (code: string): string => createHash('sha256').update(code).digest('hex')

export const consentByCode = (db: Trx | Deps['db'], code: string): Promise<ConsentTable | undefined> =>
  db.selectFrom('consents').selectAll().where('code_hash', '=', hashOfCode(code)).executeTakeFirst()

interface Voided {
  /** `null` is the insured person of an order that insures one person; family members are named by their keys. */
  persons: 'all' | readonly (string | null)[]
  why?: string
}

/** What was agreed to is no longer what is being bought: voids the consents and says so in the sales record. */
export async function voidConsents(
  deps: Deps,
  trx: Trx,
  orderId: string,
  { persons, why = 'changed' }: Voided,
): Promise<void> {
  if (persons.length === 0) return
  const rows = await trx
    .selectFrom('consents')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', '!=', 'void')
    .execute()
  for (const row of rows.filter(({ person }) => persons === 'all' || persons.includes(person))) {
    await tryTransition(trx, { machine: consentMachine, id: row.id, to: 'void', by: 'system', at: deps.clock(), why })
    if (row.status !== 'sent')
      await recordAct(deps, trx, orderId, {
        kind: 'consent_void',
        data: { was: row.status, why, ...(row.person === null ? {} : { person: row.person }) },
      })
  }
}
