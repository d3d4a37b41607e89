/**
 * `npm run operator -- backup make|check|restore`: run on the host, with its settings and without an operator's key.
 * Whoever can read SECRET and the database can do all of it anyway, and where one restores there are no operators.
 */
import { pino } from 'pino'
import { z } from 'zod'
import { now } from '../../lib/days/clock.ts'
import { openStore, type Store } from '../db/database.ts'
import { requireOwnStore } from '../db/one-machine.ts'
import { openStorage } from '../files/open-storage.ts'
import { Refusal } from '../http/call-handlers.ts'
import { createSeal } from '../keys/seal.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { command, type Command, type HostContext } from '../operator/command.ts'
import { checkBackup, type CheckedBackup } from './check-backup.ts'
import { makeBackup, type BackupSource } from './make-backup.ts'
import { requireEmpty, restoreBackup } from './restore-backup.ts'

const SHOWN = 20

/** Opens the store and the storage of these settings, whatever the store's version: no migration runs. */
async function withStore(
  { config, tables, print }: HostContext,
  run: (source: BackupSource & { store: Store }) => Promise<void>,
): Promise<void> {
  await requireOwnStore(config)
  const log = pino({ level: 'warn' }, pino.destination(2))
  const storage = await openStorage(config, { metrics: createMetrics(), log })
  const store = openStore(config)
  try {
    await run({
      store,
      storage,
      seal: createSeal(config.secrets),
      tables,
      clock: () => now() + config.clockOffset,
      print,
    })
  } finally {
    await store.close()
  }
}

const make = command({
  noun: 'backup',
  verb: 'make',
  args: ['folder'],
  role: 'any',
  reads: true,
  about:
    'On the host, while the site goes on: database and files, encrypted, in a new folder inside of this one. --keep N deletes all but the latest so many',
  input: z.object({ folder: z.string(), keep: z.coerce.number().int().min(1).optional() }),
  run: ({ folder, keep }, host: HostContext) =>
    withStore(host, async (source) => {
      const { folder: path, files, lost } = await makeBackup(source, folder, keep)
      host.print(`${path} is made, with ${files} files. Keep SECRET apart from it: nothing else opens it`)
      if (lost.length > 0)
        throw new Refusal('files_lost', {
          fields: {
            files: `${lost.length} that the database names were gone before: ${lost.slice(0, SHOWN).join(', ')}`,
          },
        })
    }),
})

const check = command({
  noun: 'backup',
  verb: 'check',
  args: ['folder'],
  role: 'any',
  reads: true,
  about:
    'On any host with this SECRET: opens every row, every sealed value and every file of one backup, restores nothing, and names what is not as it was',
  input: z.object({ folder: z.string() }),
  run: async ({ folder }, host: HostContext) => {
    const { faults } = await printCheck(folder, host)
    if (faults.length > 0) throw new Refusal('backup_damaged', { fields: { faults: String(faults.length) } })
  },
})

const restore = command({
  noun: 'backup',
  verb: 'restore',
  args: ['folder'],
  role: 'any',
  reads: true,
  about:
    'On the host, the server stopped: puts one backup into an empty installation, after checking it. --damaged restores what there is of a damaged one',
  input: z.object({ folder: z.string(), damaged: z.literal(true).optional() }),
  run: ({ folder, damaged }, host: HostContext) =>
    withStore(host, async (target) => {
      await requireEmpty(target)
      const checked = await printCheck(folder, host)
      if (!checked.readable || (checked.faults.length > 0 && damaged !== true))
        throw new Refusal('backup_damaged', {
          fields: { faults: String(checked.faults.length), ...(checked.readable && { anyway: '--damaged' }) },
        })
      await restoreBackup(folder, target, checked.files)
      host.print(
        'Restored. Start the server; then: npm run operator -- sales-log verify. Compare with the bank what it was told since the backup',
      )
    }),
})

/** Prints its faults, or that it has none. */
async function printCheck(folder: string, { config, tables, print }: HostContext): Promise<CheckedBackup> {
  const checked = await checkBackup(folder, { seal: createSeal(config.secrets), tables, print })
  const { faults, rows, files, made } = checked
  for (const fault of faults.slice(0, SHOWN)) print(fault)
  if (faults.length > SHOWN) print(`… and ${faults.length - SHOWN} more`)
  if (faults.length === 0)
    print(`Whole: all ${rows} rows and ${files.length} files open. Made ${new Date(made).toISOString()}`)
  return checked
}

export const backupCommands: readonly Command<HostContext>[] = [make, check, restore]
