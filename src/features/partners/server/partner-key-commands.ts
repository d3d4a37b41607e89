/**
 * `npm run operator -- partner-keys add|rotate|end|list`: secrets with which a partner signs its links, and we sign
 * notifications to it.
 */
import { z } from 'zod'
import { formatInstant } from '../../../lib/days/dates.ts'
import { commandsOf, type Command } from '../../../server/operator/command.ts'
import { coIdSchema } from './link-token.ts'
import { addKey, endKey, keysOf, partnerNamed, rotateKeys } from './partners.ts'
import { keyHolds, OVERLAP_MS } from './link-and-key-times.ts'

const command = commandsOf({ noun: 'partner-keys', role: 'security' })

const HOUR = 3_600_000

const show = (key: { id: string; secret: string }): string[] => [
  `Key     ${key.id}`,
  `Secret  ${key.secret}`,
  'The secret is shown this once. Give it to the partner on a way of its own.',
]

const add = command({
  verb: 'add',
  args: ['co_id'],
  about: 'a key more for a partner; its secret is printed this once. The keys before it hold on',
  input: z.object({ co_id: coIdSchema }),
  run: async ({ co_id }, { deps, by, why, print }) => {
    const key = await deps.write(async (trx) => addKey(deps, trx, await partnerNamed(trx, co_id), { by, why }))
    show(key).forEach(print)
  },
})

const rotate = command({
  verb: 'rotate',
  args: ['co_id'],
  about:
    'a new key; those before it hold for --overlap hours more (a week when not said), so that the partner changes without a gap',
  input: z.object({
    co_id: coIdSchema,
    overlap: z.coerce
      .number()
      .int()
      .min(0)
      .max(24 * 90)
      .default(OVERLAP_MS / HOUR),
  }),
  run: async ({ co_id, overlap }, { deps, by, why, print }) => {
    const key = await deps.write(async (trx) =>
      rotateKeys(deps, trx, await partnerNamed(trx, co_id), { overlap: overlap * HOUR, by, why }),
    )
    show(key).forEach(print)
    print(`The keys before it hold until ${formatInstant(deps.clock() + overlap * HOUR, 'en')}.`)
  },
})

const end = command({
  verb: 'end',
  args: ['key'],
  about: 'ends a key at once, for a secret that somebody else may have seen: links signed by it open nothing any more',
  input: z.object({ key: z.string().max(26) }),
  run: async ({ key }, { deps, by, why, print }) => {
    await deps.write((trx) => endKey(deps, trx, key, { by, why }))
    print(`Key ${key} is ended.`)
  },
})

const list = command({
  verb: 'list',
  args: ['co_id'],
  about: 'keys of a partner, from when until when each holds; never their secrets',
  reads: true,
  input: z.object({ co_id: coIdSchema }),
  run: async ({ co_id }, { deps, print }) => {
    const keys = await keysOf(deps.db, (await partnerNamed(deps.db, co_id)).id)
    const stateOf = (key: (typeof keys)[number]): string =>
      keyHolds(key, deps.clock()) ? 'holds' : key.status === 'ended' ? 'ended' : 'over'
    for (const key of keys) {
      print(
        [
          key.id,
          stateOf(key),
          `from ${formatInstant(key.valid_from, 'en')}`,
          key.valid_until === null ? 'no end' : `until ${formatInstant(key.valid_until, 'en')}`,
        ].join('  '),
      )
    }
    if (keys.length === 0) print('No key.')
  },
})

export const partnerKeyCommands: readonly Command[] = [add, rotate, end, list]
