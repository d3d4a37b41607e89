/** How the tables of people and sessions came about: a migration that ran is never changed, and keeps its name. */
import { sql, type Kysely } from 'kysely'
import { BIGINT, INTEGER, TEXT } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'
import { acceptedContactsUp, contactChangesUp } from './contact-tables.server.ts'

export const sessionMigrations: Migrations = {
  '1_session_004_contacts': { up: contactsUp },
  '1_session_006_contact_changes': { up: contactChangesUp },
  '1_session_009_accepted_contacts': { up: acceptedContactsUp },
  '1_session_007_closed': { up: (db) => db.schema.alterTable('users').addColumn('closed_at', BIGINT).execute() },
  '1_session_008_opened': {
    up: (db) => db.schema.alterTable('exchange_codes').addColumn('opened_at', BIGINT).execute(),
  },
  '1_session_005_devices': { up: (db) => db.schema.alterTable('sessions').addColumn('agent', TEXT).execute() },
  '1_session_001_tables': {
    up: async (db) => {
      await db.schema
        .createTable('users')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('name', TEXT)
        .addColumn('mobile', TEXT)
        .addColumn('mobile_mac', TEXT, (c) => c.unique())
        .addColumn('email', TEXT)
        .addColumn('email_mac', TEXT, (c) => c.unique())
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('sessions')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('user_id', TEXT, (c) => c.notNull().references('users.id'))
        .addColumn('token_hash', TEXT, (c) => c.notNull().unique())
        .addColumn('csrf_name', TEXT, (c) => c.notNull())
        .addColumn('csrf_hash', TEXT, (c) => c.notNull())
        .addColumn('co_id', TEXT)
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .addColumn('last_seen_at', BIGINT, (c) => c.notNull())
        .addColumn('ends_at', BIGINT, (c) => c.notNull())
        .addColumn('revoked_at', BIGINT)
        .addColumn('revoked_why', TEXT)
        .execute()
      await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()
      await db.schema
        .createTable('login_codes')
        .addColumn('destination_mac', TEXT, (c) => c.primaryKey())
        .addColumn('code_mac', TEXT, (c) => c.notNull())
        .addColumn('expires_at', BIGINT, (c) => c.notNull())
        .addColumn('tries', INTEGER, (c) => c.notNull())
        .addColumn('consumed_at', BIGINT)
        .execute()
      await db.schema
        .createTable('login_sends')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('destination_mac', TEXT, (c) => c.notNull())
        .addColumn('address_mac', TEXT, (c) => c.notNull())
        .addColumn('prefix_mac', TEXT, (c) => c.notNull())
        .addColumn('at', BIGINT, (c) => c.notNull())
        .execute()
      for (const party of ['destination', 'address', 'prefix']) {
        await db.schema
          .createIndex(`login_sends_${party}`)
          .on('login_sends')
          .columns([`${party}_mac`, 'at'])
          .execute()
      }
      await db.schema
        .createTable('login_failures')
        .addColumn('destination_mac', TEXT, (c) => c.primaryKey())
        .addColumn('failures', INTEGER, (c) => c.notNull())
        .addColumn('until', BIGINT, (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('exchange_codes')
        .addColumn('code_hash', TEXT, (c) => c.primaryKey())
        .addColumn('user_id', TEXT, (c) => c.notNull().references('users.id'))
        .addColumn('co_id', TEXT)
        .addColumn('expires_at', BIGINT, (c) => c.notNull())
        .addColumn('used_at', BIGINT)
        .execute()
    },
  },
  // Rows of these three tables are kept for a day at most, so the tables are recreated rather than changed.
  '1_session_003_codes_by_device': {
    up: async (db) => {
      for (const table of ['login_codes', 'login_sends', 'login_failures']) await db.schema.dropTable(table).execute()
      await db.schema
        .createTable('login_codes')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('destination_mac', TEXT, (c) => c.notNull())
        .addColumn('device_mac', TEXT, (c) => c.notNull())
        .addColumn('here_mac', TEXT, (c) => c.notNull())
        .addColumn('code_mac', TEXT, (c) => c.notNull())
        .addColumn('sent_at', BIGINT, (c) => c.notNull())
        .addColumn('expires_at', BIGINT, (c) => c.notNull())
        .addColumn('tries_left', INTEGER, (c) => c.notNull())
        .addColumn('neighbour_tries_left', INTEGER, (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('login_codes_destination')
        .on('login_codes')
        .columns(['destination_mac', 'expires_at'])
        .execute()
      await db.schema
        .createTable('login_sends')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('pair_mac', TEXT, (c) => c.notNull())
        .addColumn('destination_mac', TEXT)
        .addColumn('address_mac', TEXT, (c) => c.notNull())
        .addColumn('prefix_mac', TEXT, (c) => c.notNull())
        .addColumn('at', BIGINT, (c) => c.notNull())
        .execute()
      for (const party of ['pair', 'destination', 'address', 'prefix']) {
        await db.schema
          .createIndex(`login_sends_by_${party}`)
          .on('login_sends')
          .columns([`${party}_mac`, 'at'])
          .execute()
      }
      await db.schema
        .createTable('login_failures')
        .addColumn('party_mac', TEXT, (c) => c.primaryKey())
        .addColumn('failures', INTEGER, (c) => c.notNull())
        .addColumn('until', BIGINT, (c) => c.notNull())
        .addColumn('at', BIGINT, (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('login_guesses')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('destination_mac', TEXT, (c) => c.notNull())
        .addColumn('at', BIGINT, (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('login_guesses_destination')
        .on('login_guesses')
        .columns(['destination_mac', 'at'])
        .execute()
      await db.schema.createIndex('login_guesses_at').on('login_guesses').column('at').execute()
      await db.schema
        .createTable('login_devices')
        .addColumn('device_mac', TEXT, (c) => c.primaryKey())
        .addColumn('last_at', BIGINT, (c) => c.notNull())
        .execute()
    },
  },
  '1_session_002_scope': {
    up: async (db) => {
      await db.schema.alterTable('sessions').addColumn('scope', TEXT).execute()
      await db.schema.alterTable('exchange_codes').addColumn('scope', TEXT).execute()
      await db.schema.alterTable('exchange_codes').addColumn('session_id', TEXT).execute()
    },
  },
}

/** A row for each contact that people had until then. A contact belongs to at most one person at a time. */
async function contactsUp(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('contacts')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('user_id', TEXT, (c) => c.notNull().references('users.id'))
    .addColumn('channel', TEXT, (c) => c.notNull())
    .addColumn('destination', TEXT, (c) => c.notNull())
    .addColumn('mac', TEXT, (c) => c.notNull())
    .addColumn('proved_at', BIGINT, (c) => c.notNull())
    .addColumn('counts_from', BIGINT, (c) => c.notNull().defaultTo(0))
    .addColumn('ended_at', BIGINT)
    .addColumn('ended_why', TEXT)
    .execute()
  await db.schema.createIndex('contacts_user').on('contacts').column('user_id').execute()
  await db.schema.createIndex('contacts_of').on('contacts').columns(['mac', 'ended_at']).execute()
  await sql`create unique index contacts_live on contacts (mac) where ended_at is null`.execute(db)
  for (const channel of ['mobile', 'email']) {
    await sql`insert into contacts (id, user_id, channel, destination, mac, proved_at)
      select id || ${sql.lit(`:${channel}`)}, id, ${sql.lit(channel)}, ${sql.ref(channel)}, ${sql.ref(`${channel}_mac`)}, created_at
      from users where ${sql.ref(`${channel}_mac`)} is not null`.execute(db)
  }
}
