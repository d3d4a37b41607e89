/**
 * `npm run operator -- claims …`: gathers the commands of the files beside it, and has `claims export`. The same rules
 * as on the site.
 */
import { z } from 'zod'
import { command, type Command } from '../../../../server/operator/command.ts'
import { exportCase } from './export-case.ts'
import { documentCommands } from './claim-document-commands.ts'
import { reviewCommands } from './claim-review-commands.ts'
import { findClaim } from './case-lines.ts'
import { deathCommands } from './death-claim-commands.ts'
import { rateCommands } from './exchange-rate-commands.ts'
import { decisionCommands } from './claim-decision-commands.ts'
import { paymentCommands } from './claim-payment-commands.ts'
import { showCommands } from './show-claim-commands.ts'

const exporting = command({
  noun: 'claims',
  verb: 'export',
  role: 'claims',
  args: ['claim'],
  about: 'Writes a case into a new folder, decrypted: JSON, documents, form, letters, events. --to FOLDER',
  input: z.object({ claim: z.string().min(1, 'required'), to: z.string().min(1, 'required') }),
  run: async ({ claim, to }, { deps, by, why, print }) => {
    const written = await exportCase(deps, { id: await findClaim(deps, claim), to, by, why })
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
