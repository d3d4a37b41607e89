/**
 * Which providers did not answer a moment ago, so that payers are offered other methods first. Only a hint within this
 * process: no money depends on it, and a method that is marked as down can still be used.
 */
import type { Deps } from '../../../../server/dependencies.ts'
import { withLogIds } from '../../../../server/logs/log-context.ts'
import { callOutside } from '../../../../server/metrics/outgoing-call.ts'
import { TRANSFER } from '../transfers/transfer-provider.ts'
import { ProviderUnavailable, type Provider } from './provider-interface.ts'

/** How long a failure counts, ms: afterwards somebody has to try. */
const DOWN_FOR = 60_000

const failures = new WeakMap<Deps, Map<string, number>>()

export function isDown(deps: Deps, { name }: Pick<Provider, 'name'>): boolean {
  const failedAt = failures.get(deps)?.get(name)
  return failedAt !== undefined && deps.clock() - failedAt < DOWN_FOR
}

/** What a provider is called for, as figures name it. */
export const OPERATIONS = ['create', 'query', 'close', 'refund', 'identify'] as const

/** What a provider is asked about, for the log. */
type Asked = { payment: string; refund?: string }

/**
 * Calls a provider about one payment, and records whether it answered. Not for `identify`: anybody can send codes until
 * we are refused, and what answers them opens no trade. Transfers are asked nowhere outside.
 */
export async function askProvider<T>(
  deps: Deps,
  { name }: Pick<Provider, 'name'>,
  operation: (typeof OPERATIONS)[number],
  about: Asked,
  ask: () => Promise<T>,
): Promise<T> {
  if (name === TRANSFER) return ask()
  try {
    const answer = await withLogIds(about, () => callOutside(deps, { kind: 'payment', service: name, operation }, ask))
    if (operation !== 'identify') failures.get(deps)?.delete(name)
    return answer
  } catch (error) {
    if (error instanceof ProviderUnavailable && operation !== 'identify')
      failures.set(deps, (failures.get(deps) ?? new Map<string, number>()).set(name, deps.clock()))
    throw error
  }
}
