/** Files that were received and not checked yet, and who sends them. */
import type { Kysely } from 'kysely'
import { BIGINT, INTEGER, TEXT } from '../db/column-types.ts'
import type { Migrations } from '../db/migration-type.ts'
import type { Kind } from './detect-file-type.ts'

export interface IntakeTables {
  incoming: IncomingTable
  incoming_senders: SenderTable
}

export interface IncomingTable {
  /** The file's name on disk, `….incoming`. */
  id: string
  /** Its future owner: `claim:<id>` … */
  owner: string
  /** Who sent it: `user:<id>` … */
  sender: string
  /** The feature that receives the result (`IncomingKind.kind`). */
  purpose: string
  kind: Kind
  size: number
  sha256: string
  /** Its own key, encrypted by the application's. */
  wrapped_key: string
  received_at: number
  /** Not checked before this; later than `received_at` after a failure of our own. */
  due_at: number
  /** A process is checking it until then. */
  lease_until: number | null
  attempts: number
  /** Processes that died while they were checking it, whatever they died of. */
  deaths: number
}

interface SenderTable {
  sender: string
  /** When a file of this sender was last claimed. */
  turn_at: number
  /** This sender's files wait until then. */
  paused_until: number
  /** How often the check of a file of this sender had to be stopped; one that is accepted lowers the count by one. */
  stops: number
}

export const intakeMigrations: Migrations = {
  '0_intake_001_incoming': { up: incoming },
  '0_intake_002_deaths': {
    up: (db) =>
      db.schema
        .alterTable('incoming')
        .addColumn('deaths', INTEGER, (c) => c.notNull().defaultTo(0))
        .execute(),
  },
}

async function incoming(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('incoming')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('owner', TEXT, (c) => c.notNull())
    .addColumn('sender', TEXT, (c) => c.notNull())
    .addColumn('purpose', TEXT, (c) => c.notNull())
    .addColumn('kind', TEXT, (c) => c.notNull())
    .addColumn('size', BIGINT, (c) => c.notNull())
    .addColumn('sha256', TEXT, (c) => c.notNull())
    .addColumn('wrapped_key', TEXT, (c) => c.notNull())
    .addColumn('received_at', BIGINT, (c) => c.notNull())
    .addColumn('due_at', BIGINT, (c) => c.notNull())
    .addColumn('lease_until', BIGINT)
    .addColumn('attempts', INTEGER, (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('incoming_owner').on('incoming').column('owner').execute()
  await db.schema
    .createTable('incoming_senders')
    .addColumn('sender', TEXT, (c) => c.primaryKey())
    .addColumn('turn_at', BIGINT, (c) => c.notNull())
    .addColumn('paused_until', BIGINT, (c) => c.notNull())
    .addColumn('stops', INTEGER, (c) => c.notNull())
    .execute()
}
