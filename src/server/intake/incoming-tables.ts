/** Files that were received and not looked at yet, and who sends them. */
import type { Kysely } from 'kysely'
import { BIGINT, INTEGER, TEXT } from '../db/column-types.ts'
import type { Migrations } from '../db/migration-type.ts'
import type { Kind } from './detect-file-type.ts'

export interface IntakeTables {
  incoming: IncomingTable
  incoming_senders: SenderTable
}

export interface IncomingTable {
  /** The name of its bytes on disk, `….incoming`. */
  id: string
  /** Whose it will be: `claim:<id>` … */
  owner: string
  /** Who sent it: `user:<id>` … */
  sender: string
  /** Which feature hears what came of it (`IncomingKind.kind`). */
  purpose: string
  kind: Kind
  size: number
  sha256: string
  /** Its own key, sealed by the application's. */
  wrapped_key: string
  received_at: number
  /** Not before this; later than `received_at` when something of ours was out of order. */
  due_at: number
  /** A process is at it until then. */
  lease_until: number | null
  attempts: number
  /** Processes that died while they had it in hand, whatever they died of. */
  deaths: number
}

export interface SenderTable {
  sender: string
  /** When a file of theirs was last in hand. */
  turn_at: number
  /** Their files wait until then. */
  paused_until: number
  /** How often a file of theirs had to be stopped; one that is fine takes one back. */
  stops: number
}

export const intakeMigrations: Migrations = {
  '0_intake_001_incoming': { up: incoming },
  '0_intake_002_deaths': { up: (db) => db.schema.alterTable('incoming').addColumn('deaths', INTEGER, (c) => c.notNull().defaultTo(0)).execute() },
}

async function incoming(db: Kysely<never>): Promise<void> {
  await db.schema.createTable('incoming')
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
  await db.schema.createTable('incoming_senders')
    .addColumn('sender', TEXT, (c) => c.primaryKey())
    .addColumn('turn_at', BIGINT, (c) => c.notNull())
    .addColumn('paused_until', BIGINT, (c) => c.notNull())
    .addColumn('stops', INTEGER, (c) => c.notNull())
    .execute()
}
