/**
 * Lists the methods that a payer is offered. Which devices and browsers each works on is decided by its provider, in
 * `providers/<provider>/<provider>-on-devices.ts`, and for wallets' own browsers in `methods-by-browser.ts`.
 */
import type { Context } from '../../../../server/http/call-handlers.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../rules/payment-methods.ts'
import { isDown } from '../providers/provider-health.ts'
import type { Payer } from '../providers/provider-interface.ts'
import { providerFor } from '../providers/provider-registry.ts'
import { isTransferable, type Payability } from './payability.ts'
import { walletBrowserOf, type MethodOffer } from '../../rules/methods-by-browser.ts'

/** The payer's data that gateways need. */
export const payerOf = ({ ip, device, userAgent }: Context): Payer => ({
  ip,
  device,
  browser: walletBrowserOf(userAgent),
})

/** Every method that some provider serves on this device, including those that need another browser. */
export function offersFor(
  ctx: Context,
  payability: Pick<Payability, 'amount' | 'byTransfer' | 'payUntil'>,
): (MethodOffer & { sandbox: boolean })[] {
  const { deps, device } = ctx
  const situation = {
    currency: payability.amount?.currency ?? 'CNY',
    device,
    browser: payerOf(ctx).browser,
    transferable: isTransferable(payability, deps.clock()),
  }
  return PAYMENT_METHODS.flatMap((method: PaymentMethod) => {
    const here = providerFor(deps, { ...situation, method })
    const provider = here ?? providerFor(deps, { ...situation, method, browser: 'other' })
    return provider
      ? [{ id: method, sandbox: provider.sandbox, here: here !== undefined, down: isDown(deps, provider) }]
      : []
  })
}
