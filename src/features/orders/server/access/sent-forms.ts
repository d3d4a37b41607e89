/**
 * Forms that are sent with or without a login beside orders for insurance: applications to overseas insurers, tuition
 * payments. Whose they are, and how many one sender may send.
 */
import { expressionBuilder, type Expression, type SqlBool } from 'kysely'
import { foundOnlyBy, type ClosingContact } from '../../../../server/personal-data/account-closure.ts'
import { Refusal, type Context } from '../../../../server/http/call-handlers.ts'
import type { Caller } from '../../../../server/http/caller.ts'
import type { Database } from '../../../../server/db/database-rows.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { holderOfCaller, type Sender } from '../../../../server/http/device-access.ts'
import type { HookPart } from '../../../../server/define-hook.ts'
import {
  contactEnded,
  loggedIn,
  signedOutElsewhere,
  type OnContactEnded,
  type OnLogin,
  type OnSignOutElsewhere,
} from '../../../session/server/door.ts'
import { callerOwns, contactMac } from './order-access.ts'
import { mayStartOrder } from './orders-at-login.ts'

type FormTable = 'education_orders' | 'overseas_applications'

const DAY_MS = 86_400_000

/**
 * Rows that the caller's login or device sent; `callerOwns` says which of them it still opens. `undefined` for a caller
 * of whom nothing is known.
 */
export function sentBy(caller: Caller): Expression<SqlBool> | undefined {
  const eb = expressionBuilder<Database, FormTable | 'orders'>()
  const holder = holderOfCaller(caller)
  const owners = [
    ...(caller.kind === 'user' ? [eb('user_id', '=', caller.userId)] : []),
    ...(holder === undefined ? [] : [eb('holder', '=', holder)]),
  ]
  return owners.length === 0 ? undefined : eb.or(owners)
}

/** Most forms of one device or person that are listed. */
const MOST_SHOWN = 50

/** The caller's forms, newest first. */
export async function formsOfCaller<T extends FormTable>(ctx: Context, table: T) {
  const sent = sentBy(ctx.caller)
  if (!sent) return []
  const rows = await ctx.deps.db
    .selectFrom<FormTable>(table)
    .selectAll()
    .where(sent)
    .orderBy('submitted_at', 'desc')
    .orderBy('id')
    .limit(MOST_SHOWN)
    .$castTo<Database[T]>()
    .execute()
  return rows.filter((row) => callerOwns(ctx, row))
}

/** Refuses `not_found` alike for an unknown number and for somebody else's. */
export async function formOfCaller<T extends FormTable>(ctx: Context, table: T, id: string) {
  const row = await ctx.deps.db
    .selectFrom<FormTable>(table)
    .selectAll()
    .where('id', '=', id)
    .$castTo<Database[T]>()
    .executeTakeFirst()
  if (!row || !callerOwns(ctx, row)) throw new Refusal('not_found')
  return row
}

/** Refuses a device whose secret may begin nothing without a session, and whoever sent this many in the last day. */
export async function requireMaySend(
  trx: Trx,
  table: FormTable,
  { user, holder }: Sender,
  { now, mostADay }: { now: number; mostADay: number },
): Promise<void> {
  if (holder !== null && !(await mayStartOrder(trx, holder, now)))
    throw new Refusal('invalid', { fields: { unique: 'spent' } })
  const today = await trx
    .selectFrom(table)
    .select('submitted_at')
    .where(user === null ? 'holder' : 'user_id', '=', user ?? holder)
    .where('submitted_at', '>', now - DAY_MS)
    .orderBy('submitted_at')
    .execute()
  const [oldest] = today
  if (oldest && today.length >= mostADay)
    throw new Refusal('too_many', { retryAfter: Math.ceil((oldest.submitted_at + DAY_MS - now) / 1000) })
}

/** When an account is closed, no contact of its person leads to a form any more: see `foundOnlyBy`. */
export async function dropContacts(trx: Trx, table: FormTable, contacts: readonly ClosingContact[]): Promise<void> {
  await trx
    .updateTable(table)
    .set({ contact_mac: '' })
    .where(foundOnlyBy(contacts, 'contact_mac', 'submitted_at'))
    .execute()
}

/** Moves forms from the device that sent them to the person who logs in (decision 0034). */
export function formOwnership(table: FormTable): HookPart[] {
  /** A login takes over forms sent from this device, and those sent under the mobile number or email that it proves. */
  const onLogin: OnLogin = async (deps, trx, { userId, destination, holder, countsFrom }) => {
    if (holder !== undefined) {
      await trx
        .updateTable(table)
        .set({ user_id: userId })
        .where('holder', '=', holder)
        .where('user_id', 'is', null)
        .execute()
      await trx.updateTable(table).set({ holder: null }).where('holder', '=', holder).execute()
    }
    const mac = contactMac(deps, destination)
    if (mac === null) return
    await trx
      .updateTable(table)
      .set({ user_id: userId })
      .where('user_id', 'is', null)
      .where('contact_mac', '=', mac)
      .where('submitted_at', '>', countsFrom)
      .execute()
  }
  /** Forms sent with a contact that is being given up stay with the person who had it. */
  const onContactEnded: OnContactEnded = async (_deps, trx, { userId, mac, countsFrom, until }) => {
    await trx
      .updateTable(table)
      .set({ user_id: userId })
      .where('user_id', 'is', null)
      .where('contact_mac', '=', mac)
      .where('submitted_at', '>', countsFrom)
      .where('submitted_at', '<=', until)
      .execute()
  }
  /** "Sign out everywhere else" also ends the access that other devices have without a session. */
  const onSignOutElsewhere: OnSignOutElsewhere = async (_deps, trx, { userId }) => {
    await trx.updateTable(table).set({ holder: null }).where('user_id', '=', userId).execute()
  }
  return [loggedIn.part(onLogin), contactEnded.part(onContactEnded), signedOutElsewhere.part(onSignOutElsewhere)]
}
