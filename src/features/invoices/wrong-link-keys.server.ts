/** Limits tries of unknown keys by network address and neighbourhood. Keys are 160 random bits; this keeps guesses few. */
import { Refusal } from '../../server/call-handlers.ts'
import type { Deps } from '../../server/dependencies.ts'
import { networkOf } from '../../server/network-address.ts'
import { RateLimit } from '../../server/rate-limit.ts'

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

/** Refuses whoever has tried too many, even if the key of this try is right. */
export function requireFewWrongKeys(deps: Deps, ip: string): void {
  const { address, prefix } = networkOf(ip)
  const counted = countsOf(deps)
  const retryAfter =
    counted.address.secondsLeft(address, deps.clock()) || counted.prefix.secondsLeft(prefix, deps.clock())
  if (retryAfter > 0) throw new Refusal('too_many', { retryAfter })
}

export function countWrongKey(deps: Deps, ip: string): void {
  const { address, prefix } = networkOf(ip)
  const counted = countsOf(deps)
  counted.address.secondsToWait(address, deps.clock())
  counted.prefix.secondsToWait(prefix, deps.clock())
}
