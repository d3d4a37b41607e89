/** Checks whose tuition payment it is, and moves payments from the device that sent them to the person who logs in (decision 0034). */
import type { Trx } from '../../server/db/database.ts'
import type { Deps, OnContactEnded, OnLogin, OnSignOutElsewhere } from '../../server/dependencies.ts'
import { holderOfCaller, opensByDevice } from '../../server/device-access.ts'
import { Refusal, type Context } from '../../server/call-handlers.ts'
import { contactMac } from '../orders/api.server.ts'
import type { EducationOrderTable } from './tables.server.ts'

/** Most payments of one device or person that are listed, latest first. */
const MOST_SHOWN = 50

const callerOwns = ({ caller, deps }: Pick<Context, 'caller' | 'deps'>, row: EducationOrderTable): boolean =>
  (caller.kind === 'user' && row.user_id === caller.userId) || opensByDevice(caller, deps.clock(), { ...row, changedAt: Number(row.updated_at) })

/** The caller's payments, newest first. */
export async function ordersOfCaller(ctx: Context): Promise<EducationOrderTable[]> {
  const { deps, caller } = ctx
  const holder = holderOfCaller(caller)
  const user = caller.kind === 'user' ? caller.userId : undefined
  if (holder === undefined && user === undefined) return []
  const rows = await deps.db.selectFrom('education_orders').selectAll()
    .where((eb) => eb.or([...(user === undefined ? [] : [eb('user_id', '=', user)]), ...(holder === undefined ? [] : [eb('holder', '=', holder)])]))
    .orderBy('submitted_at', 'desc').orderBy('id').limit(MOST_SHOWN).execute()
  return rows.filter((row) => callerOwns(ctx, row))
}

/** Refuses `not_found` alike for an unknown number and for somebody else's. */
export async function orderOfCaller(ctx: Context, db: Trx | Deps['db'], id: string): Promise<EducationOrderTable> {
  const row = await db.selectFrom('education_orders').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || !callerOwns(ctx, row)) throw new Refusal('not_found')
  return row
}

/** A login takes over payments sent from this device, and those sent under the mobile number or email that it proves. */
export const attachTuition: OnLogin = async (deps, trx, { userId, destination, holder, countsFrom }) => {
  if (holder !== undefined) {
    await trx.updateTable('education_orders').set({ user_id: userId }).where('holder', '=', holder).where('user_id', 'is', null).execute()
    await trx.updateTable('education_orders').set({ holder: null }).where('holder', '=', holder).execute()
  }
  const mac = contactMac(deps, destination)
  if (mac === null) return
  await trx.updateTable('education_orders').set({ user_id: userId }).where('user_id', 'is', null).where('contact_mac', '=', mac).where('submitted_at', '>', countsFrom).execute()
}

/** Payments sent with a contact that is being given up stay with the person who had it. */
export const keepTuition: OnContactEnded = async (_deps, trx, { userId, mac, countsFrom, until }) => {
  await trx.updateTable('education_orders').set({ user_id: userId }).where('user_id', 'is', null).where('contact_mac', '=', mac)
    .where('submitted_at', '>', countsFrom).where('submitted_at', '<=', until).execute()
}

/** "Sign out everywhere else" also ends the access that other devices have without a session. */
export const detachTuition: OnSignOutElsewhere = async (_deps, trx, { userId }) => {
  await trx.updateTable('education_orders').set({ holder: null }).where('user_id', '=', userId).execute()
}
