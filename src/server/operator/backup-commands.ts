/**
 * `npm run operator -- copies check|tested`: whether a restored backup is complete, and when restoring was last tested
 * (privacy policy §8).
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isDay } from '../../lib/days/dates.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { Refusal } from '../http/call-handlers.ts'
import type { Deps } from '../dependencies.ts'
import { tablesToReseal } from '../keys/reseal.ts'
import { writeEvent } from '../transition.ts'
import { command, type Command } from './command.ts'

const BATCH = 200
const SHOWN = 20
const DAY = 86_400_000
const ENTITY = 'copies'

/** Whether every byte of the file exists and equals what was stored. */
async function isWhole(deps: Deps, { id, sha256 }: { id: string; sha256: string }): Promise<boolean> {
  try {
    const found = await deps.files.get(id)
    if (!found) return false
    const hash = createHash('sha256')
    for await (const part of found.stream) hash.update(part)
    return hash.digest('hex') === sha256
  } catch {
    return false
  }
}

const check = command({
  noun: 'copies',
  verb: 'check',
  role: 'security',
  reads: true,
  about:
    'In a restored copy, never on the live store: opens what is sealed, and every file to its last byte, and compares it with its checksum. Changes nothing',
  input: z.object({}),
  run: async (_, { deps, print }) => {
    for await (const table of tablesToReseal(deps))
      print(
        `${table} opens, but not all of it was sealed with the first secret, or in today's form. Nothing is lost; on the live store run: keys reseal`,
      )
    const broken: string[] = []
    let looked = 0
    for (let after = ''; ;) {
      const rows = await deps.db
        .selectFrom('files')
        .select(['id', 'sha256'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH)
        .execute()
      for (const row of rows) if (!(await isWhole(deps, row))) broken.push(row.id)
      looked += rows.length
      const last = rows.at(-1)
      if (!last) break
      after = last.id
    }
    if (broken.length > 0)
      throw new Refusal('copy_broken', {
        fields: { files: `${broken.length} of ${looked}: ${broken.slice(0, SHOWN).join(', ')}` },
      })
    print(
      `Everything that is sealed opens, and all ${looked} files are whole. Check the sales records too: sales-log verify`,
    )
  },
})

const tested = command({
  noun: 'copies',
  verb: 'tested',
  args: ['made'],
  role: 'security',
  about: 'On the live store: writes down that a copy of this day was restored and found whole, see `copies check`',
  input: z.object({ made: z.string().refine(isDay, 'a day: 2026-03-03') }),
  run: async ({ made }, { deps, by, why, print }) => {
    await deps.write((trx) =>
      writeEvent(trx, {
        entity: ENTITY,
        entity_id: made,
        at: deps.clock(),
        by,
        from_status: null,
        to_status: 'tested',
        why,
        data: null,
      }),
    )
    print('Written down')
  },
})

export const copyCommands: readonly Command[] = [check, tested]

/** Days by which the next restore test is overdue. */
export async function copyFigures({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<{ copiesUntestedDays: number }> {
  const last = await db
    .selectFrom('events')
    .select('at')
    .where('entity', '=', ENTITY)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const since = last ?? (await db.selectFrom('events').select('at').orderBy('id').limit(1).executeTakeFirst())
  const days = since ? Math.floor((clock() - since.at) / DAY) : 0
  return { copiesUntestedDays: Math.max(0, days - LIMITS.copyTestDays) }
}
