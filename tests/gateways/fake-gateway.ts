/**
 * A local gateway that replaces a real one: what all have in common. Each kind speaks its own format with generated
 * keys.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { PaymentMethod } from '../../src/features/cashier/contract.ts'

export type FakeOutcome = 'paid' | 'refused' | 'cancelled' | 'authorization'

export interface FakeRefund {
  number: string
  ref: string
  amount: number
  state: 'done' | 'pending' | 'failed'
}

export interface FakeTrade {
  /** The merchant's number for it. */
  order: string
  ref: string
  state: 'open' | 'closed' | FakeOutcome
  amount: number
  currency: string
  notifyUrl: string
  product: string
  refunds: FakeRefund[]
}

/** A false statement of the gateway, in answers and notifications alike. */
export interface FalseNotification {
  amount?: number
  currency?: string
  merchant?: string
  order?: string
}

/** A notification as it is sent over HTTP. */
export interface Message {
  headers: Record<string, string>
  body: Buffer
}

export interface NotifyOptions {
  /** Id of the event; a new one when not given. */
  id?: string
  /** The gateway's clock, ms. */
  at?: number
  lie?: FalseNotification
  /** The trade's earlier state. */
  state?: FakeTrade['state']
}

export interface Asked {
  method: string
  /** Path with its query. */
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body: string
}

let numbers = 0
export const nextNumber = (): number => ++numbers

export abstract class FakeGateway {
  abstract readonly name: string
  abstract readonly method: PaymentMethod
  readonly trades = new Map<string, FakeTrade>()
  /** Where its page sends the payer back, by the merchant's number. */
  readonly returns = new Map<string, string>()
  /** Every call that it received, by path. */
  readonly calls: string[] = []
  /** The next calls, this many, are answered 503. */
  down = 0
  /** The number of the call, of all that it received, that is answered so too. */
  downAt = 0
  /** The outcome of refunds. `refused`: the call itself is refused. */
  refundsAre: FakeRefund['state'] | 'refused' = 'done'
  lie: FalseNotification = {}
  clock: () => number = Date.now
  #server: Server | undefined

  /** Answers one call of the merchant. */
  protected abstract answer(asked: Asked): Answer
  /** Settings that make a server pay through it. */
  abstract env(): Record<string, string>
  abstract notification(order: string, options?: NotifyOptions): Message
  abstract refundNotification(order: string, refund: FakeRefund, options?: NotifyOptions): Message
  /** How it reports failures: gateways distinguish fewer of them than we do. */
  abstract readonly failures: Record<Exclude<FakeOutcome, 'paid'>, string>

  async start(): Promise<void> {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const path = request.url ?? ''
        this.calls.push(path)
        const asked = { method: request.method ?? '', path, headers: request.headers, body: Buffer.concat(chunks) }
        const {
          status,
          headers = {},
          body,
        } = this.down-- > 0 || this.calls.length === this.downAt
          ? { status: 503, body: 'unavailable' }
          : this.answer(asked)
        this.down = Math.max(0, this.down)
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
      })
    })
    await new Promise<void>((done) => void this.#server?.listen(0, '127.0.0.1', done))
  }

  get url(): string {
    const address = this.#server?.address()
    if (!address || typeof address === 'string') throw new Error('The gateway has not been started')
    return `http://127.0.0.1:${address.port}`
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((done) => this.#server?.close(done))
  }

  trade(order: string): FakeTrade {
    const found = this.trades.get(order)
    if (!found) throw new Error(`${this.name} has no trade ${order}`)
    return found
  }

  /** The payer's action. */
  settle(order: string, outcome: FakeOutcome): void {
    this.trade(order).state = outcome
  }

  protected open(order: string, amount: number, currency: string, product: string, notifyUrl = ''): FakeTrade {
    const known = this.trades.get(order)
    if (known) return known
    const trade: FakeTrade = {
      order,
      ref: `G${String(nextNumber()).padStart(12, '0')}`,
      state: 'open',
      amount,
      currency,
      product,
      notifyUrl,
      refunds: [],
    }
    this.trades.set(order, trade)
    return trade
  }

  /** Refunds money: once for each number, never more than was paid. `undefined` where it is refused. */
  protected giveBack(trade: FakeTrade, number: string, amount: number): FakeRefund | undefined {
    const known = trade.refunds.find((it) => it.number === number)
    if (known) return known
    const given = trade.refunds.filter((it) => it.state !== 'failed').reduce((sum, it) => sum + it.amount, 0)
    if (this.refundsAre === 'refused' || trade.state !== 'paid' || given + amount > trade.amount) return undefined
    const refund: FakeRefund = {
      number,
      ref: `R${String(nextNumber()).padStart(12, '0')}`,
      amount,
      state: this.refundsAre,
    }
    trade.refunds.push(refund)
    return refund
  }
}

export const json = (status: number, body: unknown, headers?: Record<string, string>): Answer => ({
  status,
  body: JSON.stringify(body),
  ...(headers ? { headers } : {}),
})
