/** The server side of payments by a batch file for the bank. */
import type { ServerFeature } from '../../../server/server-feature.ts'
import { bankCommands } from './bank-commands.ts'
import { incomingCommands } from './incoming-commands.ts'
import { batchFigures, deleteAccounts } from './waiting-batches.ts'

export const bankTransfers = {
  name: 'bank-transfers',
  recurring: [{ kind: 'bank.accounts', lane: 'sweeps', every: 6 * 3_600_000, run: deleteAccounts }],
  commands: [...bankCommands, ...incomingCommands],
  figures: batchFigures,
} satisfies ServerFeature
