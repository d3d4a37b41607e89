/** `npm run operator -- policies surrender|refusal-letter` */
import { z } from 'zod'
import { formatMoney } from '../../../../lib/money/money.ts'
import { command, type Command } from '../../../../server/operator/command.ts'
import { handOver } from '../../../../server/operator/write-new-file.ts'
import { surrenderByOperator } from './surrender.ts'
import { openLetter } from './visa-refusal-letters.ts'

export const surrenderCommands: readonly Command[] = [
  command({
    noun: 'policies',
    verb: 'surrender',
    role: 'finance',
    args: ['number'],
    about:
      'ask for the cancellation of a policy whose holder wrote or called; --visa-refused with the refusal letter: the whole premium',
    input: z.object({ number: z.string().min(1).max(40), 'visa-refused': z.boolean().default(false) }),
    run: async ({ number, 'visa-refused': visaRefused }, { deps, by, why, print }) => {
      const { amount } = await surrenderByOperator(deps, number, { visaRefused, by, why })
      print(
        amount.amount > 0
          ? `Policy ${number}: ${formatMoney(amount, 'en')} is to go back. Decide it by refunds approve or reject.`
          : `Policy ${number} is cancelled; nothing goes back.`,
      )
    },
  }),
  command({
    noun: 'policies',
    verb: 'refusal-letter',
    role: 'finance',
    args: ['number', 'place', 'to'],
    about:
      'writes a file of the latest visa refusal letter (1, 2 …) into a new file. Looking is recorded; delete it afterwards',
    input: z.object({
      number: z.string().min(1).max(40),
      place: z.coerce.number().int().min(1),
      to: z.string().min(1, 'required'),
    }),
    run: async ({ number, place, to }, { deps, by, why, print }) => {
      await handOver({ print }, await openLetter(deps, number, place, { by, why }), to)
    },
  }),
]
