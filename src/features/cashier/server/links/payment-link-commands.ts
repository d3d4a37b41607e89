/** `npm run operator -- payment-links create|end|list`: an adviser makes links for other payers. */
import { z } from 'zod'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { LANGS } from '../../../../lib/locale.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { commandsOf, type Command } from '../../../../server/operator/command.ts'
import { parsePayable, payableKey, payables, type PayableRef } from '../payable.ts'
import { LINK_DAYS } from '../../contract.ts'
import { kindOf, payabilityOf } from '../payments/payability.ts'
import { createPaymentLink, endPaymentLink, linkUrl, payableOf } from './payment-links.ts'
import type { PaymentLinkTable } from '../../tables.ts'

const command = commandsOf({ noun: 'payment-links', role: 'finance' })

const HOUR = 3_600_000

/** Number of an order, or `<kind>.<id>`. */
function payableNamed(deps: Deps, text: string): PayableRef {
  const named = parsePayable(text)
  if (named) return named
  const kind = payables.all(deps).find(({ param }) => param === 'order')
  if (!kind) throw new Refusal('not_found')
  return { kind: kind.kind, id: text }
}

/** The payable's state (`paid`, `expired` …), unless the link itself has ended. */
async function stateOf(deps: Deps, row: PaymentLinkTable): Promise<string> {
  const { standing } = await payabilityOf(deps, deps.db, payableOf(row))
  if (standing === 'paid' || row.status === 'ended') return standing === 'paid' ? 'paid' : 'ended'
  return row.expires_at <= deps.clock() ? 'expired' : standing === 'payable' ? 'open' : standing
}

export const paymentLinkCommands: readonly Command[] = [
  command({
    verb: 'create',
    args: ['payable'],
    about:
      'a link by which somebody else pays an order (its number) or anything else to pay (kind.id); --hours ends it earlier, --lang is the payer’s language. The buyer is told',
    input: z.object({
      payable: z.string(),
      hours: z.coerce
        .number()
        .int()
        .min(1)
        .max(24 * LINK_DAYS)
        .optional(),
      lang: z.enum(LANGS).default('cn'),
    }),
    run: async ({ payable, hours, lang }, { deps, by, why, print }) => {
      const row = await createPaymentLink(deps, {
        payable: payableNamed(deps, payable),
        by,
        why,
        lang: lang,
        ...(hours === undefined ? {} : { lifetime: hours * HOUR }),
      })
      print(`Link ${row.id}, until ${formatInstant(row.expires_at, 'en')}:`)
      print(linkUrl(deps, row))
    },
  }),
  command({
    verb: 'end',
    about: 'nobody pays by this link any more; the buyer is told',
    args: ['id'],
    input: z.object({ id: z.string() }),
    run: async ({ id }, { deps, by, why, print }) => {
      await deps.write(async (trx) => {
        const row = await trx.selectFrom('payment_links').selectAll().where('id', '=', id).executeTakeFirst()
        if (!row) throw new Refusal('not_found')
        // Prevents a payment from being begun through it at the same moment.
        await kindOf(deps, payableOf(row)).lock(trx, row.payable_id)
        await endPaymentLink(deps, trx, row, { by, why })
      })
      print(`Link ${id} is ended.`)
    },
  }),
  command({
    verb: 'list',
    about: 'the latest payment links; --payable (number of an order, or kind.id) narrows them',
    reads: true,
    input: z.object({ payable: z.string().optional(), limit: z.coerce.number().int().min(1).max(1000).default(50) }),
    run: async ({ payable, limit }, { deps, print }) => {
      let query = deps.db
        .selectFrom('payment_links')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit)
      if (payable !== undefined) {
        const { kind, id } = payableNamed(deps, payable)
        query = query.where('payable_kind', '=', kind).where('payable_id', '=', id)
      }
      const rows = await query.execute()
      for (const row of rows)
        print(
          [
            row.id,
            payableKey(payableOf(row)),
            await stateOf(deps, row),
            row.made_by,
            formatInstant(row.created_at, 'en'),
            `until ${formatInstant(row.expires_at, 'en')}`,
          ].join('  '),
        )
      if (rows.length === 0) print('No payment link.')
    },
  }),
]
