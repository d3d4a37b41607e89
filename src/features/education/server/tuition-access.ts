/** Checks whose tuition payment it is. */
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { Refusal, type Context } from '../../../server/http/call-handlers.ts'
import { callerOwns, sentBy } from '../../orders/server/door.ts'
import type { EducationOrderTable } from '../tables.ts'

/** Most payments of one device or person that are listed, latest first. */
const MOST_SHOWN = 50

/** The caller's payments, newest first. */
export async function ordersOfCaller(ctx: Context): Promise<EducationOrderTable[]> {
  const sent = sentBy(ctx.caller)
  if (!sent) return []
  const rows = await ctx.deps.db
    .selectFrom('education_orders')
    .selectAll()
    .where(sent)
    .orderBy('submitted_at', 'desc')
    .orderBy('id')
    .limit(MOST_SHOWN)
    .execute()
  return rows.filter((row) => callerOwns(ctx, row))
}

/** Refuses `not_found` alike for an unknown number and for somebody else's. */
export async function orderOfCaller(ctx: Context, db: Trx | Deps['db'], id: string): Promise<EducationOrderTable> {
  const row = await db.selectFrom('education_orders').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || !callerOwns(ctx, row)) throw new Refusal('not_found')
  return row
}
