/** Whether the server can do its work: for `/readyz` (design §9), and with figures for operators. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { limitCalls } from '../http/call-rate-limit.ts'
import type { ServiceStatus } from '../../lib/service-status.ts'
import type { Store } from '../db/database.ts'
import { atHead } from '../db/migrate.ts'
import { storeState } from '../db/store-mark.ts'
import { StoreOnlyReads } from '../db/store-unavailable.ts'
import type { Deps } from '../dependencies.ts'
import { freeBytes } from './free-disk.ts'
import { LoggedFault } from '../logs/logging.ts'
import { backupFigures } from '../backup/restore-tests.ts'
import { operatorFigures } from '../operator/operator-proposals.ts'
import type { ServerFeature } from '../server-feature.ts'
import type { Health } from '../service-interfaces.ts'
import { codeMailJob, codeTextJob } from '../messages/message-jobs.ts'

/** A due job that waited longer than this means that no worker runs. */
const MAX_LAG = 5 * 60_000
/** How long an answer of `/readyz` and `/status.json` is given to everybody who asks, ms. */
const ANSWER_HOLDS = 5_000
/** A check that takes longer has failed, ms. */
const LONGEST_CHECK = 5_000
/** The same of one part, so that the answer still comes and names it. */
const LONGEST_PART = 4_000
const PROBE_BYTES = 8 * 1024
const MEBIBYTE = 1024 * 1024

interface Parts {
  store: Store
  features: readonly ServerFeature[]
  /** Of the disk of a folder; a test says how much. */
  free?: ((folder: string) => Promise<number>) | undefined
}

export function createHealth({ store, features, free = freeBytes }: Parts, deps: () => Deps): Health {
  const checks: Record<'database' | 'migrations' | 'files' | 'disk', () => Promise<void>> = {
    // One that is being moved is read until the other takes over.
    database: () =>
      writeProbe(store, deps().clock()).catch((error: unknown) => {
        if (!(error instanceof StoreOnlyReads)) throw error
      }),
    migrations: async () => {
      if (!(await atHead(store))) throw new LoggedFault('not at head')
    },
    files: () => deps().files.probe(),
    disk: async () => {
      const { dataDir, minFreeBytes } = deps().config
      if ((await free(dataDir)) < minFreeBytes) throw new LoggedFault('less is free than MIN_FREE_MB')
    },
  }
  async function passes(part: keyof typeof checks): Promise<boolean> {
    try {
      await inTime(checks[part]())
      return true
    } catch (error) {
      deps().log.warn({ part, err: error }, 'not ready')
      return false
    }
  }
  const mark = async (): Promise<Record<string, number>> => ({
    storeOnlyReads: (await storeState(store.db)) === 'open' ? 0 : 1,
  })
  const lag = async (): Promise<number> => ((await storeState(store.db)) === 'open' ? deps().outbox.lag() : 0)
  let leaving = false
  return {
    leave: () => {
      leaving = true
    },
    isLeaving: () => leaving,
    status: async () => {
      const from = performance.now()
      const said = await readServiceStatus(deps())
      const isSlow = performance.now() - from > STORE_WAITS
      const [disk, files] = await Promise.all([passes('disk'), passes('files')])
      if (isSlow || !disk) return ALL_SLOW
      return files ? said : { ...said, claims: 'slow' }
    },
    check: async () => {
      const [database, migrations, files, disk, outboxLagMs] = await Promise.all([
        passes('database'),
        passes('migrations'),
        passes('files'),
        passes('disk'),
        inTime(lag()).catch(() => Infinity),
      ])
      const parts = { database, migrations, files, disk }
      return { ok: Object.values(parts).every(Boolean) && outboxLagMs <= MAX_LAG, ...parts, outboxLagMs }
    },
    figures: async () => {
      const { dataDir, logDir } = deps().config
      const disks = { freeDataMB: dataDir, freeLogsMB: logDir }
      const megabytes = Object.entries(disks).map(async ([name, folder]) => ({
        [name]: Math.floor((await free(folder)) / MEBIBYTE),
      }))
      const figures = [mark, backupFigures, operatorFigures, ...features.map((it) => it.figures)].map(async (read) =>
        read?.(deps()),
      )
      // One that cannot be read does not hide the others.
      const read = await Promise.all([...megabytes, ...figures].map((it) => it.catch(() => undefined)))
      return Object.assign({}, ...read)
    },
  }
}

/** Fails where something takes too long. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = async (): Promise<never> => {
    await pause(LONGEST_PART, undefined, { ref: false, signal: over.signal })
    throw new LoggedFault('no answer in time')
  }
  return Promise.race([work, late()]).finally(() => over.abort())
}

/** Overwrites the one row with new bytes, as every purchase writes: a temporary table would work on a full disk. */
async function writeProbe(store: Store, at: number): Promise<void> {
  const row = { at, bytes: randomBytes(PROBE_BYTES / 2).toString('hex') }
  await store.write((trx) =>
    trx
      .insertInto('health_probe')
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute(),
  )
}

/** One answer for everybody who asks within some seconds: asking often costs nothing. `late`: where it takes too long. */
function sharedAnswer<T>(ask: () => Promise<T>, late: T, clock: () => number): () => Promise<T> {
  let last: { at: number; answer: T } | undefined
  let running: Promise<T> | undefined
  return async () => {
    // A clock that was set back must not keep an answer.
    if (last && Math.abs(clock() - last.at) < ANSWER_HOLDS) return last.answer
    running ??= ask().finally(() => {
      running = undefined
    })
    const answer = await Promise.race([running, pause(LONGEST_CHECK, late, { ref: false })])
    last = { at: clock(), answer }
    return answer
  }
}

/**
 * `/healthz`: the process is alive. `/readyz`: 200 or 503, and nothing else that strangers would learn. `/status.json`:
 * whether what people wait for is slow.
 */
export async function registerHealth(app: FastifyInstance, { health, clock, config }: Deps): Promise<void> {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))
  const ready = sharedAnswer(async () => (await health.check()).ok, false, clock)
  const status = sharedAnswer<ServiceStatus>(health.status, { paying: 'slow', codes: 'slow', claims: 'slow' }, clock)
  await app.register(async (limited: FastifyInstance) => {
    limitCalls(limited, config.callsPerMinute, clock)
    limited.get('/readyz', async (_request, reply) => {
      const ok = !health.isLeaving() && (await ready())
      return reply
        .code(ok ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ ok })
    })
    limited.get('/status.json', async (_request, reply) =>
      reply.header('cache-control', `public, max-age=${ANSWER_HOLDS / 1000}`).send(await status()),
    )
  })
}

/** Somebody waits for a code at a form. */
const CODE_WAITS = 60_000
/** What failed or succeeded so long ago says nothing of now. */
const RECENT = 5 * 60_000
/** Fewer failures may be about single mailboxes. */
const SOME = 3
/** A photo is checked within seconds. */
const PHOTO_WAITS = 120_000
/** What is read for this answer takes milliseconds; a call that somebody waits for reads and writes several times more. */
const STORE_WAITS = 2_000

const ALL_SLOW: ServiceStatus = { paying: 'slow', codes: 'slow', claims: 'slow' }

/**
 * Whether the process that sends codes, which may be another one, fails with most of them. Each waits for its next
 * attempt, so that none of them is late.
 */
async function codesFail({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const jobs = () =>
    db
      .selectFrom('jobs')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('kind', 'in', [codeMailJob.kind, codeTextJob.kind])
  const failing = await jobs()
    .where('last_error', 'is not', null)
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (failing.n < SOME) return false
  const sent = await jobs()
    .where('done_at', '>', clock() - RECENT)
    .executeTakeFirstOrThrow()
  return failing.n >= sent.n
}

/**
 * Whether what people wait for is slow: from calls to others, and from what waits in the store. All of it is slow where
 * the store does not answer, or is being moved. The caller adds what the disk, the files and the store's speed say.
 */
async function readServiceStatus({
  db,
  clock,
  metrics,
}: Pick<Deps, 'db' | 'clock' | 'metrics'>): Promise<ServiceStatus> {
  const say = (slow: boolean): 'ok' | 'slow' => (slow ? 'slow' : 'ok')
  try {
    if ((await storeState(db)) !== 'open') return ALL_SLOW
    const code = await db
      .selectFrom('jobs')
      .select('id')
      .where('kind', 'in', [codeMailJob.kind, codeTextJob.kind])
      .where('done_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('run_at', '<=', clock() - CODE_WAITS)
      .limit(1)
      .executeTakeFirst()
    const photo = await db
      .selectFrom('incoming')
      .leftJoin('incoming_senders', 'incoming_senders.sender', 'incoming.sender')
      .select('incoming.id')
      .where('received_at', '<=', clock() - PHOTO_WAITS)
      .where('due_at', '<=', clock())
      // Since its sender's last turn or pause: one sender's long queue is nobody else's wait.
      .where((eb) => eb(eb.fn.coalesce('turn_at', eb.val(0)), '<=', clock() - PHOTO_WAITS))
      .where((eb) => eb(eb.fn.coalesce('paused_until', eb.val(0)), '<=', clock() - PHOTO_WAITS))
      .limit(1)
      .executeTakeFirst()
    const { failing } = metrics
    return {
      paying: say(failing('payment')),
      codes: say(code !== undefined || failing('mail', 'sms') || (await codesFail({ db, clock }))),
      claims: say(photo !== undefined || failing('scanner', 'storage')),
    }
  } catch {
    return ALL_SLOW
  }
}
