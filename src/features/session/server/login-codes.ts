/**
 * Login codes: created, limited, checked and used; stored as an HMAC. A code belongs to the device that requested it:
 * requests and guesses by strangers at the same destination neither replace it nor use up its tries (decision 0034).
 */
import { randomInt } from 'node:crypto'
import { inUseAmong } from './contacts/held-contacts.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { clearBounced } from '../../../server/messages/bounces/undeliverable-mailboxes.ts'
import { comparedDestination, destinationMac } from '../../../server/keys/destination-mac.ts'
import { newId } from '../../../server/new-id.ts'
import { mailboxOf } from '../../../lib/people/contact.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import type { Lang } from '../../../lib/locale.ts'
import { recordWrongCode, resetFailures, waitAfterFailures } from './login-failures.ts'
import { networkOf } from '../../../server/http/network-address.ts'
import { attemptsAllowed, CODE_MS } from './code-guesses-allowed.ts'
import {
  KNOWN_DEVICE_MS,
  LIMIT_KEYS,
  RESEND_SECONDS,
  SEND_HISTORY_MS,
  secondsUntilNextSend,
  type LimitKey,
} from './when-a-code-may-be-sent.ts'
import { CONFIRM_MS } from './contacts/undo-contact-change.ts'
import { SESSION_HISTORY_MS } from './when-a-session-ends.ts'
import type { LoginCodeTable } from '../tables.ts'
import { accountCodeMessages, contactMessages } from './contacts/contact-messages.ts'
import { coreMessages } from '../../../server/messages/define-message.ts'

/** Who requests a code, or enters one: `device` is the identifier from `deviceOf`, not a credential. */
export interface CodeRequester {
  destination: string
  ip: string
  device: string
  /** What the code allows, `login` when not given: a code sent for another purpose is not accepted. */
  purpose?: CodePurpose
  /** The account that it changes: it is useless in someone else's session. */
  account?: string
}

/** The message for each purpose of a code, which states the purpose. */
const MESSAGES = {
  login: coreMessages.login_code,
  export: accountCodeMessages.account_export_code,
  close: accountCodeMessages.account_close_code,
  confirm: contactMessages.contact_confirm,
  contact: contactMessages.contact_code,
  reach: contactMessages.contact_reach,
}
export type CodePurpose = keyof typeof MESSAGES

export type SendResult =
  | { ok: true; resendAfter: number }
  | { ok: false; reason: 'too_soon' | 'too_many'; retryAfter: number }

/** Six digits of chance. */
export const newCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0')

function codeText({ destination, purpose = 'login', account }: CodeRequester, code: string): string {
  const sent = `${comparedDestination(destination)}:${code}`
  return purpose === 'login' ? sent : `${purpose}:${account === undefined ? '' : `${account}:`}${sent}`
}

/**
 * Keyed hashes of the requester; those of device and network include the destination, so that rows of two destinations
 * do not reveal a common requester.
 */
function requesterMacs(deps: Deps, { destination: typed, ip, device }: CodeRequester) {
  const network = networkOf(ip)
  const destination = comparedDestination(typed)
  const mailbox = mailboxOf(destination)
  return {
    destination: destinationMac(deps, destination),
    device: deps.seal.mac('login.device', JSON.stringify([destination, device])),
    here: deps.seal.mac('login.here', JSON.stringify([destination, network.address])),
    // A mail address with a `+` suffix reaches the same person, so its messages are counted together.
    mailbox: destinationMac(deps, mailbox),
    mailboxHere: deps.seal.mac('login.here', JSON.stringify([mailbox, network.address])),
    address: deps.seal.mac('login.network', network.address),
    prefix: deps.seal.mac('login.network', `${network.prefix}/`),
  }
}
type Macs = ReturnType<typeof requesterMacs>

/** Sends a code unless a limit prevents it. The reply does not reveal whether the destination has an account. */
export async function issueCode(deps: Deps, to: CodeRequester & { lang: Lang }): Promise<SendResult> {
  const now = deps.clock()
  const macs = requesterMacs(deps, to)
  const code = newCode()
  return deps.write(async (trx) => {
    // Locked in a fixed order, so that two requests that share some of them cannot deadlock.
    for (const mac of [...new Set([macs.destination, macs.mailbox, macs.address, macs.prefix])].sort())
      await lockFor(trx, `login:${mac}`)
    const known = await isKnownDevice(trx, macs.device, now)
    const pair = known ? macs.device : macs.mailboxHere
    const sends = await earlierSends(trx, { ...macs, destination: macs.mailbox, pair }, now)
    const wait = secondsUntilNextSend(now, sends, known)
    if (wait > 0) return { ok: false, reason: wait <= RESEND_SECONDS ? 'too_soon' : 'too_many', retryAfter: wait }
    const tries = attemptsAllowed(known, sends.destination.length)
    const purpose = to.purpose ?? 'login'
    await trx
      .deleteFrom('login_codes')
      .where('destination_mac', '=', macs.destination)
      .where('device_mac', '=', macs.device)
      .where('purpose', '=', purpose)
      .execute()
    await trx
      .insertInto('login_codes')
      .values({
        id: newId(),
        purpose,
        destination_mac: macs.destination,
        device_mac: macs.device,
        here_mac: macs.here,
        code_mac: deps.seal.mac('login.code', codeText(to, code)),
        sent_at: now,
        expires_at: now + CODE_MS,
        tries_left: tries.own,
        neighbour_tries_left: tries.neighbours,
      })
      .execute()
    await trx
      .insertInto('login_sends')
      .values({
        id: newId(),
        pair_mac: pair,
        destination_mac: known ? null : macs.mailbox,
        address_mac: macs.address,
        prefix_mac: macs.prefix,
        at: now,
      })
      .execute()
    await deps.messages.send(trx, MESSAGES[purpose], {
      to: to.destination,
      lang: to.lang,
      customer: known || (await inUseAmong(trx, [macs.destination])).length > 0,
      vars: { code, minutes: String(LIMITS.codeMinutes) },
    })
    return { ok: true, resendAfter: RESEND_SECONDS }
  })
}

async function isKnownDevice(trx: Trx, device: string, now: number): Promise<boolean> {
  const row = await trx
    .selectFrom('login_devices')
    .select('last_at')
    .where('device_mac', '=', device)
    .executeTakeFirst()
  return row !== undefined && row.last_at > now - KNOWN_DEVICE_MS
}

async function earlierSends(
  trx: Trx,
  macs: Record<LimitKey, string>,
  now: number,
): Promise<Record<LimitKey, number[]>> {
  const out: Record<LimitKey, number[]> = { pair: [], destination: [], address: [], prefix: [] }
  for (const party of LIMIT_KEYS) {
    const rows = await trx
      .selectFrom('login_sends')
      .select('at')
      .where(`${party}_mac`, '=', macs[party])
      .where('at', '>', now - SEND_HISTORY_MS)
      .orderBy('at', 'desc')
      .limit(500)
      .execute()
    out[party] = rows.map((row) => row.at)
  }
  return out
}

export type CodeCheck =
  | { ok: true }
  | { ok: false; reason: 'code_wrong'; triesLeft: number }
  | { ok: false; reason: 'code_expired' }
  | { ok: false; reason: 'backoff'; retryAfter: number }

/**
 * Checks a code and uses it up, inside one write transaction, so that of two equal calls only one succeeds. A try is
 * counted before the code is compared; the caller must commit even when the result is a refusal. The device's own code
 * is compared first, and only this device's own wrong codes delay it.
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

  const column = found.own ? ('tries_left' as const) : ('neighbour_tries_left' as const)
  const triesLeft = found.row[column] - 1
  await trx
    .updateTable('login_codes')
    .set({ [column]: triesLeft })
    .where('id', '=', found.row.id)
    .execute()
  if (!deps.seal.verify('login.code', codeText(asker, code), found.row.code_mac)) {
    await recordWrongCode(deps, trx, { party, destination: macs.destination })
    return triesLeft > 0 ? { ok: false, reason: 'code_wrong', triesLeft } : { ok: false, reason: 'code_expired' }
  }
  await trx.deleteFrom('login_codes').where('id', '=', found.row.id).execute()
  await resetFailures(trx, party)
  await clearBounced(deps, trx, macs.destination)
  const seen = { last_at: now }
  await trx
    .insertInto('login_devices')
    .values({ device_mac: macs.device, ...seen })
    .onConflict((conflict) => conflict.column('device_mac').doUpdateSet(seen))
    .execute()
  return { ok: true }
}

/** The code that this device requested; otherwise the latest that another device in this network requested. */
async function findLiveCode(
  trx: Trx,
  macs: Macs,
  purpose: CodePurpose,
  now: number,
): Promise<{ row: LoginCodeTable; own: boolean } | undefined> {
  const live = await trx
    .selectFrom('login_codes')
    .selectAll()
    .where('destination_mac', '=', macs.destination)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .orderBy('sent_at', 'desc')
    .execute()
  const own = live.find((row) => row.device_mac === macs.device)
  if (own) return own.tries_left > 0 ? { row: own, own: true } : undefined
  const near = live.find((row) => row.here_mac === macs.here && row.neighbour_tries_left > 0)
  return near && { row: near, own: false }
}

/** Deletes rows that no limit counts any more. */
export async function deleteExpiredLoginRows(deps: Deps): Promise<void> {
  const now = deps.clock()
  await deps.write(async (trx) => {
    await trx
      .deleteFrom('login_sends')
      .where('at', '<=', now - SEND_HISTORY_MS)
      .execute()
    await trx
      .deleteFrom('login_codes')
      .where('expires_at', '<=', now - SEND_HISTORY_MS)
      .execute()
    await trx
      .deleteFrom('login_guesses')
      .where('at', '<=', now - SEND_HISTORY_MS)
      .execute()
    await trx
      .deleteFrom('login_failures')
      .where('at', '<=', now - SEND_HISTORY_MS)
      .where('until', '<=', now)
      .execute()
    await trx
      .deleteFrom('login_devices')
      .where('last_at', '<=', now - KNOWN_DEVICE_MS)
      .execute()
    await trx
      .deleteFrom('sessions')
      .where('ends_at', '<=', now - SESSION_HISTORY_MS)
      .execute()
    await trx
      .deleteFrom('account_questions')
      .where('asked_at', '<=', now - CONFIRM_MS)
      .execute()
    await trx
      .deleteFrom('exchange_codes')
      .where('expires_at', '<=', now - SEND_HISTORY_MS)
      .execute()
  })
}
