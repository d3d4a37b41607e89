/**
 * `npm run operator -- payments reconcile|try`: compares our books with the gateways', and makes a payment of one cent
 * that is refunded.
 */
import { readFile } from 'node:fs/promises'
import QRCode from 'qrcode'
import { z } from 'zod'
import { isDay } from '../../../../lib/days/dates.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { parseMoney } from '../../../../lib/money/parse-amount.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { command, type Command } from '../../../../server/operator/command.ts'
import { PAYMENT_METHODS } from '../../rules/payment-methods.ts'
import { compareBill, type Difference } from '../payments/daily-bill.ts'
import { BillUnreadable, type BillLine } from './bill.ts'
import { providers } from './provider-registry.ts'
import { reconcileJob } from '../payments/reconcile.ts'
import { tryProvider, type TrialStep } from './provider-trial.ts'

const WORDS: Record<Exclude<Difference['why'], 'missing'>, string> = {
  unknown: 'in the bill, and not in our books',
  not_booked: 'in the bill, and not booked as moved here',
  other_sum: 'with another sum here',
  twice: 'twice in the bill',
}

function line(it: Difference): string {
  if (it.why === 'missing')
    return `${it.kind} ${it.id}  ${formatMoney(it.ours, 'en')}  in our books, and not in the bill${it.edge ? ' (near midnight: look at the bill of the day beside)' : ''}`
  const { kind, ours, ref, amount } = it.line
  return `${kind} ${ours || '(no number of ours)'}  ${ref}  ${formatMoney(amount, 'en')}  ${WORDS[it.why]}${it.ours ? `: ${formatMoney(it.ours, 'en')}` : ''}`
}

/** The bill, and its gateway, which its columns reveal. */
async function readBill(deps: Deps, file: string): Promise<{ provider: string; lines: readonly BillLine[] }> {
  const bytes = await readFile(file).catch(() => {
    throw new Refusal('file_not_found')
  })
  const why: string[] = []
  for (const { name, readBill: read } of providers(deps)) {
    if (!read) continue
    try {
      return { provider: name, lines: read(bytes) }
    } catch (error) {
      if (!(error instanceof BillUnreadable)) throw error
      why.push(`${name}: ${error.message}`)
    }
  }
  throw new Refusal('no_bill', { fields: { file: why.join('; ') || 'no provider that is switched on has bills' } })
}

const STEPS: Record<TrialStep, string> = {
  waiting: 'Waiting for the payment, ten minutes at most …',
  paid: 'Paid. The money goes back now.',
  closed: 'Not paid in time: the payment is closed, and nothing was taken.',
  refunded: 'The refund is through.',
  refund_pending: 'The refund is taken and not through yet: look at the gateway’s console.',
  refund_failed: 'The gateway refused the refund: give it back in its console.',
  told: 'The gateway told this site of it: notifications arrive.',
  not_told: 'No notification arrived. Look at the address of notifications, and whether a proxy lets it through.',
}

export const providerCommands: readonly Command[] = [
  command({
    noun: 'payments',
    verb: 'reconcile',
    role: 'finance',
    args: ['day', 'file'],
    about:
      'ask the providers about everything that is open, now; with a day and the file of a gateway’s bill of that day, compare it with our books, both ways',
    input: z.object({ day: z.string().refine(isDay, 'day').optional(), file: z.string().min(1).optional() }),
    run: async ({ day, file }, { deps, print }) => {
      if (day !== undefined && file !== undefined) {
        const { provider, lines } = await readBill(deps, file)
        const { differences, totals } = await compareBill(deps, provider, day, lines)
        print(
          `${provider}, ${day}: ${lines.length} lines, ${totals.map((it) => formatMoney(it, 'en')).join(', ') || 'nothing'} in all.`,
        )
        for (const it of differences) print(line(it))
        if (differences.length > 0) throw new Refusal('differs', { fields: { lines: String(differences.length) } })
        return print('Bill and books agree to the cent.')
      }
      if (day !== undefined) throw new Refusal('invalid', { fields: { file: 'required' } })
      // The server asks, because this process has no connection of its own to the sandbox gateway.
      const now = deps.clock()
      await deps.write((trx) =>
        deps.outbox.enqueue(trx, reconcileJob, {}, { key: `${reconcileJob.kind}@operator:${now}` }),
      )
      print('Reconciling is queued: the server does it within a second or two.')
    },
  }),
  command({
    noun: 'payments',
    verb: 'try',
    role: 'finance',
    args: ['provider'],
    about: 'pay one cent (or --amount) through a provider and give it back: prints where to pay, and what worked',
    input: z.object({
      provider: z.string(),
      method: z.enum(PAYMENT_METHODS).optional(),
      amount: z.string().default('0.01'),
    }),
    run: async ({ provider: name, method, amount }, { deps, print }) => {
      const provider = providers(deps).find((it) => it.name === name && !it.sandbox)
      if (!provider)
        throw new Refusal('not_found', {
          fields: {
            provider:
              providers(deps)
                .filter((it) => !it.sandbox)
                .map((it) => it.name)
                .join(', ') || 'none is switched on',
          },
        })
      const sum = parseMoney(amount, 'CNY')
      if (!sum) throw new Refusal('invalid', { fields: { amount: 'amount_format' } })
      await tryProvider(
        deps,
        provider,
        { method: method ?? provider.methods[0] ?? 'card', sum },
        {
          pay: async (action) => {
            if (action.kind === 'qr') print(await QRCode.toString(action.text, { type: 'terminal', small: true }))
            else if (action.kind === 'redirect') print(`Pay at ${action.url}`)
          },
          step: (step) => print(STEPS[step]),
        },
      )
    },
  }),
]
