/** What every route, job and command receives. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Write } from './db/database.ts'
import type { Table } from './db/define-table.ts'
import type { HookPart } from './define-hook.ts'
import type { Files } from './files/file-store.ts'
import type { Seal } from './keys/seal.ts'
import type { CheckWorker, Health, Messages, Outbox } from './service-interfaces.ts'
import type { Database } from './db/database-rows.ts'
import type { Words } from './load-words.ts'
import type { Metrics } from './metrics/metrics.ts'

export interface Deps {
  config: Config
  /** Reads. Writes go through `write`. */
  db: Kysely<Database>
  /** Every table of the store, as declared. */
  tables: readonly Table[]
  write: Write
  /** The present instant, ms. The only clock: tests move it. */
  clock: () => number
  outbox: Outbox
  messages: Messages
  files: Files
  /** Checks the files that were received. */
  checking: CheckWorker
  /** Whether this process can work, and figures for operators. */
  health: Health
  seal: Seal
  words: Words
  /** The program of a thread that draws documents. */
  drawingThread: URL
  /** The features' parts of all hooks: the hook that made one reads it (define-hook.ts). */
  hooks: readonly HookPart[]
  log: Logger
  metrics: Metrics
}
