/**
 * Server and worker, each a process of its own, are killed with SIGKILL at random moments while people register, buy,
 * pay, send documents and claim; on each database with each store of files. A checker that knows nothing of the code
 * says what of the acknowledged is lost, doubled, changed or stuck.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '../../src/lib/days/dates.ts'
import { ensurePostgres } from '../stores/postgres-binaries.ts'
import { startSwift, type Swift } from '../stores/swift.ts'
import { isLong, SEED_OF_RUN } from '../tools/long-form.ts'
import { faultsOf } from './aftermath.ts'
import { FailingPostgres } from './failing-postgres.ts'
import { Cell, type Places } from './kill-cell.ts'
import { Caller } from './kill-callers.ts'
import { pause } from './killable-process.ts'

/** Of each cell. */
const KILLS = Number(process.env['KILLS'] ?? (isLong ? 50 : 3))
const CALLERS = isLong ? 4 : 2
const LIMIT_MS = isLong ? 60 * 60_000 : 20 * 60_000
const DAY = 86_400_000
const bin = ensurePostgres()

let postgres: FailingPostgres
let swift: Swift
beforeAll(async () => {
  postgres = await FailingPostgres.start(bin ?? '')
  swift = await startSwift('/var/tmp')
})
afterAll(async () => {
  swift.stop()
  await postgres.stop()
})

/** Between 0 and 1, the same sequence for a seed (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Kills until there were so many, while everybody goes on with `work`, each at least once. */
async function underKills(cell: Cell, kills: number, chance: () => number, work: readonly (() => Promise<void>)[]) {
  const killer = async (): Promise<void> => {
    while (cell.kills < kills) {
      await pause(200 + chance() * 3_000)
      await cell.kill((['server', 'worker', 'both'] as const)[Math.floor(chance() * 3)] ?? 'both')
    }
  }
  await Promise.all([
    killer(),
    ...work.map(async (one) => {
      do await one()
      while (cell.kills < kills)
    }),
  ])
}

/** The whole story of a cell, until nothing is due any more. */
async function story(cell: Cell, seed: number): Promise<Caller[]> {
  const chance = chanceOf(seed)
  // The moments of the kills do not depend on how often callers ask.
  const moments = chanceOf(seed + 1)
  const callers = Array.from({ length: CALLERS }, (_, i) => new Caller(cell, `caller${i}`, chance))
  await underKills(
    cell,
    Math.ceil(KILLS / 2),
    moments,
    callers.map((it) => async () => {
      if (it.policies.length === 0) await it.signIn()
      const order = await it.apply()
      await it.pay(order)
      await it.receive(order)
    }),
  )
  // Cover begins on the day after it was bought.
  await cell.goOnLater(2 * DAY)
  await Promise.all(callers.map((it) => it.signIn()))
  await underKills(
    cell,
    KILLS,
    moments,
    callers.map((it) => () => it.claim(it.policies[0] ?? '', dayOf(cell.now()))),
  )
  await cell.kill('both')
  await cell.settle()
  return callers
}

const CELLS: [database: string, files: string, places: () => Promise<Places>][] = [
  ['SQLite', 'disk', async () => ({})],
  ['SQLite', 'S3', async () => ({ s3: swift.settings })],
  ['PostgreSQL', 'disk', async () => ({ postgres: await emptyDatabase('disk') })],
  ['PostgreSQL', 'S3', async () => ({ postgres: await emptyDatabase('bucket'), s3: swift.settings })],
]
async function emptyDatabase(name: string): Promise<string> {
  await postgres.administer(`create database kills_${name}`)
  return postgres.urlOf(`kills_${name}`)
}

describe.runIf(bin !== undefined)(`server and worker are killed ${KILLS} times`, () => {
  test.each(CELLS)(
    '%s, files in %s: nothing acknowledged is lost, doubled, changed or stuck unseen',
    async (database, files, places) => {
      const seed = SEED_OF_RUN
      process.stdout.write(`${database}, ${files}: SEED=${seed}\n`)
      const cell = await Cell.start(await places())
      try {
        const begun = performance.now()
        const callers = await story(cell, seed)
        const witness = await cell.witness()
        const faults = await faultsOf(witness)
        await witness.close()
        const count = (what: string): number => witness.journal.filter((it) => it.what === what).length
        const told = ['submitted', 'payment', 'paid', 'policy', 'case', 'document', 'file']
        const unanswered = callers.reduce((total, it) => total + it.unanswered, 0)
        const seconds = Math.round((performance.now() - begun) / 1000)
        const figures = told.map((it) => `${count(it)} ${it}`).join(', ')
        const mails = `${witness.mails.length} mails (${new Set(witness.mails.map((it) => it.id)).size} by id)`
        process.stdout.write(
          `${database}, ${files}: ${cell.kills} kills in ${seconds} s, ${unanswered} calls unanswered; ${figures}, ${mails}\n`,
        )
        expect(faults).toEqual([])
        // Kills that hit nothing prove nothing.
        expect(unanswered).toBeGreaterThan(0)
        expect(Math.min(...told.map(count))).toBeGreaterThanOrEqual(CALLERS)
      } finally {
        await cell.stop()
      }
    },
    LIMIT_MS,
  )
})
