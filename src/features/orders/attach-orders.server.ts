/** From the device that made an order to the person who logs in, and what is left of the device's secret then (decision 0034). */
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import { DEVICE_MS } from '../../server/device-access.ts'
import type { OnContactEnded, OnLogin, OnSignOutElsewhere } from '../../server/server-feature.ts'
import type { Recurring } from '../../server/outbox.ts'
import { contactMac } from './access.server.ts'

const DAY = 86_400_000

/**
 * What was ordered on this device becomes the person's, and what was sent under this proven mobile number or email. An
 * unsent draft is not: its address was never confirmed, and a draft shows ID numbers and health answers in full. It is, once its buyer
 * had the way back sent to this very address.
 */
export const attachOrders: OnLogin = async (deps, trx, { userId, destination, holder, countsFrom }) => {
  const mac = contactMac(deps, destination)
  if (holder !== undefined) await attachDevice(deps, trx, { userId, holder, mac })
  if (mac === null) return
  await trx.updateTable('orders').set({ user_id: userId }).where('user_id', 'is', null)
    .where((eb) => eb.and([
      eb.or([eb('buyer_mobile_mac', '=', mac), eb('buyer_email_mac', '=', mac)]), eb('created_at', '>', countsFrom),
      eb.or([eb('status', '!=', 'created'), eb('review', 'is not', null)]),
    ])).execute()
  await trx.updateTable('orders').set({ user_id: userId, link_mac: null }).where('user_id', 'is', null).where('link_mac', '=', mac).execute()
}

/** What was ordered with a contact that is given up stays with the person who had it. */
export const keepOrders: OnContactEnded = async (_deps, trx, { userId, mac, countsFrom, until }) => {
  await trx.updateTable('orders').set({ user_id: userId }).where('user_id', 'is', null).where('created_at', '>', countsFrom).where('created_at', '<=', until)
    .where((eb) => eb.and([
      eb.or([eb('buyer_mobile_mac', '=', mac), eb('buyer_email_mac', '=', mac)]), eb.or([eb('status', '!=', 'created'), eb('review', 'is not', null)]),
    ])).execute()
}

/**
 * The login takes over what nobody had, and what it proves the address of, whoever proved another address of it elsewhere. From then on
 * the secret opens nothing of all that it made, and makes nothing more.
 */
async function attachDevice(deps: Deps, trx: Trx, { userId, holder, mac }: { userId: string; holder: string; mac: string | null }): Promise<void> {
  await trx.updateTable('orders').set({ user_id: userId }).where('holder', '=', holder)
    .where((eb) => eb.or([
      eb('user_id', 'is', null), ...(mac === null ? [] : [eb('buyer_mobile_mac', '=', mac), eb('buyer_email_mac', '=', mac)]),
    ])).execute()
  await trx.updateTable('orders').set({ holder: null }).where('holder', '=', holder).execute()
  const spent_at = deps.clock()
  await trx.insertInto('device_secrets').values({ holder, first_at: spent_at, spent_at })
    .onConflict((conflict) => conflict.column('holder').doUpdateSet({ spent_at })).execute()
}

/** "Sign out everywhere else" ends what other devices open without a session, too. */
export const detachOrders: OnSignOutElsewhere = async (_deps, trx, { userId }) => {
  await trx.updateTable('orders').set({ holder: null }).where('user_id', '=', userId).execute()
}

/** Whether a secret may begin an order without a session: it has been in none, and is not too old. Its first use is remembered. */
export async function mayStartOrder(trx: Trx, holder: string, now: number): Promise<boolean> {
  await trx.insertInto('device_secrets').values({ holder, first_at: now, spent_at: null })
    .onConflict((conflict) => conflict.column('holder').doNothing()).execute()
  const secret = await trx.selectFrom('device_secrets').selectAll().where('holder', '=', holder).executeTakeFirstOrThrow()
  return secret.spent_at === null && Number(secret.first_at) > now - DEVICE_MS
}

/** A browser that was not used for a year makes a secret anew by then, or is told to. */
const SECRET_HISTORY_MS = 400 * DAY

export const deleteOldDeviceSecrets: Recurring = {
  kind: 'orders.secrets',
  every: DAY,
  run: async ({ write, clock }) => {
    await write((trx) => trx.deleteFrom('device_secrets').where('first_at', '<=', clock() - SECRET_HISTORY_MS).execute())
  },
}
