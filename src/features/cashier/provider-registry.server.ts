/** Which providers this server pays through, in the order in which they are preferred. One line for a provider that is added. */
import type { Deps } from '../../server/dependencies.ts'
import type { Config } from '../../server/config.ts'
import type { Provider, PaymentSituation } from './provider.server.ts'
import { isDown } from './provider-health.server.ts'
import { sandboxProvider } from './sandbox/sandbox-provider.server.ts'

const providersByServer = new WeakMap<Deps, readonly Provider[]>()

/** Production never has the sandbox's. */
export async function loadProviders(deps: Deps): Promise<void> {
  providersByServer.set(deps, deps.config.mode === 'sandbox' ? [sandboxProvider(deps)] : [])
}

export const providers = (deps: Deps): readonly Provider[] => providersByServer.get(deps) ?? []

/** Hands in other providers: tests that fail on purpose. */
export const replaceProviders = (deps: Deps, list: readonly Provider[]): void => void providersByServer.set(deps, list)

export function providerNamed(deps: Deps, name: string): Provider {
  const found = providers(deps).find((it) => it.name === name)
  if (!found) throw new Error(`No payment provider ${name}`)
  return found
}

/** The provider of a method there: the first that serves it, one that answers before one that gave no answer a moment ago. */
export function providerFor(deps: Deps, situation: PaymentSituation): Provider | undefined {
  const serving = providers(deps).filter((it) => it.methods.includes(situation.method) && it.offers(situation))
  return serving.find((it) => !isDown(deps, it)) ?? serving[0]
}

/** What production still lacks: a provider that moves real money. */
export const missingProvider = (config: Config): string[] => (config.mode === 'production' ? ['a payment provider'] : [])
