/** `npm run operator -- claims …`: every step of a case that its claimant cannot take, with the same rules as the site. */
import { z } from 'zod'
import { command, type Command } from '../../../server/operator/command.ts'
import { exportCase } from './export-case.server.ts'
import { handlingCommands } from './handling-commands.server.ts'
import { findClaim } from './case-lines.server.ts'
import { deathCommands } from './death-commands.server.ts'
import { rateCommands } from './rate-commands.server.ts'
import { decisionCommands } from './decision-commands.server.ts'
import { paymentCommands } from './claim-payment-commands.server.ts'
import { showCommands } from './show-commands.server.ts'

const exporting = command({
  noun: 'claims', verb: 'export', role: 'claims', args: ['claim'],
  about: 'Writes a case into a new folder, decrypted: JSON, documents, form, letters, events. --to FOLDER',
  input: z.object({ claim: z.string().min(1, 'required'), to: z.string().min(1, 'required') }),
  run: async ({ claim, to }, { deps, by, why, print }) => {
    const written = await exportCase(deps, { id: await findClaim(deps, claim), to, by, why })
    print(`${written} files in ${to}. They are readable by anyone who can open the folder.`)
  },
})

export const claimCommands: readonly Command[] = [...showCommands, ...handlingCommands, ...decisionCommands, ...paymentCommands, ...deathCommands, ...rateCommands, exporting]
