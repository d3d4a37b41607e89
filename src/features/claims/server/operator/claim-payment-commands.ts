/** `claims pay|pay-on-account|payment-failed`: payments before or after a decision, and their results from the bank. */
import { z } from 'zod'
import { parseMoney } from '../../../../lib/money/parse-amount.ts'
import { command } from '../../../../server/operator/command.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { planOfPolicy } from '../../../policies/server/door.ts'
import { payOnAccount } from '../settlement/payment-on-account.ts'
import { pay, paymentFailed } from '../settlement/payment-results.ts'
import { caseLine, doubtNames, findCase } from './case-lines.ts'
import { BANK_REASONS, bankReasonWords } from '../settlement/bank-return-reasons.ts'
import { bothLanguagesFrom } from './parse-reasons.ts'
import { claimCommand } from './act-on-claim.ts'

const claim = z.string().min(1, 'required')
const named = z.string().min(4).max(40).optional()

const onAccount = claimCommand({
  verb: 'pay-on-account',
  args: ['claim'],
  about:
    'Pays what is not in dispute before a decision: --amount 3,000.00 in the plan’s currency, and what it is for, --en and --cn. Once a claim; the decision takes it off. --confirm names what another case contains as well',
  input: z.object({
    claim,
    amount: z.string().min(1, 'required'),
    en: z.string().min(1, 'required'),
    cn: z.string().min(1, 'required'),
    confirm: doubtNames,
  }),
  run: async ({ claim: text, amount, en, cn, confirm }, act) => {
    const found = await findCase(act.deps, text)
    const read = parseMoney(amount, planOfPolicy(act.deps, found.policy).plan.currency)
    if (!read) throw new Refusal('invalid', { fields: { amount: 'amount_format' } })
    await payOnAccount(act.deps, {
      id: found.claim.id,
      by: act.by,
      why: act.why,
      amount: read.amount,
      note: { en, cn },
      confirm,
    })
    act.print(caseLine(act.deps, await findCase(act.deps, found.claim.id)))
  },
})

const payment = command({
  noun: 'claims',
  verb: 'pay',
  role: 'finance',
  args: ['claim'],
  about:
    'Notes that the bank was told to pay by hand; with --reference, that it has paid. Of several under way --payment names one: its id, or the last digits of its account. --for-batch sends what came back to the same account again, with the next `bank collect`',
  input: z.object({
    claim,
    reference: z.string().min(1).max(80).optional(),
    payment: named,
    'for-batch': z.boolean().default(false),
  }),
  run: async ({ claim: text, reference, payment: which, 'for-batch': forBatch }, act) => {
    const {
      claim: { id },
    } = await findCase(act.deps, text)
    await pay(act.deps, {
      id,
      by: act.by,
      why: act.why,
      forBatch,
      ...(reference ? { reference } : {}),
      ...(which ? { payment: which } : {}),
    })
    act.print(caseLine(act.deps, await findCase(act.deps, id)))
  },
})

const failed = command({
  noun: 'claims',
  verb: 'payment-failed',
  role: 'finance',
  args: ['claim'],
  about: `The bank sent the money back: --reason CODE (${BANK_REASONS.join(', ')}) or --en and --cn. The claimant is asked for another account. --payment as with pay`,
  input: z.object({
    claim,
    reason: z.enum(BANK_REASONS).optional(),
    en: z.string().optional(),
    cn: z.string().optional(),
    payment: named,
  }),
  run: async ({ claim: text, reason, en, cn, payment: which }, act) => {
    const {
      claim: { id },
    } = await findCase(act.deps, text)
    const words = reason ? bankReasonWords(act.deps, reason) : bothLanguagesFrom(en, cn)
    if (!words) throw new Refusal('invalid', { fields: { reason: 'required' } })
    await paymentFailed(act.deps, { id, by: act.by, why: act.why, reason: words, ...(which ? { payment: which } : {}) })
    act.print(caseLine(act.deps, await findCase(act.deps, id)))
  },
})

export const paymentCommands = [onAccount, payment, failed]
