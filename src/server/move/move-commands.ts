/**
 * `npm run operator -- store move|reopen`: run on the host, with the settings of the new server and the DATA_DIR of the
 * old one, and without an operator's key, as a backup is (decision 0135).
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { z } from 'zod'
import { now } from '../../lib/days/clock.ts'
import { ConfigError } from '../config.ts'
import { openStore, SQLITE_FILE, type Store } from '../db/database.ts'
import { requireThisMachine } from '../db/one-machine.ts'
import { StoreMark } from '../db/store-mark.ts'
import { folderStorage } from '../files/folder-storage.ts'
import { openStorage } from '../files/open-storage.ts'
import { Refusal } from '../http/call-handlers.ts'
import { createSeal } from '../keys/seal.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { command, type Command, type HostContext } from '../operator/command.ts'
import { movedEvent, moveStore, rehearseMove, tablesIn, type Move } from './move-store.ts'

function sqliteFile(dataDir: string): string {
  const file = join(dataDir, SQLITE_FILE)
  if (!existsSync(file)) throw new ConfigError(`${dataDir} has no ${SQLITE_FILE}: set the DATA_DIR of the SQLite store`)
  return file
}

async function withBoth({ config, tables, print }: HostContext, run: (move: Move) => Promise<void>): Promise<void> {
  const { dataDir, databaseUrl } = config
  const file = sqliteFile(dataDir)
  if (databaseUrl === undefined)
    throw new ConfigError('Set DATABASE_URL (and S3_…) as the new server will have them: the store is moved there')
  // A mark of SQLite is seen by the processes of one machine.
  await requireThisMachine(dataDir)
  const log = pino({ level: 'warn' }, pino.destination(2))
  const mark = new StoreMark(file)
  const [from, to] = [openStore({ dataDir }), openStore(config)]
  try {
    await run({
      from,
      to,
      mark,
      folder: folderStorage(join(dataDir, 'files')),
      bucket: config.s3 && (await openStorage(config, { metrics: createMetrics(), log })),
      seal: createSeal(config.secrets),
      tables,
      clock: () => now() + config.clockOffset,
      print,
    })
  } finally {
    for (const it of [from, to, mark]) await it.close()
  }
}

const move = command({
  noun: 'store',
  verb: 'move',
  role: 'any',
  reads: true,
  about:
    'On the host, while the site goes on: from the SQLite store and the files of DATA_DIR to DATABASE_URL and S3_BUCKET; at its end the site only reads. Run it again if it was stopped. --dry-run tries all of it and leaves nothing',
  input: z.object({ 'dry-run': z.literal(true).optional() }),
  run: ({ 'dry-run': dryRun }, host: HostContext) => withBoth(host, dryRun ? rehearseMove : moveStore),
})

const reopen = command({
  noun: 'store',
  verb: 'reopen',
  role: 'any',
  reads: true,
  about:
    'On the host, every server stopped: the SQLite store of DATA_DIR takes writes again after it was moved. --lose gives up what was written at DATABASE_URL since',
  input: z.object({ lose: z.literal(true).optional() }),
  run: async ({ lose }, { config, print }: HostContext) => {
    const file = sqliteFile(config.dataDir)
    await requireThisMachine(config.dataDir)
    const mark = new StoreMark(file)
    try {
      if (mark.state !== 'moved') throw new Refusal('not_moved')
      if (!lose) await requireNothingSince(config)
      mark.reopen()
    } finally {
      mark.close()
    }
    print('The SQLite store of DATA_DIR takes writes again, as it was when it was moved. Unset DATABASE_URL and S3_…')
  },
})

/** Throws when the other database was written to after the move, or cannot be told to be the one of the move. */
async function requireNothingSince(config: HostContext['config']): Promise<void> {
  if (config.databaseUrl === undefined)
    throw new ConfigError('Set the DATABASE_URL that the store was moved to, so that what was written since is counted')
  const other: Store = openStore(config)
  try {
    const moved = await movedEvent(other.db)
    if (!moved) {
      if ((await tablesIn(other)) === 0) return
      throw new Refusal('another_database', { fields: { DATABASE_URL: 'has no record of the move', anyway: '--lose' } })
    }
    const { events, jobs } = await other.db
      .selectNoFrom((eb) => [
        eb
          .selectFrom('events')
          .select(eb.fn.countAll<number>().as('n'))
          .where('id', '>', moved.id)
          .$asScalar()
          .as('events'),
        // A server that ran there has done the jobs that recur, and may have sent letters.
        eb
          .selectFrom('jobs')
          .select(eb.fn.countAll<number>().as('n'))
          .where('done_at', '>', moved.at)
          .$asScalar()
          .as('jobs'),
      ])
      .executeTakeFirstOrThrow()
    if (events + jobs > 0)
      throw new Refusal('written_since', { fields: { events: String(events), jobs: String(jobs), anyway: '--lose' } })
  } finally {
    await other.close()
  }
}

export const moveCommands: readonly Command<HostContext>[] = [move, reopen]
