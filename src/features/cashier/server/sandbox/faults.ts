/** Ways in which the sandbox gateway fails when it is told to. */
import { sql } from 'kysely'
import type { Deps } from '../../../../server/dependencies.ts'

/**
 * `api`: the next so many calls are answered 503 · `refunds_fail`, `refunds_slow`: what happens to refunds while on ·
 * `invoices_fail`: the next so many documents are refused by the tax channel.
 */
export const FAULTS = ['api', 'refunds_fail', 'refunds_slow', 'invoices_fail'] as const
export type Fault = (typeof FAULTS)[number]

export async function setFault(deps: Deps, name: Fault, left: number): Promise<void> {
  await deps.write((trx) =>
    trx
      .insertInto('gateway_faults')
      .values({ name, left })
      .onConflict((c) => c.column('name').doUpdateSet({ left }))
      .execute(),
  )
}

/** True while the fault has calls left, and counts one off. */
export async function consumeFault(deps: Deps, name: Fault): Promise<boolean> {
  const row = await deps.db.selectFrom('gateway_faults').select('left').where('name', '=', name).executeTakeFirst()
  if (!row || row.left <= 0) return false
  const done = await deps.write((trx) =>
    trx
      .updateTable('gateway_faults')
      .set({ left: sql`"left" - 1` })
      .where('name', '=', name)
      .where('left', '>', 0)
      .executeTakeFirst(),
  )
  return done.numUpdatedRows > 0n
}
