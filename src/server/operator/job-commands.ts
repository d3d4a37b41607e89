/** Commands for the outbox: list jobs that failed or wait, and run a failed one again. */
import { z } from 'zod'
import { Refusal } from '../http/call-handlers.ts'
import { writeEvent } from '../transition.ts'
import { command } from './command.ts'

const iso = (ms: number | null): string => (ms === null ? '-' : new Date(ms).toISOString())

const list = command({
  noun: 'jobs',
  verb: 'list',
  role: 'security',
  reads: true,
  about: 'Jobs that were given up (--state failed, the default) or wait (--state open)',
  input: z.object({ state: z.enum(['failed', 'open']).default('failed') }),
  run: async ({ state }, { deps, print }) => {
    let query = deps.db.selectFrom('jobs').selectAll().where('done_at', 'is', null).orderBy('run_at').limit(200)
    query = state === 'failed' ? query.where('failed_at', 'is not', null) : query.where('failed_at', 'is', null)
    for (const row of await query.execute()) {
      print(
        [
          row.id,
          row.kind,
          `attempts ${row.attempts}`,
          `due ${iso(row.run_at)}`,
          `failed ${iso(row.failed_at)}`,
          row.last_error ?? '',
        ].join('  '),
      )
    }
  },
})

const retry = command({
  noun: 'jobs',
  verb: 'retry',
  args: ['id'],
  role: 'security',
  about: 'Lets a job that was given up run again',
  input: z.object({ id: z.string().min(1, 'required') }),
  run: async ({ id }, { deps, by, why, print }) => {
    const at = deps.clock()
    await deps.write(async (trx) => {
      const row = await trx
        .updateTable('jobs')
        .set({ failed_at: null, attempts: 0, run_at: at, lease_until: null })
        .where('id', '=', id)
        .where('failed_at', 'is not', null)
        .returning('kind')
        .executeTakeFirst()
      if (!row) throw new Refusal('not_found')
      await writeEvent(trx, {
        entity: 'job',
        entity_id: id,
        at,
        by,
        from_status: 'failed',
        to_status: 'open',
        why,
        data: { kind: row.kind },
      })
    })
    print(`${id} will run`)
  },
})

export const jobCommands = [list, retry]
