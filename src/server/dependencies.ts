/** What every route, job and command is handed. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Write } from './db/database.ts'
import type { OnLogin, OnSignOutElsewhere } from './feature.ts'
import type { Files } from './files/files.ts'
import type { Checking } from './intake/checking.ts'
import type { Messages } from './messages/messages.ts'
import type { Outbox } from './outbox.ts'
import type { Seal } from './seal.ts'
import type { Database } from './tables.ts'
import type { Words } from './words.ts'

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
  checking: Checking
  seal: Seal
  words: Words
  /** What features do when a person logs in. */
  onLogin: readonly OnLogin[]
  /** What they do when a person ends every other session. */
  onSignOutElsewhere: readonly OnSignOutElsewhere[]
  log: Logger
}
