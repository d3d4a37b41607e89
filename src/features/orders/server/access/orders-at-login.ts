/**
 * Moves orders from the device that made them to the person who logs in, and limits what the device's secret can do
 * afterwards (decision 0034).
 */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { DEVICE_MS } from '../../../../server/http/device-access.ts'
import type { Recurring } from '../../../../server/jobs/outbox.ts'
import { contactMac } from './order-access.ts'
import { isSent } from './order-owner.ts'
import { setOwner, type OwnerOccasion } from './set-order-owner.ts'
import type { OnContactEnded, OnLogin, OnSignOutElsewhere } from '../../../session/server/door.ts'

const DAY = 86_400_000

/**
 * A login takes over the orders made on this device, and those sent under the mobile number or email that it proves. It
 * takes over no unsent draft by its contact: the address was never confirmed, and a draft shows ID numbers and health
 * answers in full. One whose link was sent there is opened from that link (`attachOpened`), so that a mistyped address
 * can be corrected until somebody has followed it.
 */
export const attachOrders: OnLogin = async (deps, trx, { userId, destination, holder, countsFrom }) => {
  const mac = contactMac(deps, destination)
  if (holder !== undefined) await attachDevice(deps, trx, { userId, holder, mac })
  if (mac === null) return
  await attachSent(trx, { userId, mac, from: countsFrom, until: Infinity, occasion: 'login', at: deps.clock() })
}

/** Orders made with a contact that is being given up stay with the person who had it. */
export const keepOrders: OnContactEnded = (deps, trx, { userId, mac, countsFrom, until }) =>
  attachSent(trx, { userId, mac, from: countsFrom, until, occasion: 'contact given up', at: deps.clock() })

interface Proven {
  userId: string
  mac: string
  /** The contact is theirs for orders made within this time. */
  from: number
  until: number
  occasion: OwnerOccasion
  at: number
}

/** Orders without an owner that were sent under a contact. */
async function attachSent(trx: Trx, { userId, mac, from, until, occasion, at }: Proven): Promise<void> {
  const rows = await trx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', 'is', null)
    .where('created_at', '>', from)
    .where((eb) => eb.or([eb('buyer_mobile_mac', '=', mac), eb('buyer_email_mac', '=', mac)]))
    .execute()
  const sent = rows.filter((row) => isSent(row) && row.created_at <= until)
  for (const row of sent)
    await setOwner(trx, row, {
      owner: userId,
      ownedBy: row.link_mac === mac ? 'link' : 'address',
      occasion,
      by: `user:${userId}`,
      at,
    })
}

/**
 * The login takes over orders without an owner, and those whose contact it proves even if another login took them over
 * by another contact. From then on the device's secret opens none of the orders that it made, and can begin no more.
 */
async function attachDevice(
  deps: Deps,
  trx: Trx,
  { userId, holder, mac }: { userId: string; holder: string; mac: string | null },
): Promise<void> {
  const rows = await trx.selectFrom('orders').selectAll().where('holder', '=', holder).execute()
  const taken = rows.filter(
    (row) =>
      row.user_id === null ||
      row.user_id === userId ||
      (mac !== null && (row.buyer_mobile_mac === mac || row.buyer_email_mac === mac)),
  )
  for (const row of taken)
    await setOwner(trx, row, {
      owner: userId,
      ownedBy: 'device',
      occasion: 'login',
      by: `user:${userId}`,
      at: deps.clock(),
    })
  await trx.updateTable('orders').set({ holder: null }).where('holder', '=', holder).execute()
  const spent_at = deps.clock()
  await trx
    .insertInto('device_secrets')
    .values({ holder, first_at: spent_at, spent_at })
    .onConflict((conflict) => conflict.column('holder').doUpdateSet({ spent_at }))
    .execute()
}

/** "Sign out everywhere else" also ends the access that other devices have without a session. */
export const detachOrders: OnSignOutElsewhere = async (_deps, trx, { userId }) => {
  await trx.updateTable('orders').set({ holder: null }).where('user_id', '=', userId).execute()
}

/**
 * Whether a device's secret may begin an order without a session: no session has used it, and it is not too old. Its
 * first use is stored.
 */
export async function mayStartOrder(trx: Trx, holder: string, now: number): Promise<boolean> {
  await trx
    .insertInto('device_secrets')
    .values({ holder, first_at: now, spent_at: null })
    .onConflict((conflict) => conflict.column('holder').doNothing())
    .execute()
  const secret = await trx
    .selectFrom('device_secrets')
    .selectAll()
    .where('holder', '=', holder)
    .executeTakeFirstOrThrow()
  return secret.spent_at === null && secret.first_at > now - DEVICE_MS
}

/** A browser that was not used for a year has made a new secret by then, or is told to make one. */
const SECRET_HISTORY_MS = 400 * DAY

export const deleteOldDeviceSecrets: Recurring = {
  kind: 'orders.secrets',
  lane: 'sweeps',
  every: DAY,
  run: async ({ write, clock }) => {
    await write((trx) =>
      trx
        .deleteFrom('device_secrets')
        .where('first_at', '<=', clock() - SECRET_HISTORY_MS)
        .execute(),
    )
  },
}
