/**
 * Whatever people do with their mobile numbers and mailboxes, and whoever has them next: nobody reads, owns, cancels or
 * erases what another bought or was sent (decision 0100).
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Refusal } from '../../src/server/http/call-handlers.ts'
import { Conflict } from '../../src/server/transition.ts'
import { runs } from '../tools/long-form.ts'
import { at, ContactHistory } from './contact-history.ts'
import { ContactWorld, DAY } from './contact-world.ts'
import { preparedServers } from './prepared-servers.ts'

const start = preparedServers(async (server) => {
  const world = new ContactWorld(server)
  await world.buy({ device: 'first', birth: '1999-01-01', email: 'first@example.com' })
})

const NAMES = [
  'login',
  'signIn',
  'prove',
  'giveUp',
  'undo',
  'pass',
  'buys',
  'cancels',
  'claims',
  'closes',
  'copies',
  'wait',
] as const
type Name = (typeof NAMES)[number]
const WAITS = [1, 8, 8, 400]
function perform(it: ContactHistory, { name, of, n }: { name: Name; of: number; n: number }): Promise<boolean> {
  if (name === 'wait') return it.wait((at(WAITS, n) ?? 1) * DAY).then(() => true)
  return it[name](at(it.destinations, of) ?? expect.fail(), n)
}

/** What happens to a contact in a life, of which any step may be missing. */
const LIFE: readonly Name[] = [
  'signIn',
  'prove',
  'buys',
  'giveUp',
  'wait',
  'pass',
  'login',
  'buys',
  'cancels',
  'claims',
  'copies',
  'undo',
  'closes',
  'copies',
]
/** Of a contact that nobody gives up before the account closes. */
const UNTIL_CLOSED: readonly Name[] = [
  'signIn',
  'prove',
  'buys',
  'closes',
  'wait',
  'claims',
  'closes',
  'pass',
  'login',
  'copies',
]
const one = fc.record({ name: fc.constantFrom(...NAMES), of: fc.nat(5), n: fc.nat(10_000) })
const life = fc
  .tuple(
    fc.nat(2),
    fc.oneof(fc.subarray([...LIFE], { minLength: 8 }), fc.subarray([...UNTIL_CLOSED], { minLength: 6 })),
    fc.array(fc.nat(10_000), { minLength: 14, maxLength: 14 }),
  )
  .map(([of, names, ns]) => names.map((name, i) => ({ name, of, n: ns[i] ?? 0 })))
const history = fc
  .array(fc.oneof({ weight: 2, arbitrary: life }, { weight: 1, arbitrary: fc.array(one, { maxLength: 6 }) }), {
    minLength: 3,
    maxLength: 5,
  })
  .map((parts) => parts.flat())
/** Acts that were not refused: all runs together must include each of them. */
const succeeded = new Set<string>()

it('nobody comes by what another bought or was sent, whoever had a contact before or has it next', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (acts) => {
      const { server } = await start()
      const world = new ContactHistory(server)
      try {
        for (const act of acts) {
          await world.wait(1000)
          const done = await perform(world, act).catch((error: unknown) => {
            if (error instanceof Refusal || error instanceof Conflict) return false
            throw error
          })
          if (!done) continue
          succeeded.add(act.name)
          await world.check()
        }
      } finally {
        await server.close()
      }
    }),
    runs(6, 80, 2),
  )
  expect([...succeeded].sort()).toEqual([...NAMES].sort())
})
