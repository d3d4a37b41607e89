/**
 * `npm run operator -- claims …`: gathers the commands of the files beside it, and has `claims export`. The same rules
 * as on the site.
 */
import { z } from 'zod'
import { command, type Command } from '../../../server/operator/command.ts'
import { exportCase } from './export-case.server.ts'
import { documentCommands } from './claim-document-commands.server.ts'
import { reviewCommands } from './claim-review-commands.server.ts'
import { findClaim } from './case-lines.server.ts'
import { deathCommands } from './death-claim-commands.server.ts'
import { rateCommands } from './exchange-rate-commands.server.ts'
import { decisionCommands } from './claim-decision-commands.server.ts'
import { paymentCommands } from './claim-payment-commands.server.ts'
import { showCommands } from './show-claim-commands.server.ts'

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
