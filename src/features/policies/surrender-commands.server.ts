/** `npm run operator -- policies surrender` */
import { z } from 'zod'
import { formatMoney } from '../../lib/money.ts'
import { command, type Command } from '../../server/operator/command.ts'
import { surrenderByOperator } from './surrender.server.ts'

export const surrenderCommands: readonly Command[] = [
  command({
    noun: 'policies', verb: 'surrender', role: 'finance', args: ['number'],
    about: 'ask for the cancellation of a policy whose holder wrote or called; --visa-refused with the refusal letter: the whole premium',
    input: z.object({ number: z.string().min(1).max(40), 'visa-refused': z.boolean().default(false) }),
    run: async ({ number, 'visa-refused': visaRefused }, { deps, by, why, print }) => {
      const { amount } = await surrenderByOperator(deps, number, { visaRefused, by, why })
      print(amount.amount > 0
        ? `Policy ${number}: ${formatMoney(amount, 'en')} is to go back. Decide it by refunds approve or reject.`
        : `Policy ${number} is cancelled; nothing goes back.`)
    },
  }),
]
