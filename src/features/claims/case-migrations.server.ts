/** Tables of a sent claim: requests, decisions, payments and appeals. Rows are typed in tables.server.ts. */
import { sql, SqliteAdapter, type Kysely } from 'kysely'
import { BIGINT, INTEGER, JSON_TEXT, TEXT, withState } from '../../server/db/column-types.ts'

/** The part of `claims_001_tables` after the claim itself. */
export async function createCaseTables(db: Kysely<never>): Promise<void> {
  await createRequestTables(db)
  await db.schema
    .createTable('claim_decisions')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('claim_id', TEXT, (c) => c.notNull().references('claims.id'))
    .addColumn('at', BIGINT, (c) => c.notNull())
    .addColumn('by', TEXT, (c) => c.notNull())
    .addColumn('outcome', TEXT, (c) => c.notNull())
    .addColumn('reason', JSON_TEXT)
    .addColumn('clauses', JSON_TEXT, (c) => c.notNull())
    .addColumn('sheet', JSON_TEXT, (c) => c.notNull())
    .addColumn('appeal_until', TEXT)
    .execute()
  await withState(db.schema.createTable('claim_payments'))
    .addColumn('claim_id', TEXT, (c) => c.notNull().references('claims.id'))
    .addColumn('decision_id', TEXT, (c) => c.notNull().references('claim_decisions.id'))
    .addColumn('amount_minor', BIGINT, (c) => c.notNull())
    .addColumn('currency', TEXT, (c) => c.notNull())
    .addColumn('account', TEXT, (c) => c.notNull())
    .addColumn('started_at', BIGINT, (c) => c.notNull())
    .addColumn('settled_at', BIGINT)
    .addColumn('reference', TEXT)
    .addColumn('reason', JSON_TEXT)
    .execute()
  await db.schema
    .createTable('claim_appeals')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('claim_id', TEXT, (c) => c.notNull().references('claims.id'))
    .addColumn('decision_id', TEXT, (c) => c.notNull().references('claim_decisions.id'))
    .addColumn('at', BIGINT, (c) => c.notNull())
    .addColumn('text', TEXT, (c) => c.notNull())
    .addColumn('lines', JSON_TEXT, (c) => c.notNull())
    .addColumn('status', TEXT, (c) => c.notNull())
    .addColumn('answered_at', BIGINT)
    .execute()
  await db.schema
    .createTable('claim_forms')
    .addColumn('claim_id', TEXT, (c) => c.notNull().references('claims.id'))
    .addColumn('lang', TEXT, (c) => c.notNull())
    .addColumn('file_id', TEXT, (c) => c.notNull())
    .addColumn('sha256', TEXT, (c) => c.notNull())
    .addColumn('made_at', BIGINT, (c) => c.notNull())
    .addPrimaryKeyConstraint('claim_forms_pk', ['claim_id', 'lang'])
    .execute()
  for (const table of ['claim_requests', 'claim_request_items', 'claim_decisions', 'claim_payments', 'claim_appeals']) {
    await db.schema.createIndex(`${table}_claim`).on(table).column('claim_id').execute()
  }
}

async function createRequestTables(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('claim_requests')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('claim_id', TEXT, (c) => c.notNull().references('claims.id'))
    .addColumn('at', BIGINT, (c) => c.notNull())
    .addColumn('due_on', TEXT, (c) => c.notNull())
    .addColumn('status', TEXT, (c) => c.notNull())
    .addColumn('sent_at', BIGINT)
    .addColumn('by', TEXT, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('claim_request_items')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('request_id', TEXT, (c) => c.notNull().references('claim_requests.id'))
    .addColumn('claim_id', TEXT, (c) => c.notNull().references('claims.id'))
    .addColumn('kind', TEXT, (c) => c.notNull())
    .addColumn('title', JSON_TEXT, (c) => c.notNull())
    .addColumn('reason', JSON_TEXT, (c) => c.notNull())
    .addColumn('must', JSON_TEXT, (c) => c.notNull())
    .addColumn('replaces', TEXT)
    .addColumn('status', TEXT, (c) => c.notNull())
    .addColumn('unavailable', TEXT)
    .execute()
  await db.schema.createIndex('claim_request_items_request').on('claim_request_items').column('request_id').execute()
}

/** `claims_002_letters`: decision letters, one for each language. */
export async function createLetterTables(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('claim_letters')
    .addColumn('decision_id', TEXT, (c) => c.notNull().references('claim_decisions.id'))
    .addColumn('lang', TEXT, (c) => c.notNull())
    .addColumn('file_id', TEXT, (c) => c.notNull())
    .addColumn('sha256', TEXT, (c) => c.notNull())
    .addColumn('made_at', BIGINT, (c) => c.notNull())
    .addPrimaryKeyConstraint('claim_letters_pk', ['decision_id', 'lang'])
    .execute()
}

/**
 * `claims_012_request_versions`: requests, their items and appeals are changed by compare-and-swap, like every row with
 * a status.
 */
export async function addRequestVersions(db: Kysely<never>): Promise<void> {
  for (const table of ['claim_requests', 'claim_request_items', 'claim_appeals']) {
    await db.schema
      .alterTable(table)
      .addColumn('version', INTEGER, (c) => c.notNull().defaultTo(1))
      .execute()
    await db.schema
      .alterTable(table)
      .addColumn('updated_at', BIGINT, (c) => c.notNull().defaultTo(0))
      .execute()
  }
  await sql`update claim_requests set updated_at = coalesce(sent_at, at)`.execute(db)
  await sql`update claim_request_items set updated_at = (select claim_requests.at from claim_requests where claim_requests.id = claim_request_items.request_id)`.execute(
    db,
  )
  await sql`update claim_appeals set updated_at = coalesce(answered_at, at)`.execute(db)
}

/**
 * `claims_014_payees`: payments before a decision, and to several people. SQLite cannot make a column nullable, so the
 * table is rebuilt.
 */
export async function addPayees(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('claim_payees')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('claim_id', TEXT, (c) => c.notNull().references('claims.id'))
    .addColumn('position', INTEGER, (c) => c.notNull())
    .addColumn('parts', INTEGER, (c) => c.notNull())
    .addColumn('account', TEXT, (c) => c.notNull())
    .addUniqueConstraint('claim_payees_position', ['claim_id', 'position'])
    .execute()
  await db.schema.alterTable('claims').addColumn('on_account', TEXT).execute()
  if (db.getExecutor().adapter instanceof SqliteAdapter) {
    await withState(db.schema.createTable('claim_payments_new'))
      .addColumn('claim_id', TEXT, (c) => c.notNull().references('claims.id'))
      .addColumn('decision_id', TEXT, (c) => c.references('claim_decisions.id'))
      .addColumn('amount_minor', BIGINT, (c) => c.notNull())
      .addColumn('currency', TEXT, (c) => c.notNull())
      .addColumn('account', TEXT, (c) => c.notNull())
      .addColumn('started_at', BIGINT, (c) => c.notNull())
      .addColumn('settled_at', BIGINT)
      .addColumn('reference', TEXT)
      .addColumn('reason', JSON_TEXT)
      .execute()
    const columns = sql.raw(
      'id, status, version, updated_at, claim_id, decision_id, amount_minor, currency, account, started_at, settled_at, reference, reason',
    )
    await sql`insert into claim_payments_new (${columns}) select ${columns} from claim_payments`.execute(db)
    await db.schema.dropTable('claim_payments').execute()
    await db.schema.alterTable('claim_payments_new').renameTo('claim_payments').execute()
    await db.schema.createIndex('claim_payments_claim').on('claim_payments').column('claim_id').execute()
  } else {
    await db.schema
      .alterTable('claim_payments')
      .alterColumn('decision_id', (c) => c.dropNotNull())
      .execute()
  }
  await db.schema.alterTable('claim_payments').addColumn('payee_id', TEXT).execute()
  await db.schema.alterTable('claim_payments').addColumn('note', JSON_TEXT).execute()
}

/** `claims_023_match_keys`: what another claim may contain as well, found by its hash; files by the one they have. */
export async function createMatchKeys(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('claim_match_keys')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('claim_id', TEXT, (c) => c.notNull().references('claims.id'))
    .addColumn('kind', TEXT, (c) => c.notNull())
    .addColumn('part', TEXT, (c) => c.notNull())
    .addColumn('mac', TEXT, (c) => c.notNull())
    .addColumn('text', TEXT, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('claim_match_keys_claim').on('claim_match_keys').column('claim_id').execute()
  await db.schema.createIndex('claim_match_keys_mac').on('claim_match_keys').column('mac').execute()
  await db.schema.createIndex('claim_documents_sha256').on('claim_documents').column('sha256').execute()
}
