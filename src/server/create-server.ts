/** Puts the parts together: store, keys, files, messages, outbox, features. The app over it is in create-app.ts. */
import { now } from '../lib/days/clock.ts'
import type { DestinationStream } from 'pino'
import { holderOnly, type ResolveCaller } from './http/caller.ts'
import { ConfigError, requireSettings, type Config } from './config.ts'
import { openStore, type Store } from './db/database.ts'
import type { Table } from './db/define-table.ts'
import { migrate } from './db/migrate.ts'
import { driverCode, NOT_ALLOWED } from './db/store-unavailable.ts'
import { requireSecret } from './keys/secret-canary.ts'
import { collectHooks } from './define-hook.ts'
import type { Deps } from './dependencies.ts'
import type { ServerFeature } from './server-feature.ts'
import { dropOwnedFiles } from './files/drop-owned-files.ts'
import { createFiles } from './files/file-store.ts'
import { openStorage } from './files/open-storage.ts'
import { createHealth } from './health/health.ts'
import { cleanupJobs } from './jobs/cleanup-jobs.ts'
import { createCheckWorker } from './intake/check-worker.ts'
import type { RemakeFile } from './intake/remake-in-process.ts'
import { createLogs, type LogRequest, type Logs } from './logs/logging.ts'
import { createDeliver } from './messages/deliver-message.ts'
import { createMessages, messageJobs } from './messages/send-message.ts'
import { missingSmsTemplates } from './messages/sms/sms-templates.ts'
import { messagesOf } from './messages/define-message.ts'
import { createOutbox, type Job } from './jobs/outbox.ts'
import { createSeal } from './keys/seal.ts'
import { loadWords } from './load-words.ts'
import { createMetrics } from './metrics/metrics.ts'
import { expectServices } from './metrics/outgoing-call.ts'
import { registerStoreGauges } from './metrics/store-gauges.ts'
import { guardedWrite, reportEvents } from './written-events.ts'

export interface Server {
  deps: Deps
  store: Store
  features: readonly ServerFeature[]
  resolve: ResolveCaller
  /** Writes the line of each request. */
  logRequest: LogRequest
  /** Moves the clock; the sandbox and tests only. */
  advance: (ms: number) => void
  close: () => Promise<void>
}

export interface Options {
  config: Config
  features: readonly ServerFeature[]
  /** Every table of the store, whichever features run. */
  tables: readonly Table[]
  /** The program of a thread that draws documents. */
  drawingThread: URL
  /** The real time, ms, before the clock is moved. */
  clock?: () => number
  logTo?: DestinationStream
  /** A store that a test brings. */
  store?: Store
  /** A slow file check, in a test. */
  look?: RemakeFile
  /** Bytes that are free on the disk of a folder, in a test. */
  free?: (folder: string) => Promise<number>
  /** Without the cache of opened values, in the benchmark. */
  caching?: boolean
}

/** What these features need in production and these settings lack. */
export const missingOfFeatures = (features: readonly ServerFeature[], config: Config): string[] =>
  features.flatMap((it) => it.missing?.(config, process.env) ?? [])

/** Opens everything, brings the store to head and runs the features' `start`. */
export async function createServer({
  config,
  features,
  tables,
  drawingThread,
  clock = now,
  logTo,
  store: given,
  look,
  free,
  caching = true,
}: Options): Promise<Server> {
  const declared = messagesOf(features)
  if (config.mode === 'production')
    requireSettings([...missingOfFeatures(features, config), ...missingSmsTemplates(config, [...declared.keys()])])
  const { log, logRequest } = openLogs(config, logTo)
  const store = given ?? openStore(config)
  let moved = config.clockOffset
  const present = () => clock() + moved
  const seal = createSeal(config.secrets, { caching })
  await prepareStore(store, { seal, log, tables, now: present() })
  const metrics = createMetrics()
  const storage = await openStorage(config, { metrics, log })
  const jobs = jobsOf(config, features)
  const recurring = [...cleanupJobs, ...features.flatMap((it) => it.recurring ?? [])]
  const outbox = createOutbox({ store, clock: present, log, deps: () => deps, jobs, recurring })
  // Jobs become visible with the commit, so the worker is woken then.
  const write = guardedWrite(store.write, (events) => {
    reportEvents(deps, events)
    outbox.nudge()
  })
  const deps: Deps = {
    config,
    db: store.db,
    tables,
    write,
    clock: present,
    outbox,
    seal,
    log,
    metrics,
    words: loadWords(),
    drawingThread,
    hooks: collectHooks(features),
    messages: createMessages({ deps: () => deps, declared }),
    checking: createCheckWorker({
      store: { db: store.db, write },
      clock: present,
      log,
      kinds: features.flatMap((it) => it.incoming ?? []),
      deps: () => deps,
      look,
    }),
    health: createHealth({ store, features, free }, () => deps),
    files: createFiles({
      store: { db: store.db, write },
      seal,
      storage,
      clock: present,
    }),
  }
  expectServices(deps.metrics, config)
  registerStoreGauges(deps, { store, jobs: [...jobs, ...recurring] })
  for (const feature of features) await feature.start?.(deps)
  return {
    deps,
    store,
    features,
    logRequest,
    resolve: (features.find((it) => it.resolveCaller)?.resolveCaller ?? holderOnly)(deps),
    advance: (ms) => {
      moved += ms
    },
    close: async () => {
      await deps.checking.stop()
      await outbox.stop()
      await store.close()
    },
  }
}

/** What jobs do: the ground's own, and those of features. */
const jobsOf = (config: Config, features: readonly ServerFeature[]): Job[] => [
  dropOwnedFiles,
  ...messageJobs(createDeliver(config), features.find((it) => it.messageDestination)?.messageDestination),
  ...features.flatMap((it) => it.jobs ?? []),
]

/** The folder of the log files is made where there is none. */
function openLogs(config: Config, logTo: DestinationStream | undefined): Logs {
  try {
    return createLogs(config, logTo)
  } catch (error) {
    throw new ConfigError(`LOG_DIR cannot be written: ${driverCode(error)}`)
  }
}

/** Brings the store to head and requires its secret; closes it when it cannot be used. */
async function prepareStore(
  store: Store,
  { seal, log, tables, now: at }: Pick<Deps, 'seal' | 'log' | 'tables'> & { now: number },
): Promise<void> {
  try {
    const ran = await migrate(store, tables)
    if (ran.length > 0) log.info({ migrations: ran }, 'store brought to head')
    await requireSecret(store, { seal, tables, now: at })
  } catch (error) {
    await store.close()
    if (driverCode(error) === NOT_ALLOWED)
      throw new ConfigError('The role of DATABASE_URL may not create tables (42501): grant create on its schema')
    throw error
  }
}
