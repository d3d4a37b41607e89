/** Which providers this server uses, in order of preference. A new provider needs one line. */
import type { Deps } from '../../../../server/dependencies.ts'
import type { Config } from '../../../../server/config.ts'
import { PROVIDER_KEYS, type PaymentSettings } from '../../../../server/payment-settings.ts'
import type { Provider, PaymentSituation } from './provider-interface.ts'
import { isDown, OPERATIONS } from './provider-health.ts'
import { sandboxProvider } from '../sandbox/sandbox-provider.ts'
import { TRANSFER, transferProviders } from '../transfers/transfer-provider.ts'

const providersByServer = new WeakMap<Deps, readonly Provider[]>()

/** The providers whose keys are configured. The code and package of each are loaded only then. */
export async function realProviders(payment: PaymentSettings, clock: () => number): Promise<Provider[]> {
  const found: Provider[] = []
  if (payment.wechat) found.push((await import('./wechat/wechat-provider.ts')).wechatProvider(payment.wechat, clock))
  if (payment.alipay) found.push((await import('./alipay/alipay-provider.ts')).alipayProvider(payment.alipay, clock))
  if (payment.stripe) found.push((await import('./stripe/stripe-provider.ts')).stripeProvider(payment.stripe, clock))
  return found
}

/** Production never has the sandbox's provider; in the sandbox it serves the methods that no other does. */
export async function loadProviders(deps: Deps): Promise<void> {
  providersByServer.set(deps, [
    ...(await realProviders(deps.config.payment, deps.clock)),
    ...(deps.config.mode === 'sandbox' ? [sandboxProvider(deps)] : []),
    ...transferProviders(deps.config),
  ])
  for (const { name: service } of providers(deps))
    for (const operation of service === TRANSFER ? [] : OPERATIONS)
      deps.metrics.expect({ kind: 'payment', service, operation })
}

export const providers = (deps: Deps): readonly Provider[] => providersByServer.get(deps) ?? []

/** Replaces the providers: for tests with failing ones. */
export const replaceProviders = (deps: Deps, list: readonly Provider[]): void => void providersByServer.set(deps, list)

export function providerNamed(deps: Deps, name: string): Provider {
  const found = providers(deps).find((it) => it.name === name)
  if (!found) throw new Error(`No payment provider ${name}`)
  return found
}

/**
 * The provider of a method in this situation: the first that serves it, preferring one that answers to one that did not
 * a moment ago. The sandbox's never replaces one of real money.
 */
export function providerFor(deps: Deps, situation: PaymentSituation): Provider | undefined {
  const able = providers(deps).filter((it) => it.methods.includes(situation.method) && it.offers(situation))
  const serving = able.some((it) => !it.sandbox) ? able.filter((it) => !it.sandbox) : able
  return serving.find((it) => !isDown(deps, it)) ?? serving[0]
}

/** What production still needs: a provider that moves real money. */
export const missingProvider = ({ mode, payment }: Config): string[] =>
  mode === 'production' && !payment.stripe && !payment.alipay && !payment.wechat
    ? [`a payment provider (${PROVIDER_KEYS})`]
    : []
