/** Login codes: made, limited, checked and consumed. One live code per destination, kept as an HMAC. */
import { randomInt } from 'node:crypto'
import type { Trx } from '../../server/db/database.ts'
import { takeTurns } from '../../server/db/turns.ts'
import type { Deps } from '../../server/deps.ts'
import { newId } from '../../server/id.ts'
import { LIMITS } from '../../lib/limits.ts'
import type { Lang } from '../../lib/locale.ts'
import { backoffUntil, CODE_MS, CODE_TRIES, networkOf, PARTIES, RESEND_SECONDS, SEND_MEMORY_MS, SESSION_MEMORY_MS, sendWait, type Party } from './rules.server.ts'

export type SendResult = { ok: true; resendAfter: number } | { ok: false; reason: 'too_soon' | 'too_many'; retryAfter: number }

/** Finds a destination without keeping it. */
export const destinationMac = (deps: Deps, destination: string): string => deps.seal.mac('login.destination', destination)

const codeMac = (deps: Deps, destination: string, code: string): string => deps.seal.mac('login.code', `${destination}:${code}`)

/** Sends a code unless a limit holds it back. The answer does not tell whether the destination has an account. */
export async function issueCode(deps: Deps, to: { destination: string; lang: Lang; ip: string }): Promise<SendResult> {
  const now = deps.clock()
  const macs = macsOf(deps, to)
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  return deps.write(async (trx) => {
    // In a fixed order, so that two that share some of them cannot wait for each other.
    for (const mac of Object.values(macs).sort()) await takeTurns(trx, `login:${mac}`)
    const wait = sendWait(now, await earlierSends(trx, macs, now))
    if (wait > 0) return { ok: false, reason: wait <= RESEND_SECONDS ? 'too_soon' : 'too_many', retryAfter: wait }
    const fresh = { code_mac: codeMac(deps, to.destination, code), expires_at: now + CODE_MS, tries: 0, consumed_at: null }
    await trx.insertInto('login_codes')
      .values({ destination_mac: macs.destination, ...fresh })
      .onConflict((conflict) => conflict.column('destination_mac').doUpdateSet(fresh))
      .execute()
    await trx.insertInto('login_sends')
      .values({ id: newId(), destination_mac: macs.destination, address_mac: macs.address, prefix_mac: macs.prefix, at: now })
      .execute()
    await deps.messages.send(trx, {
      template: 'login_code', to: to.destination, lang: to.lang, vars: { code, minutes: String(LIMITS.codeMinutes) },
    })
    return { ok: true, resendAfter: RESEND_SECONDS }
  })
}

function macsOf(deps: Deps, to: { destination: string; ip: string }): Record<Party, string> {
  const network = networkOf(to.ip)
  return {
    destination: destinationMac(deps, to.destination),
    address: deps.seal.mac('login.network', network.address),
    prefix: deps.seal.mac('login.network', `${network.prefix}/`),
  }
}

async function earlierSends(trx: Trx, macs: Record<Party, string>, now: number): Promise<Record<Party, number[]>> {
  const out: Record<Party, number[]> = { destination: [], address: [], prefix: [] }
  for (const party of PARTIES) {
    const rows = await trx.selectFrom('login_sends').select('at')
      .where(`${party}_mac`, '=', macs[party])
      .where('at', '>', now - SEND_MEMORY_MS)
      .orderBy('at', 'desc').limit(500).execute()
    out[party] = rows.map((row) => row.at)
  }
  return out
}

export type CheckResult =
  | { ok: true }
  | { ok: false; reason: 'code_wrong'; triesLeft: number }
  | { ok: false; reason: 'code_expired' }
  | { ok: false; reason: 'backoff'; retryAfter: number }

/**
 * Checks a code and consumes it: inside one write transaction, so of two equal calls at once only one gets in.
 * A wrong try is counted before the code is looked at; the caller must commit even when the answer is a refusal.
 */
export async function consumeCode(deps: Deps, trx: Trx, destination: string, code: string): Promise<CheckResult> {
  const now = deps.clock()
  const mac = destinationMac(deps, destination)
  await takeTurns(trx, `login:${mac}`)
  const failed = await trx.selectFrom('login_failures').selectAll().where('destination_mac', '=', mac).executeTakeFirst()
  if (failed && failed.until > now) return { ok: false, reason: 'backoff', retryAfter: Math.ceil((failed.until - now) / 1000) }

  const live = await trx.updateTable('login_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('destination_mac', '=', mac).where('consumed_at', 'is', null)
    .where('tries', '<', CODE_TRIES).where('expires_at', '>', now)
    .returningAll().executeTakeFirst()
  if (!live) return { ok: false, reason: 'code_expired' }

  if (!deps.seal.verify('login.code', `${destination}:${code}`, live.code_mac)) {
    await countFailure(trx, mac, (failed?.failures ?? 0) + 1, now)
    const triesLeft = CODE_TRIES - live.tries
    return triesLeft > 0 ? { ok: false, reason: 'code_wrong', triesLeft } : { ok: false, reason: 'code_expired' }
  }
  await trx.updateTable('login_codes').set({ consumed_at: now }).where('destination_mac', '=', mac).execute()
  await trx.deleteFrom('login_failures').where('destination_mac', '=', mac).execute()
  return { ok: true }
}

async function countFailure(trx: Trx, mac: string, failures: number, now: number): Promise<void> {
  const row = { failures, until: backoffUntil(now, failures) }
  await trx.insertInto('login_failures').values({ destination_mac: mac, ...row })
    .onConflict((conflict) => conflict.column('destination_mac').doUpdateSet(row))
    .execute()
}

/** Forgets what no limit looks at any more. */
export async function sweepCodes(deps: Deps): Promise<void> {
  const now = deps.clock()
  await deps.write(async (trx) => {
    await trx.deleteFrom('login_sends').where('at', '<=', now - SEND_MEMORY_MS).execute()
    await trx.deleteFrom('login_codes').where('expires_at', '<=', now - SEND_MEMORY_MS).execute()
    await trx.deleteFrom('sessions').where('ends_at', '<=', now - SESSION_MEMORY_MS).execute()
    await trx.deleteFrom('exchange_codes').where('expires_at', '<=', now - SEND_MEMORY_MS).execute()
  })
}
