/** What every route, job and command is handed. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Trx, Write } from './db/database.ts'
import type { Files } from './files/file-store.ts'
import type { Seal } from './seal.ts'
import type { CheckWorker, Messages, Outbox } from './service-interfaces.ts'
import type { Database } from './database-tables.ts'
import type { Words } from './load-words.ts'

export interface Deps {
  config: Config
  /** Reads. Writes go through `write`. */
  db: Kysely<Database>
  write: Write
  /** The present instant, ms. The only clock: tests move it. */
  clock: () => number
  outbox: Outbox
  messages: Messages
  files: Files
  /** Looks at the files that were received. */
  checking: CheckWorker
  seal: Seal
  words: Words
  /** What features do when a person logs in. */
  onLogin: readonly OnLogin[]
  /** What they do when a person ends every other session. */
  onSignOutElsewhere: readonly OnSignOutElsewhere[]
  /** What they do when a person gives up a mobile number or an email. */
  onContactEnded: readonly OnContactEnded[]
  log: Logger
}

/**
 * A destination (mobile or email) was proven by a code: hand over what belongs to it, in the login's own transaction. What was bought with it
 * up to `countsFrom` (an instant, ms) is somebody else's, who had it before.
 */
export type OnLogin = (
  deps: Deps, trx: Trx, login: { userId: string; destination: string; holder: string | undefined; countsFrom: number },
) => Promise<void>

/** A person gives up a destination: what it reached stays the person's, in the same transaction. */
export type OnContactEnded = (deps: Deps, trx: Trx, contact: { userId: string; mac: string; countsFrom: number }) => Promise<void>

/** A person ended every other session of theirs: what other devices open without one ends as well, in the same transaction. */
export type OnSignOutElsewhere = (deps: Deps, trx: Trx, person: { userId: string }) => Promise<void>
