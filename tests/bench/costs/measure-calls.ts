/**
 * Runs in vitest, because the records behind the calls are made by the helpers of the API's tests: sends each call of
 * the ownership table as its owner, whose account is filled to the limits, and writes to `MEASURED_FILE` what it took.
 * `COSTS_SHORT`: few rows, and the first calls of each feature. `COSTS_CALLS`: only these.
 */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { test } from 'vitest'
import { requestExport } from '../../../src/features/account/contract.ts'
import { encodeFields } from '../../../src/lib/contract.ts'
import type { NamedRow } from '../../api/ownership/row.ts'
import { World, type Credentials } from '../../api/ownership/world.ts'
import { jpeg, MEBIBYTE } from '../../api/hostile-files.ts'
import { ok } from '../../api/orders-fixtures.ts'
import { COPY_JOB } from '../costs.ts'
import { FEW, fillToLimits, LARGEST_CLAIM, LARGEST_HEALTH, makeRoom, MOST, type Filled } from './fill-to-limits.ts'
import type { Sent, Told } from './sender.ts'
import { turnsDuring, type Turns } from './turn-timer.ts'

/** What a call took, and whether its input was the largest or that of the ownership table. */
export interface Cost extends Turns {
  call: string
  told: Told
  largest: boolean
}

const short = process.env['COSTS_SHORT'] === '1'
/** The first ones load and compile code. */
const ROUNDS = short ? { warm: 0, measured: 1 } : { warm: 2, measured: 3 }

const files = import.meta.glob<{ rows: readonly NamedRow[] }>('../../api/ownership/*.rows.ts', { eager: true })
/** Some calls, as `--calls` names them; all when it names none. */
const wanted = (process.env['COSTS_CALLS'] ?? '').split(',').filter(Boolean)
const rows = Object.values(files)
  .flatMap((file) => (short ? file.rows.slice(0, 2) : file.rows))
  .filter(({ call }) => wanted.length === 0 || wanted.includes(call.path))

/** Inputs of the largest size that the call accepts, by its path. */
const LARGEST: Record<string, (world: World, filled: Filled) => Promise<Record<string, unknown>>> = {
  'order/get': (_, { draft: { id } }) => Promise.resolve({ id }),
  'order/text': (_, { draft: { id } }) => Promise.resolve({ id, page: 'health' }),
  'order/save': async (world) => {
    const { id, version } = await world.newOrder()
    return { id, version, health: LARGEST_HEALTH }
  },
  'claim/save': async (world) => ({
    id: world.claim,
    base: await world.versionOf(world.claim),
    patch: { ...LARGEST_CLAIM, contactPerson: world.key().slice(-8) },
  }),
}

const large = Buffer.concat([await jpeg(), randomBytes(short ? 0 : 14 * MEBIBYTE)])

/** A call's files are replaced by one of nearly the largest size. */
async function partsOf(row: NamedRow, world: World, input: Record<string, unknown>): Promise<Sent['files']> {
  const given = (await row.files?.(world)) ?? {}
  if ('sha256' in input && row.files) input['sha256'] = createHash('sha256').update(large).digest('hex')
  return Object.fromEntries(Object.entries(given).map(([name, { type }]) => [name, { bytes: large, type }]))
}

class Measure {
  readonly costs: Cost[] = []
  private readonly sender = new Worker(new URL('./sender.ts', import.meta.url))
  private readonly world: World
  private readonly filled: Filled
  private readonly credentials: Credentials
  constructor(world: World, filled: Filled, credentials: Credentials) {
    this.world = world
    this.filled = filled
    this.credentials = credentials
  }

  async call(row: NamedRow): Promise<void> {
    const largest = LARGEST[row.call.path]
    const measured: (Turns & { told: Told })[] = []
    for (let round = 0; round < ROUNDS.warm + ROUNDS.measured; round++) {
      await this.world.signOwnerIn()
      await makeRoom(this.world, this.filled)
      const input = largest ? await largest(this.world, this.filled) : await row.input(this.world)
      const parts = await partsOf(row, this.world, input)
      const sent = this.sent(row, input, parts)
      let told: Told = ''
      const turns = await turnsDuring(async () => {
        this.sender.postMessage(sent)
        told = ((await once(this.sender, 'message')) as [Told])[0]
      })
      if (round >= ROUNDS.warm) measured.push({ ...turns, told })
    }
    this.keep(row.call.path, measured, largest !== undefined || Object.keys(row.files ?? {}).length > 0)
  }

  /** What the server does by itself. */
  async job(call: string, begin: () => Promise<unknown>): Promise<void> {
    const measured: (Turns & { told: Told })[] = []
    for (let round = 0; round < ROUNDS.warm + ROUNDS.measured; round++) {
      await begin()
      const turns = await turnsDuring(() => this.world.server.drain())
      if (round >= ROUNDS.warm) measured.push({ ...turns, told: 'ok' })
    }
    this.keep(call, measured, true)
  }

  private keep(call: string, measured: readonly (Turns & { told: Told })[], largest: boolean): void {
    // Neighbours on the machine disturb one of them; what the call itself takes, it takes each time.
    const best = measured.toSorted((a, b) => a.longest - b.longest)[Math.floor(measured.length / 2)]
    if (best) this.costs.push({ call, largest, ...best })
  }

  private sent({ call, path }: NamedRow, input: Record<string, unknown>, parts: Sent['files']): Sent {
    const fields = encodeFields(input)
    const multipart = call.transport === 'multipart'
    const query = new URLSearchParams({ ...(multipart ? {} : fields), lang: 'en' })
    return {
      address: `${this.world.server.url}${path}?${query}`,
      headers: this.credentials,
      fields: multipart ? fields : null,
      files: parts,
    }
  }

  end = (): Promise<unknown> => this.sender.terminate()
}

test('what each call takes', { timeout: 3_600_000 }, async () => {
  const world = await World.begin()
  const filled = await fillToLimits(world, short ? FEW : MOST)
  const { 'the owner': credentials } = await world.callers()
  const measure = new Measure(world, filled, credentials)
  const skipped: string[] = []
  // These end what the others use.
  const last = ['logout', 'session/logoutOthers', 'account/close']
  for (const row of rows.toSorted((a, b) => last.indexOf(a.call.path) - last.indexOf(b.call.path)))
    await measure.call(row).catch((error: unknown) => skipped.push(`${row.call.path}: ${String(error).slice(0, 120)}`))
  if (wanted.includes(COPY_JOB))
    await measure.job(COPY_JOB, async () => {
      world.server.advance(86_400_000)
      await world.signOwnerIn()
      ok(await world.client.request(requestExport, {}))
    })
  await measure.end()
  await world.server.close()
  writeFileSync(process.env['MEASURED_FILE'] ?? 'costs.json', JSON.stringify({ costs: measure.costs, skipped }))
})
