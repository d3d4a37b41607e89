/**
 * Which providers gave no answer a moment ago, so that payers are offered another way first. A hint of this process only: no money depends on
 * it, and whoever presses a method that is said to be down is served all the same.
 */
import type { Deps } from '../../server/dependencies.ts'
import { ProviderUnavailable, type Provider } from './provider.server.ts'

/** How long a failure counts, ms: after that somebody has to try. */
const DOWN_FOR = 60_000

const failures = new WeakMap<Deps, Map<string, number>>()

export function isDown(deps: Deps, { name }: Pick<Provider, 'name'>): boolean {
  const failedAt = failures.get(deps)?.get(name)
  return failedAt !== undefined && deps.clock() - failedAt < DOWN_FOR
}

/** Asks a provider, and remembers whether it answered. */
export async function askProvider<T>(deps: Deps, { name }: Pick<Provider, 'name'>, ask: () => Promise<T>): Promise<T> {
  try {
    const answer = await ask()
    failures.get(deps)?.delete(name)
    return answer
  } catch (error) {
    if (error instanceof ProviderUnavailable) failures.set(deps, (failures.get(deps) ?? new Map<string, number>()).set(name, deps.clock()))
    throw error
  }
}
