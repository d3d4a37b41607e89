/**
 * Sends one cent through a provider and back, before anybody buys: it is in none of our books, and the gateway's own
 * console shows it.
 */
import { newId } from '../../../../server/new-id.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Money } from '../../../../lib/money/money.ts'
import type { PaymentMethod } from '../../contract.ts'
import { notifyUrl } from './callback-urls.ts'
import type { PayAction, Provider, Trade, TradeRef } from './provider-interface.ts'

/** How long to wait for a person to pay, and between two polls, ms. */
const PATIENCE = 600_000
const LOOK = 3_000

export type TrialStep =
  | 'waiting'
  | 'paid'
  | 'closed'
  | 'refunded'
  | 'refund_pending'
  | 'refund_failed'
  | 'told'
  | 'not_told'

interface Told {
  pay: (action: PayAction) => Promise<void>
  step: (step: TrialStep) => void
  /** Waits between two polls; tests replace it. */
  wait?: (ms: number) => Promise<void>
}

const pause = (ms: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, ms)
  })

export async function tryProvider(
  deps: Deps,
  provider: Provider,
  { method, sum }: { method: PaymentMethod; sum: Money },
  { pay, step, wait = pause }: Told,
): Promise<void> {
  const paymentId = newId()
  const until = deps.clock() + PATIENCE
  const situation = { method, currency: sum.currency, device: 'web', browser: 'other' } as const
  if (!provider.methods.includes(method) || !provider.offers(situation))
    throw new Refusal('invalid', {
      fields: { method: provider.methods.filter((it) => provider.offers({ ...situation, method: it })).join(', ') },
    })
  const { ref, action } = await provider.create({
    paymentId,
    method,
    amount: sum,
    subject: 'Trial payment',
    lang: 'en',
    expiresAt: until,
    returnUrl: `${deps.config.siteUrl}/`,
    notifyUrl: notifyUrl(deps, provider),
    payer: { ip: '127.0.0.1', device: 'web', browser: 'other' },
  })
  const trade: TradeRef = { paymentId, ref }
  await pay(action)
  step('waiting')
  const paid = await outcomeOf(deps, provider, trade, until, wait)
  if (paid?.state !== 'succeeded') return step('closed')
  step('paid')
  const refundId = newId()
  const back = { paymentId, ref: ref ?? paid.ref }
  let refund = await provider.refund({
    refundId,
    trade: back,
    amount: paid.paid,
    paid: paid.paid,
    reason: 'Trial payment',
    notifyUrl: notifyUrl(deps, provider),
  })
  for (let looks = 0; looks < 10 && refund.state === 'pending'; looks++) {
    await wait(LOOK)
    refund = (await provider.queryRefund({ refundId, ref: refund.ref, trade: back })) ?? refund
  }
  step(refund.state === 'succeeded' ? 'refunded' : refund.state === 'failed' ? 'refund_failed' : 'refund_pending')
  step((await wasTold(deps, provider, paymentId)) ? 'told' : 'not_told')
}

async function outcomeOf(
  deps: Deps,
  provider: Provider,
  trade: TradeRef,
  until: number,
  wait: (ms: number) => Promise<void>,
): Promise<Trade | undefined> {
  while (deps.clock() < until) {
    const found = await provider.query(trade)
    if (found && found.state !== 'pending') return found
    await wait(LOOK)
  }
  return provider.close(trade)
}

/** Whether the server has received a notification about it: it stores those of unknown payments too. */
async function wasTold(deps: Deps, { name }: Provider, paymentId: string): Promise<boolean> {
  return (
    (await deps.db
      .selectFrom('payment_notifications')
      .select('id')
      .where('provider', '=', name)
      .where('payload', 'like', `%${paymentId}%`)
      .executeTakeFirst()) !== undefined
  )
}
