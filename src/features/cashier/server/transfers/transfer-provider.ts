/**
 * Bank transfers as a payment provider: it opens a payment by telling account, reference and last day, and says nothing
 * more about it. What came is read from the bank's statement (`book-statement.ts`), and goes back by bank.
 */
import { createHash } from 'node:crypto'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { Config } from '../../../../server/config.ts'
import type { TransferSettings } from '../../../../server/payment-settings.ts'
import { InvalidNotification, type Provider } from '../providers/provider-interface.ts'
import { transferReference } from '../../../../lib/money/transfer-reference.ts'

export const TRANSFER = 'transfer'

/** The same for a payment however often it is asked for. */
const referenceOf = (paymentId: string): string =>
  transferReference(createHash('sha256').update(paymentId).digest().readUInt32BE(0))

/** The last instant at which a transfer should be made, for what accepts no money after `payUntil`. */
export const transferUntil = (payUntil: number): number => payUntil - LIMITS.transferDays * 86_400_000

/** An account of nobody. */
const SAMPLE: TransferSettings = {
  name: '有方保险代理有限公司（示例）',
  number: '0000 0000 0000 0000 000',
  bank: '示例银行上海分行 (Sample Bank, Shanghai)',
  code: '',
}

/** One, where the operator has named an account; the sandbox has a sample. */
export function transferProviders({ payment, mode }: Pick<Config, 'payment' | 'mode'>): Provider[] {
  const account = payment.transfer ?? (mode === 'sandbox' ? SAMPLE : undefined)
  return account ? [transferProvider(account, mode === 'sandbox')] : []
}

function transferProvider({ name, number, bank, code }: TransferSettings, sandbox: boolean): Provider {
  return {
    name: TRANSFER,
    methods: [TRANSFER],
    sandbox,
    offers: ({ transferable }) => transferable === true,
    create: async ({ paymentId, expiresAt }) => {
      const reference = referenceOf(paymentId)
      const until = String(transferUntil(expiresAt))
      return { ref: reference, action: { kind: 'in_page', parameters: { name, number, bank, code, reference, until } } }
    },
    query: async ({ paymentId }) => ({ paymentId, ref: referenceOf(paymentId), state: 'pending' }),
    close: async ({ paymentId }) => ({
      paymentId,
      ref: referenceOf(paymentId),
      state: 'failed',
      failure: 'cancelled',
    }),
    // Only where the account is not known from the statement: otherwise a batch file for the bank pays it back.
    refund: async ({ refundId, amount }) => ({ refundId, ref: refundId, state: 'failed', amount }),
    queryRefund: async () => undefined,
    verifyNotification: () => {
      throw new InvalidNotification('a bank sends none')
    },
    acknowledge: () => ({ status: 404, type: 'text/plain', body: '' }),
  }
}
