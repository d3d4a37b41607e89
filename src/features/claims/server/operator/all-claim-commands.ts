/**
 * `npm run operator -- claims …`: gathers the commands of the files beside it, and has `claims export`. The same rules
 * as on the site.
 */
import { z } from 'zod'
import { command, type Command, type CommandContext } from '../../../../server/operator/command.ts'
import { exportCase } from './export-case.ts'
import { documentCommands } from './claim-document-commands.ts'
import { findClaim } from './case-lines.ts'
import { deathCommands } from './death-claim-commands.ts'
import { rateCommands } from './exchange-rate-commands.ts'
import { decisionCommands } from './claim-decision-commands.ts'
import { paymentCommands } from './claim-payment-commands.ts'
import { showCommands } from './show-claim-commands.ts'
import { operatorCalled, rolesOf, sandboxOperator } from '../../../../server/operator/operators.ts'
import { operatorName } from '../../../../server/operator/operator-name.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { closeClaim, registerClaim, takeIntoReview, takeMoreTime } from '../case/handler-actions.ts'
import { claimCommand, acting, claim, simple } from './act-on-claim.ts'

/** `claims register|review|complex|close`: a handler takes a case, takes more time, and closes it. */
const review = claimCommand({
  verb: 'review',
  args: ['claim'],
  about: 'Takes a case into review; it is then yours, or --handler’s. Registers it first where that is open',
  input: z.object({ claim, handler: z.string().optional() }),
  run: ({ claim: text, handler }, act) =>
    acting(act, text, async (on) =>
      takeIntoReview(act.deps, { ...on, ...(handler ? { handler: await otherHandler(act, handler) } : {}) }),
    ),
})

/** A case can be given only to someone who may work on it. In the sandbox any name is accepted. */
async function otherHandler({ deps }: CommandContext, name: string): Promise<string> {
  const found =
    deps.config.mode === 'sandbox' && operatorName(name)
      ? await sandboxOperator(deps, name)
      : await operatorCalled(deps.db, name)
  if (!found || found.status !== 'active' || !rolesOf(found).includes('claims'))
    throw new Refusal('invalid', { fields: { handler: 'not_found' } })
  return found.id
}

const reviewCommands = [
  simple('register', 'Opens the file: the claimant is told', registerClaim),
  review,
  simple('complex', 'The decision may take 30 days instead of 5; the claimant is told', takeMoreTime),
  simple('close', 'Takes a paid, refused or withdrawn case off the list', closeClaim),
]

const exporting = command({
  noun: 'claims',
  verb: 'export',
  role: 'claims',
  args: ['claim'],
  about: 'Writes a case into a new folder, decrypted: JSON, documents, form, letters, events. --to FOLDER',
  input: z.object({ claim, to: z.string().min(1, 'required') }),
  run: async ({ claim: number, to }, { deps, by, why, print }) => {
    const written = await exportCase(deps, { id: await findClaim(deps, number), to, by, why })
    print(`${written} files in ${to}. They are readable by anyone who can open the folder.`)
  },
})

export const claimCommands: readonly Command[] = [
  ...showCommands,
  ...reviewCommands,
  ...documentCommands,
  ...decisionCommands,
  ...paymentCommands,
  ...deathCommands,
  ...rateCommands,
  exporting,
]
