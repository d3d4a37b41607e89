/** When a backup was last made, when restoring one was last tested (privacy policy §8), and whether one was restored. */
import { z } from 'zod'
import { isDay } from '../../lib/days/dates.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import type { Trx } from '../db/database.ts'
import type { Deps } from '../dependencies.ts'
import { Refusal } from '../http/call-handlers.ts'
import { command, type Command } from '../operator/command.ts'
import { writeEvent } from '../transition.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** As events have named backups since the first. */
const ENTITY = 'copies'

interface BackupEvent {
  /** The backup's name, or the day of a tested one. */
  backup: string
  at: number
  by: string
  why: string
  data: Record<string, unknown> | null
}

/**
 * Records that a backup was made; that one was restored elsewhere and found whole; in a restored store, that it is one,
 * and that what the bank was told since the backup was compared.
 */
export const writeBackupEvent = (
  trx: Trx,
  status: 'made' | 'tested' | 'restored' | 'compared',
  { backup, ...event }: BackupEvent,
): Promise<void> =>
  writeEvent(trx, { entity: ENTITY, entity_id: backup, from_status: null, to_status: status, ...event })

const tested = command({
  noun: 'backup',
  verb: 'tested',
  args: ['made'],
  role: 'security',
  about: 'In the live store: writes down that a backup of this day was restored elsewhere and found whole',
  input: z.object({ made: z.string().refine(isDay, 'a day: 2026-03-03') }),
  run: async ({ made }, { deps, by, why, print }) => {
    await deps.write((trx) => writeBackupEvent(trx, 'tested', { backup: made, at: deps.clock(), by, why, data: null }))
    print('Written down')
  },
})

export const restoreTestCommands: readonly Command[] = [tested]

/**
 * Throws `Refusal` in a restored store, which does not know what the bank was told to pay after the backup, until
 * somebody says how they compared it with the bank.
 */
export async function requireComparedAfterRestore(
  deps: Pick<Deps, 'db' | 'write' | 'clock'>,
  { by, how }: { by: string; how?: string | undefined },
): Promise<void> {
  const last = await deps.db
    .selectFrom('events')
    .select(['to_status', 'entity_id'])
    .where('entity', '=', ENTITY)
    .where('to_status', 'in', ['restored', 'compared'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.to_status !== 'restored') return
  if (how === undefined)
    throw new Refusal('restored', {
      fields: {
        'after-restore': `This store is a backup of ${last.entity_id}, and does not know what the bank was told since. Compare with the bank's list of orders and book what was paid; then: bank collect --after-restore "what was compared"`,
      },
    })
  await deps.write((trx) =>
    writeBackupEvent(trx, 'compared', { backup: last.entity_id, at: deps.clock(), by, why: how, data: null }),
  )
}

/** Days by which the next restore test is overdue; hours since the last backup, where `backup make` makes them. */
export async function backupFigures({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Record<string, number>> {
  const last = (status: 'made' | 'tested') =>
    db
      .selectFrom('events')
      .select('at')
      .where('entity', '=', ENTITY)
      .where('to_status', '=', status)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
  const [made, tried] = [await last('made'), await last('tested')]
  const since = tried ?? (await db.selectFrom('events').select('at').orderBy('id').limit(1).executeTakeFirst())
  const days = since ? Math.floor((clock() - since.at) / DAY) : 0
  return {
    backupUntestedDays: Math.max(0, days - LIMITS.backupTestDays),
    ...(made && { backupAgeHours: Math.max(0, Math.floor((clock() - made.at) / HOUR)) }),
  }
}
