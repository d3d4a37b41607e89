/** `npm run operator -- prepaid-invoices create|end|list`: private links to an invoice for payers who are not the buyer. */
import { z } from 'zod'
import { emailSchema } from '../../../../lib/people/contact.ts'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { LANGS } from '../../../../lib/locale.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { commandsOf, type Command } from '../../../../server/operator/command.ts'
import { parsePayable, payableKey, type PayableRef } from '../../../cashier/server/door.ts'
import { PLAN } from '../../../orders/server/door.ts'
import { PREPAID_LINK_DAYS } from '../../contract.ts'
import { createPrepaidLink, endPrepaidLink } from './prepaid-link-maker.ts'
import { isOpenLink, linkById, payableOfLink, prepaidUrl } from './prepaid-links.ts'
import type { PrepaidLinkTable } from '../../tables.ts'

const command = commandsOf({ noun: 'prepaid-invoices', role: 'finance' })

/** Number of an order, or `<kind>.<id>`. */
const payableNamed = (text: string): PayableRef => parsePayable(text) ?? { kind: PLAN, id: text }

const stateOf = (row: PrepaidLinkTable, now: number): string =>
  row.status === 'ended' ? 'ended' : isOpenLink(row, now) ? 'open' : 'expired'

export const prepaidLinkCommands: readonly Command[] = [
  command({
    verb: 'create',
    args: ['payable'],
    about:
      'a private link by which a payer without a login asks for the invoice of an order (its number) or anything else paid (kind.id); --to mails it to them, --days ends it earlier. The buyer is told',
    input: z.object({
      payable: z.string(),
      to: z.optional(emailSchema),
      days: z.coerce.number().int().min(1).max(PREPAID_LINK_DAYS).optional(),
      lang: z.enum(LANGS).default('cn'),
    }),
    run: async ({ payable, to, days, lang }, { deps, by, why, print }) => {
      const ref = payableNamed(payable)
      if (
        ref.kind === PLAN &&
        !(await deps.db.selectFrom('orders').select('id').where('id', '=', ref.id).executeTakeFirst())
      )
        throw new Refusal('not_found')
      const row = await createPrepaidLink(deps, {
        payable: ref,
        by,
        why,
        lang: lang,
        ...(to === undefined ? {} : { to }),
        ...(days === undefined ? {} : { days }),
      })
      print(`Link ${row.id}, until ${formatInstant(row.expires_at, 'en')}:`)
      print(prepaidUrl(deps, row))
    },
  }),
  command({
    verb: 'end',
    about: 'this link opens nothing any more; the buyer is told',
    args: ['id'],
    input: z.object({ id: z.string() }),
    run: async ({ id }, { deps, by, why, print }) => {
      const row = await linkById(deps.db, id)
      if (!row) throw new Refusal('not_found')
      await endPrepaidLink(deps, row, { by, why })
      print(`Link ${id} is ended.`)
    },
  }),
  command({
    verb: 'list',
    about: 'the latest private links to invoices; --payable (number of an order, or kind.id) narrows them',
    reads: true,
    input: z.object({ payable: z.string().optional(), limit: z.coerce.number().int().min(1).max(1000).default(50) }),
    run: async ({ payable, limit }, { deps, print }) => {
      let query = deps.db
        .selectFrom('prepaid_links')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit)
      if (payable !== undefined) {
        const { kind, id } = payableNamed(payable)
        query = query.where('payable_kind', '=', kind).where('payable_id', '=', id)
      }
      const rows = await query.execute()
      for (const row of rows)
        print(
          [
            row.id,
            payableKey(payableOfLink(row)),
            stateOf(row, deps.clock()),
            row.made_by,
            formatInstant(row.created_at, 'en'),
            `until ${formatInstant(row.expires_at, 'en')}`,
          ].join('  '),
        )
      if (rows.length === 0) print('No private link to an invoice.')
    },
  }),
]
