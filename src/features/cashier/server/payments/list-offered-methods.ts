/**
 * Lists the methods that a payer is offered. Which devices and browsers each works on is decided by its provider, in
 * `providers/<provider>/<provider>-on-devices.ts`, and for wallets' own browsers in `methods-by-browser.ts`.
 */
import type { Currency } from '../../../../lib/money/money.ts'
import type { Context } from '../../../../server/http/call-handlers.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../rules/payment-methods.ts'
import { isDown } from '../providers/provider-health.ts'
import type { Payer } from '../providers/provider-interface.ts'
import { providerFor } from '../providers/provider-registry.ts'
import { walletBrowserOf, type MethodOffer } from '../../rules/methods-by-browser.ts'

/** The payer's data that gateways need. */
export const payerOf = ({ ip, device, userAgent }: Context): Payer => ({
  ip,
  device,
  browser: walletBrowserOf(userAgent),
})

/** Every method that some provider serves on this device, including those that need another browser. */
export function offersFor(ctx: Context, currency: Currency): (MethodOffer & { sandbox: boolean })[] {
  const { deps, device } = ctx
  const { browser } = payerOf(ctx)
  return PAYMENT_METHODS.flatMap((id: PaymentMethod) => {
    const here = providerFor(deps, { method: id, currency, device, browser })
    const provider = here ?? providerFor(deps, { method: id, currency, device, browser: 'other' })
    return provider ? [{ id, sandbox: provider.sandbox, here: here !== undefined, down: isDown(deps, provider) }] : []
  })
}
