/**
 * Login codes: made, limited, checked and consumed; kept as an HMAC. A code is the device's that asked for it: what strangers ask for and
 * guess at the same destination neither replaces it nor uses up its tries (decision 0034).
 */
import { randomInt } from 'node:crypto'
import type { Trx } from '../../server/db/database.ts'
import { lockFor } from '../../server/db/lock.ts'
import type { Deps } from '../../server/dependencies.ts'
import { clearBounced } from '../../server/messages/bounces/undeliverable-mailboxes.ts'
import { newId } from '../../server/new-id.ts'
import { mailboxOf } from '../../lib/contact.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import type { Lang } from '../../lib/locale.ts'
import { recordWrongCode, resetFailures, waitAfterFailures } from './login-failures.server.ts'
import { CODE_MS, KNOWN_DEVICE_MS, networkOf, LIMIT_KEYS, RESEND_SECONDS, SEND_HISTORY_MS, SESSION_HISTORY_MS, secondsUntilNextSend, attemptsAllowed, type LimitKey } from './rules.server.ts'
import type { LoginCodeTable } from './tables.server.ts'

/** Who asks for a code, or gives one: `device` is the recognition of `deviceOf` and no credential. */
export interface CodeRequester {
  destination: string
  ip: string
  device: string
  /** What the code allows, `login` when not given: one that was sent for another purpose does not fit. */
  purpose?: CodePurpose
  /** The account that it changes: someone else's session can do nothing with it. */
  account?: string
}

/** What a code is for, and the message that brings it, which says so. */
const TEMPLATES = {
  login: 'login_code', export: 'account_export_code', close: 'account_close_code', confirm: 'contact_confirm', contact: 'contact_code', reach: 'contact_reach',
} as const
export type CodePurpose = keyof typeof TEMPLATES

export type SendResult = { ok: true; resendAfter: number } | { ok: false; reason: 'too_soon' | 'too_many'; retryAfter: number }

/** Finds a destination without keeping it. */
export const destinationMac = (deps: Pick<Deps, 'seal'>, destination: string): string => deps.seal.mac('login.destination', destination)

const codeText = ({ destination, purpose = 'login', account }: CodeRequester, code: string): string =>
  (purpose === 'login' ? `${destination}:${code}` : `${purpose}:${account === undefined ? '' : `${account}:`}${destination}:${code}`)

/** Keyed hashes of who asks; the device's and the network's are of one destination, so that rows of two do not tell that they met. */
function requesterMacs(deps: Deps, { destination, ip, device }: CodeRequester) {
  const network = networkOf(ip)
  const mailbox = mailboxOf(destination)
  return {
    destination: destinationMac(deps, destination),
    device: deps.seal.mac('login.device', JSON.stringify([destination, device])),
    here: deps.seal.mac('login.here', JSON.stringify([destination, network.address])),
    // What follows a `+` reaches the same person, so what was sent there is counted together.
    mailbox: destinationMac(deps, mailbox),
    mailboxHere: deps.seal.mac('login.here', JSON.stringify([mailbox, network.address])),
    address: deps.seal.mac('login.network', network.address),
    prefix: deps.seal.mac('login.network', `${network.prefix}/`),
  }
}
type Macs = ReturnType<typeof requesterMacs>

/** Sends a code unless a limit holds it back. The answer does not tell whether the destination has an account. */
export async function issueCode(deps: Deps, to: CodeRequester & { lang: Lang }): Promise<SendResult> {
  const now = deps.clock()
  const macs = requesterMacs(deps, to)
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  return deps.write(async (trx) => {
    // In a fixed order, so that two that share some of them cannot wait for each other.
    for (const mac of [...new Set([macs.destination, macs.mailbox, macs.address, macs.prefix])].sort()) await lockFor(trx, `login:${mac}`)
    const known = await isKnownDevice(trx, macs.device, now)
    const pair = known ? macs.device : macs.mailboxHere
    const sends = await earlierSends(trx, { ...macs, destination: macs.mailbox, pair }, now)
    const wait = secondsUntilNextSend(now, sends, known)
    if (wait > 0) return { ok: false, reason: wait <= RESEND_SECONDS ? 'too_soon' : 'too_many', retryAfter: wait }
    const tries = attemptsAllowed(known, sends.destination.length)
    const purpose = to.purpose ?? 'login'
    await trx.deleteFrom('login_codes').where('destination_mac', '=', macs.destination).where('device_mac', '=', macs.device).where('purpose', '=', purpose).execute()
    await trx.insertInto('login_codes').values({
      id: newId(), purpose, destination_mac: macs.destination, device_mac: macs.device, here_mac: macs.here, code_mac: deps.seal.mac('login.code', codeText(to, code)),
      sent_at: now, expires_at: now + CODE_MS, tries_left: tries.own, neighbour_tries_left: tries.neighbours,
    }).execute()
    await trx.insertInto('login_sends').values({
      id: newId(), pair_mac: pair, destination_mac: known ? null : macs.mailbox, address_mac: macs.address, prefix_mac: macs.prefix, at: now,
    }).execute()
    await deps.messages.send(trx, {
      template: TEMPLATES[purpose], to: to.destination, lang: to.lang, vars: { code, minutes: String(LIMITS.codeMinutes) },
    })
    return { ok: true, resendAfter: RESEND_SECONDS }
  })
}

async function isKnownDevice(trx: Trx, device: string, now: number): Promise<boolean> {
  const row = await trx.selectFrom('login_devices').select('last_at').where('device_mac', '=', device).executeTakeFirst()
  return row !== undefined && Number(row.last_at) > now - KNOWN_DEVICE_MS
}

async function earlierSends(trx: Trx, macs: Record<LimitKey, string>, now: number): Promise<Record<LimitKey, number[]>> {
  const out: Record<LimitKey, number[]> = { pair: [], destination: [], address: [], prefix: [] }
  for (const party of LIMIT_KEYS) {
    const rows = await trx.selectFrom('login_sends').select('at')
      .where(`${party}_mac`, '=', macs[party])
      .where('at', '>', now - SEND_HISTORY_MS)
      .orderBy('at', 'desc').limit(500).execute()
    out[party] = rows.map((row) => Number(row.at))
  }
  return out
}

export type CodeCheck =
  | { ok: true }
  | { ok: false; reason: 'code_wrong'; triesLeft: number }
  | { ok: false; reason: 'code_expired' }
  | { ok: false; reason: 'backoff'; retryAfter: number }

/**
 * Checks a code and consumes it: inside one write transaction, so of two equal calls at once only one gets in. A try is counted before
 * the code is looked at; the caller must commit even when the answer is a refusal. The device's own code is looked at first, and only
 * what this device itself got wrong holds it back.
 */
export async function consumeCode(deps: Deps, trx: Trx, asker: CodeRequester, code: string): Promise<CodeCheck> {
  const now = deps.clock()
  const macs = requesterMacs(deps, asker)
  await lockFor(trx, `login:${macs.destination}`)
  const found = await findLiveCode(trx, macs, asker.purpose ?? 'login', now)
  const party = found?.own === false ? macs.here : macs.device
  const retryAfter = await waitAfterFailures(trx, party, now)
  if (retryAfter > 0) return { ok: false, reason: 'backoff', retryAfter }
  if (!found) return { ok: false, reason: 'code_expired' }

  const column = found.own ? 'tries_left' as const : 'neighbour_tries_left' as const
  const triesLeft = found.row[column] - 1
  await trx.updateTable('login_codes').set({ [column]: triesLeft }).where('id', '=', found.row.id).execute()
  if (!deps.seal.verify('login.code', codeText(asker, code), found.row.code_mac)) {
    await recordWrongCode(deps, trx, { party, destination: macs.destination })
    return triesLeft > 0 ? { ok: false, reason: 'code_wrong', triesLeft } : { ok: false, reason: 'code_expired' }
  }
  await trx.deleteFrom('login_codes').where('id', '=', found.row.id).execute()
  await resetFailures(trx, party)
  await clearBounced(deps, trx, macs.destination)
  const seen = { last_at: now }
  await trx.insertInto('login_devices').values({ device_mac: macs.device, ...seen })
    .onConflict((conflict) => conflict.column('device_mac').doUpdateSet(seen)).execute()
  return { ok: true }
}

/** The code that this device asked for; else the latest that another one in this network did. */
async function findLiveCode(trx: Trx, macs: Macs, purpose: CodePurpose, now: number): Promise<{ row: LoginCodeTable; own: boolean } | undefined> {
  const live = await trx.selectFrom('login_codes').selectAll()
    .where('destination_mac', '=', macs.destination).where('purpose', '=', purpose).where('expires_at', '>', now).orderBy('sent_at', 'desc').execute()
  const own = live.find((row) => row.device_mac === macs.device)
  if (own) return own.tries_left > 0 ? { row: own, own: true } : undefined
  const near = live.find((row) => row.here_mac === macs.here && row.neighbour_tries_left > 0)
  return near && { row: near, own: false }
}

/** Forgets what no limit looks at any more. */
export async function deleteExpiredLoginRows(deps: Deps): Promise<void> {
  const now = deps.clock()
  await deps.write(async (trx) => {
    await trx.deleteFrom('login_sends').where('at', '<=', now - SEND_HISTORY_MS).execute()
    await trx.deleteFrom('login_codes').where('expires_at', '<=', now - SEND_HISTORY_MS).execute()
    await trx.deleteFrom('login_guesses').where('at', '<=', now - SEND_HISTORY_MS).execute()
    await trx.deleteFrom('login_failures').where('at', '<=', now - SEND_HISTORY_MS).where('until', '<=', now).execute()
    await trx.deleteFrom('login_devices').where('last_at', '<=', now - KNOWN_DEVICE_MS).execute()
    await trx.deleteFrom('sessions').where('ends_at', '<=', now - SESSION_HISTORY_MS).execute()
    await trx.deleteFrom('exchange_codes').where('expires_at', '<=', now - SEND_HISTORY_MS).execute()
  })
}
