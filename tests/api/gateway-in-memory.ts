/** A payment provider in memory, for tests that decide what happens and in which order it is reported. */
import { applyTrade } from '../../src/features/cashier/server/payments/apply-trade.ts'
import { GATEWAY_METHODS } from '../../src/features/cashier/rules/payment-methods.ts'
import {
  ProviderUnavailable,
  type Provider,
  type RefundResult,
  type Trade,
} from '../../src/features/cashier/server/providers/provider-interface.ts'
import { replaceProviders } from '../../src/features/cashier/server/providers/provider-registry.ts'
import { money, type Money } from '../../src/lib/money/money.ts'
import type { TestServer } from './start-server.ts'

type Server = Pick<TestServer, 'deps'>

/** A gateway in memory whose real state the test decides, with everything it reported about each trade so far. */
export class Gateway implements Provider {
  readonly name = 'sandbox'
  readonly methods = GATEWAY_METHODS
  readonly sandbox = true
  offers = () => true
  readonly said = new Map<string, Trade[]>()
  readonly #sums = new Map<string, Money>()
  readonly #refunds = new Map<string, RefundResult>()
  silent = false

  #speak<T>(value: T): T {
    if (this.silent) throw new ProviderUnavailable('silent')
    return value
  }
  now = (id: string): Trade | undefined => this.said.get(id)?.at(-1)
  /** Changes an open trade; money may arrive even after a failure, as from a bank that reverses its decision. */
  happen(id: string, what: 'paid' | 'rejected' | 'cancelled' | 'authorization'): void {
    const state = this.now(id)?.state
    if (state === undefined || state === 'succeeded' || (state === 'failed' && what !== 'paid')) return
    const base = { paymentId: id, ref: `ref-${id}` }
    const paid = this.#sums.get(id) ?? money(0, 'CNY')
    this.said
      .get(id)
      ?.push(
        what === 'paid' ? { ...base, state: 'succeeded', paid, at: 1 } : { ...base, state: 'failed', failure: what },
      )
  }
  /** Reports what became of a trade, as the gateway's notification would. */
  async report({ deps }: Server, id: string): Promise<void> {
    const trade = this.now(id)
    if (trade) await deps.write((trx) => applyTrade(trx, deps, trade, 'gateway:sandbox'))
  }
  /** The money arrives, and the server is told. */
  async pay(server: Server, id: string): Promise<void> {
    this.happen(id, 'paid')
    await this.report(server, id)
  }
  create: Provider['create'] = async ({ paymentId, amount }) => {
    this.#speak(0)
    if (!this.said.has(paymentId)) this.said.set(paymentId, [{ paymentId, ref: `ref-${paymentId}`, state: 'pending' }])
    this.#sums.set(paymentId, amount)
    return { ref: `ref-${paymentId}`, action: { kind: 'redirect', url: `/pay/${paymentId}` } }
  }
  query: Provider['query'] = async ({ paymentId: id }) => this.#speak(this.now(id))
  close: Provider['close'] = async ({ paymentId: id }) => {
    this.#speak(0)
    this.happen(id, 'cancelled')
    return this.now(id)
  }
  refund: Provider['refund'] = async ({ refundId, amount }) => {
    const done =
      this.#refunds.get(refundId) ?? this.#speak({ refundId, ref: refundId, state: 'succeeded' as const, amount })
    this.#refunds.set(refundId, done)
    return done
  }
  queryRefund: Provider['queryRefund'] = async ({ refundId: id }) => this.#speak(this.#refunds.get(id))
  verifyNotification = (): never => {
    throw new Error('notifications are booked directly here')
  }
  acknowledge = () => ({ status: 200, type: 'text/plain', body: '' })
  given = (): number => [...this.#refunds.values()].reduce((sum, it) => sum + it.amount.amount, 0)
  taken = (): number =>
    [...this.said.values()].reduce((sum, states) => {
      const last = states.at(-1)
      return sum + (last?.state === 'succeeded' ? last.paid.amount : 0)
    }, 0)
}

/** A gateway by which everything on this server is paid. */
export function connectGateway({ deps }: Server): Gateway {
  const gateway = new Gateway()
  replaceProviders(deps, [gateway])
  return gateway
}
