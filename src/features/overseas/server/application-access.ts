/** Checks whose application it is. */
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { Refusal, type Context } from '../../../server/http/call-handlers.ts'
import { callerOwns, sentBy } from '../../orders/server/door.ts'
import type { OverseasApplicationTable } from '../tables.ts'

/** Most applications of one device or person that are listed, latest first. */
const MOST_SHOWN = 50

/** The caller's applications, newest first. */
export async function applicationsOfCaller(ctx: Context): Promise<OverseasApplicationTable[]> {
  const sent = sentBy(ctx.caller)
  if (!sent) return []
  const rows = await ctx.deps.db
    .selectFrom('overseas_applications')
    .selectAll()
    .where(sent)
    .orderBy('submitted_at', 'desc')
    .orderBy('id')
    .limit(MOST_SHOWN)
    .execute()
  return rows.filter((row) => callerOwns(ctx, row))
}

/** Refuses `not_found` alike for an unknown number and for someone else's. */
export async function applicationOfCaller(
  ctx: Context,
  db: Trx | Deps['db'],
  id: string,
): Promise<OverseasApplicationTable> {
  const row = await db.selectFrom('overseas_applications').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || !callerOwns(ctx, row)) throw new Refusal('not_found')
  return row
}
