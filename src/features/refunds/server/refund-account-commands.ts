/**
 * `npm run operator -- refunds ask-account`: a refund that the provider cannot make is paid to an account of the
 * payer's own.
 */
import { z } from 'zod'
import { formatMoney, money } from '../../../lib/money/money.ts'
import { command, type Command } from '../../../server/operator/command.ts'
import { askForAccount } from './refund-account.ts'

export const accountCommands: readonly Command[] = [
  command({
    noun: 'refunds',
    verb: 'ask-account',
    role: 'finance',
    args: ['id'],
    about:
      'Asks the payer of a failed refund for a bank account, on a page of theirs; once given, bank collect takes it. Again after a day, as a reminder',
    input: z.object({ id: z.string() }),
    run: async ({ id }, { deps, by, why, print }) => {
      const row = await askForAccount(deps, id, { by, why })
      print(
        `The payer of refund ${row.id} of ${formatMoney(money(row.amount_minor, row.currency), 'en')} is asked for an account.`,
      )
    },
  }),
]
