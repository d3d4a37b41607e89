/** A person's settings for the account itself, and the copies of their data. */
import { sql } from 'kysely'
import { BIGINT, TEXT, withState, type Stateful } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'
import type { Lang } from '../../lib/locale.ts'
import type { ChosenKind, MessageWay } from '../../lib/message-preferences.ts'
import type { ClosureStatus } from './closure-calls.ts'
import type { ExportStatus } from './contract.ts'

export interface AccountTables {
  message_ways: MessageWayTable
  unsubscribed_mailboxes: UnsubscribedMailboxTable
  data_exports: DataExportTable
  account_closures: AccountClosureTable
}

/** The request to close an account, which waits for some days (decision 0072). */
export interface AccountClosureTable extends Stateful {
  status: ClosureStatus
  user_id: string
  /** Language of the messages about it. */
  lang: Lang
  asked_at: number
  /** Nothing is deleted before then, ms. */
  closes_at: number
}

/** How a kind of message is sent to a person; no row where it is sent as given with the order, policy or claim. */
interface MessageWayTable {
  user_id: string
  kind: ChosenKind
  way: MessageWay
}

/** A mailbox with which nobody signs in, and a kind of message that is not sent to it. */
interface UnsubscribedMailboxTable {
  mac: string
  kind: ChosenKind
  /** Sealed. */
  destination: string
  at: number
}

/** A copy of all data about a person, in one encrypted archive, for some days. */
export interface DataExportTable extends Stateful {
  status: ExportStatus
  user_id: string
  /** Language of the message that it is ready. */
  lang: Lang
  requested_at: number
  ready_at: number | null
  /** It is deleted after this. */
  expires_at: number | null
  file_id: string | null
  /** SHA-256 of the ticket for which a code was exchanged: the archive can be downloaded with it until `ticket_until`. */
  ticket_hash: string | null
  ticket_until: number | null
}

export const accountMigrations: Migrations = {
  account_004_unsubscribed: {
    up: async (db) => {
      await db.schema
        .createTable('unsubscribed_mailboxes')
        .addColumn('mac', TEXT, (c) => c.notNull())
        .addColumn('kind', TEXT, (c) => c.notNull())
        .addColumn('destination', TEXT, (c) => c.notNull())
        .addColumn('at', BIGINT, (c) => c.notNull())
        .addPrimaryKeyConstraint('unsubscribed_mailboxes_key', ['mac', 'kind'])
        .execute()
    },
  },
  account_003_closures: {
    up: async (db) => {
      await withState(db.schema.createTable('account_closures'))
        .addColumn('user_id', TEXT, (c) => c.notNull().references('users.id'))
        .addColumn('lang', TEXT, (c) => c.notNull())
        .addColumn('asked_at', BIGINT, (c) => c.notNull())
        .addColumn('closes_at', BIGINT, (c) => c.notNull())
        .execute()
      await db.schema.createIndex('account_closures_user').on('account_closures').column('user_id').execute()
      // At most one waiting request per account, even with concurrent calls.
      await sql`create unique index account_closures_open on account_closures (user_id) where status = 'scheduled'`.execute(
        db,
      )
      await sql`create index account_closures_due on account_closures (closes_at) where status = 'scheduled'`.execute(
        db,
      )
    },
  },
  account_002_data_exports: {
    up: async (db) => {
      await withState(db.schema.createTable('data_exports'))
        .addColumn('user_id', TEXT, (c) => c.notNull().references('users.id'))
        .addColumn('lang', TEXT, (c) => c.notNull())
        .addColumn('requested_at', BIGINT, (c) => c.notNull())
        .addColumn('ready_at', BIGINT)
        .addColumn('expires_at', BIGINT)
        .addColumn('file_id', TEXT)
        .addColumn('ticket_hash', TEXT)
        .addColumn('ticket_until', BIGINT)
        .execute()
      await db.schema.createIndex('data_exports_user').on('data_exports').columns(['user_id', 'requested_at']).execute()
      // At most one copy in progress per person, even with concurrent calls.
      await sql`create unique index data_exports_open on data_exports (user_id) where status = 'requested'`.execute(db)
    },
  },
  account_001_message_ways: {
    up: async (db) => {
      await db.schema
        .createTable('message_ways')
        .addColumn('user_id', TEXT, (c) => c.notNull().references('users.id'))
        .addColumn('kind', TEXT, (c) => c.notNull())
        .addColumn('way', TEXT, (c) => c.notNull())
        .addPrimaryKeyConstraint('message_ways_key', ['user_id', 'kind'])
        .execute()
    },
  },
}
