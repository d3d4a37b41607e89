/** Changes of contact information, the links that undo them (decision 0061), and open questions of logins (0108). */
import { sql, type Kysely } from 'kysely'
import { BIGINT, INTEGER, TEXT } from '../../server/db/column-types.ts'

/** A change of someone's contact information: replaced, added (no old one) or removed (no new one). */
export interface ContactChangeTable {
  id: string
  user_id: string
  /** Increases within an account. */
  number: number
  channel: 'mobile' | 'email'
  old_contact_id: string | null
  new_contact_id: string | null
  at: number
  undo_until: number
  undone_at: number | null
}

/** Links sent to the contacts that were told of a change. The code itself is not stored. */
export interface ContactUndoLinkTable {
  code_hash: string
  change_id: string
}

/** A login whose code was right, and which waits for an answer: is this account yours? At most one for each contact. */
export interface AccountQuestionTable {
  contact_id: string
  user_id: string
  /** SHA-256 of the question's secret and the device that signs in; neither is stored. */
  question_hash: string
  /** When the code was entered. */
  asked_at: number
  /** The account signed out everywhere else since: a yes opens nothing any more, a no is heard all the same. */
  yes_over: 0 | 1
}

/** Contacts that an account began with need no answer; of those added later nobody recorded who signed in with them. */
export async function acceptedContactsUp(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('contacts').addColumn('accepted_at', BIGINT).execute()
  await sql`update contacts set accepted_at = proved_at where id not in (
    select new_contact_id from contact_changes where new_contact_id is not null)`.execute(db)
  await db.schema
    .createTable('account_questions')
    .addColumn('contact_id', TEXT, (c) => c.primaryKey().references('contacts.id'))
    .addColumn('user_id', TEXT, (c) => c.notNull().references('users.id'))
    .addColumn('question_hash', TEXT, (c) => c.notNull().unique())
    .addColumn('asked_at', BIGINT, (c) => c.notNull())
    .addColumn('yes_over', INTEGER, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('account_questions_user').on('account_questions').column('user_id').execute()
}

export async function contactChangesUp(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('contact_changes')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('user_id', TEXT, (c) => c.notNull().references('users.id'))
    .addColumn('number', INTEGER, (c) => c.notNull())
    .addColumn('channel', TEXT, (c) => c.notNull())
    .addColumn('old_contact_id', TEXT)
    .addColumn('new_contact_id', TEXT)
    .addColumn('at', BIGINT, (c) => c.notNull())
    .addColumn('undo_until', BIGINT, (c) => c.notNull())
    .addColumn('undone_at', BIGINT)
    .addUniqueConstraint('contact_changes_number', ['user_id', 'number'])
    .execute()
  await db.schema
    .createTable('contact_undo_links')
    .addColumn('code_hash', TEXT, (c) => c.primaryKey())
    .addColumn('change_id', TEXT, (c) => c.notNull().references('contact_changes.id'))
    .execute()
  await db.schema.createIndex('contact_undo_links_change').on('contact_undo_links').column('change_id').execute()
  await db.schema.alterTable('sessions').addColumn('confirmed_at', BIGINT).execute()
  await db.schema.alterTable('sessions').addColumn('confirmed_contact', TEXT).execute()
  await db.schema
    .alterTable('login_codes')
    .addColumn('purpose', TEXT, (c) => c.notNull().defaultTo('login'))
    .execute()
}
