import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { defineTable, stateful, text, type RowOf } from '../../src/server/db/define-table.ts'
import {
  recordCreation,
  Conflict,
  machine,
  transition,
  tryTransition,
  type Graph,
} from '../../src/server/transition.ts'
import { describeStore } from '../stores/describe.ts'

interface Tables {
  things: RowOf<typeof things>
}
const STATUSES = ['new', 'open', 'stuck', 'done', 'dropped'] as const
type Status = (typeof STATUSES)[number]
const graph: Graph<Status> = {
  new: ['open', 'dropped'],
  open: ['stuck', 'done', 'dropped'],
  stuck: ['open'],
  done: [],
  dropped: [],
}
const thing = machine({ entity: 'thing', table: 'things', graph })

const things = defineTable('things', {
  columns: { ...stateful(), note: text().orNull() },
  copy: { not: 'of a test' },
  afterClosing: 'gone',
  growth: { only: 'operators' },
})

describeStore('transition', [things], (test) => {
  describe('a change of state', () => {
    test('compares, swaps, counts and leaves an event', async ({ write, of }) => {
      const row = await write(async (trx) => {
        await of<Tables>(trx)
          .insertInto('things')
          .values({ id: 'a', status: 'new', version: 1, updated_at: 1, note: null })
          .execute()
        await recordCreation(trx, { machine: thing, id: 'a', status: 'new', by: 'user:1', at: 1 })
        return transition(of<Tables>(trx), {
          machine: thing,
          id: 'a',
          from: 'new',
          to: 'open',
          version: 1,
          by: 'user:1',
          at: 2,
          why: 'asked',
          set: { note: 'x' },
          data: { step: 1 },
        })
      })
      expect(row).toEqual({ id: 'a', status: 'open', version: 2, updated_at: 2, note: 'x' })
      const events = await write((trx) =>
        trx.selectFrom('events').selectAll().where('entity_id', '=', 'a').orderBy('id').execute(),
      )
      expect(
        events.map(({ from_status, to_status, by, why, at, data }) => [from_status, to_status, by, why, at, data]),
      ).toEqual([
        [null, 'new', 'user:1', null, 1, null],
        ['new', 'open', 'user:1', 'asked', 2, '{"step":1}'],
      ])
    })

    test('a change that lost a race changes nothing and reports the state it found', async ({ write, of }) => {
      await write((trx) =>
        of<Tables>(trx)
          .insertInto('things')
          .values({ id: 'b', status: 'open', version: 4, updated_at: 1, note: null })
          .execute(),
      )
      const change = { machine: thing, id: 'b', to: 'done', by: 'user:1', at: 2 } as const
      await expect(write((trx) => transition(of<Tables>(trx), { ...change, version: 3 }))).rejects.toMatchObject({
        name: 'Conflict',
        current: { status: 'open', version: 4 },
      })
      expect(await write((trx) => tryTransition(of<Tables>(trx), { ...change, from: 'stuck' }))).toBeNull()
      await expect(write((trx) => transition(of<Tables>(trx), { ...change, id: 'nobody' }))).rejects.toSatisfy(
        (it) => it instanceof Conflict && it.current === undefined,
      )
    })

    test('an event can be neither changed nor taken away', async ({ write }) => {
      await write((trx) => recordCreation(trx, { machine: thing, id: 'c', status: 'new', by: 'system', at: 1 }))
      await expect(write((trx) => trx.updateTable('events').set({ by: 'nobody' }).execute())).rejects.toThrow(
        /append only/,
      )
      await expect(write((trx) => sql`delete from events`.execute(trx))).rejects.toThrow(/append only/)
    })

    test('no sequence of changes ever leaves the graph', async ({ write, of }) => {
      let count = 0
      await fc.assert(
        fc.asyncProperty(fc.array(fc.constantFrom(...STATUSES), { maxLength: 12 }), async (wanted) => {
          const id = `p${count++}`
          await write((trx) =>
            of<Tables>(trx)
              .insertInto('things')
              .values({ id, status: 'new', version: 1, updated_at: 0, note: null })
              .execute(),
          )
          let now: Status = 'new'
          for (const to of wanted) {
            const row = await write((trx) =>
              tryTransition(of<Tables>(trx), { machine: thing, id, to, by: 'system', at: 0 }),
            )
            expect(row !== null).toBe(graph[now].includes(to))
            if (row) now = to
          }
          const path = await write((trx) =>
            trx
              .selectFrom('events')
              .select(['from_status', 'to_status'])
              .where('entity_id', '=', id)
              .orderBy('id')
              .execute(),
          )
          expect(path.every((it) => graph[it.from_status as Status].includes(it.to_status as Status))).toBe(true)
          expect(path.at(-1)?.to_status ?? 'new').toBe(now)
        }),
        { numRuns: 25 },
      )
    })
  })
})
