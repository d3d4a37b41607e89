/** Which providers this server pays through. One line for a provider that is added. */
import type { Deps } from '../../server/dependencies.ts'
import type { Config } from '../../server/config.ts'
import type { PaymentMethod } from './contract.ts'
import type { Provider } from './provider.server.ts'
import { sandboxProvider } from './sandbox/sandbox-provider.server.ts'

const providersByServer = new WeakMap<Deps, readonly Provider[]>()

/** Production has no provider of its own yet and never the sandbox's. */
function providersFor(deps: Deps): readonly Provider[] {
  return deps.config.mode === 'sandbox' ? [sandboxProvider(deps)] : []
}

export function providers(deps: Deps): readonly Provider[] {
  const known = providersByServer.get(deps) ?? providersFor(deps)
  providersByServer.set(deps, known)
  return known
}

/** Hands in other providers: tests that fail on purpose. */
export const replaceProviders = (deps: Deps, list: readonly Provider[]): void => void providersByServer.set(deps, list)

export function providerNamed(deps: Deps, name: string): Provider {
  const found = providers(deps).find((it) => it.name === name)
  if (!found) throw new Error(`No payment provider ${name}`)
  return found
}

export const providerFor = (deps: Deps, method: PaymentMethod): Provider | undefined => providers(deps).find((it) => it.methods.includes(method))

/** What production still lacks: a provider that moves real money. */
export const missingProvider = (config: Config): string[] => (config.mode === 'production' ? ['a payment provider'] : [])
