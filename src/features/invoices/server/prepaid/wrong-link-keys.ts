/** Limits tries of unknown keys by network address and neighbourhood. */
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { networkOf } from '../../../../server/http/network-address.ts'
import { RateLimit } from '../../../../server/http/rate-limit.ts'

/** Wrong keys in a quarter of an hour: enough for a wrongly copied address, also in an office. */
export const WRONG_KEYS_PER_ADDRESS = 10
const WRONG_KEYS_PER_NETWORK = 100
const WINDOW_MS = 15 * 60_000

interface Counted {
  address: RateLimit
  prefix: RateLimit
}
const countsByServer = new WeakMap<Deps, Counted>()

function countsOf(deps: Deps): Counted {
  const counted = countsByServer.get(deps) ?? {
    address: new RateLimit(WRONG_KEYS_PER_ADDRESS, WINDOW_MS),
    prefix: new RateLimit(WRONG_KEYS_PER_NETWORK, WINDOW_MS),
  }
  countsByServer.set(deps, counted)
  return counted
}

/**
 * Counts a wrong key, and refuses whoever has tried too many. Only wrong keys come here: a neighbour's tries must not
 * lock out somebody with a right one, and 160 bits cannot be guessed by the answers either.
 */
export function refuseManyWrongKeys(deps: Deps, ip: string): void {
  const { address, prefix } = networkOf(ip)
  const counted = countsOf(deps)
  const now = deps.clock()
  const retryAfter = counted.address.secondsToWait(address, now) || counted.prefix.secondsToWait(prefix, now)
  if (retryAfter > 0) throw new Refusal('too_many', { retryAfter })
}
