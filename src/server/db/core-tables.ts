/** Tables that every feature uses: jobs, events, messages (sandbox inbox), files. */
import { sql, SqliteAdapter, type Kysely } from 'kysely'
import type { Migrations } from './migration-type.ts'
import { BIGINT, INTEGER, JSON_TEXT, TEXT } from './column-types.ts'

export interface CoreTables {
  jobs: JobTable
  job_endpoints: JobEndpointTable
  events: EventTable
  messages: MessageTable
  files: FileTable
}

export interface JobTable {
  id: string
  kind: string
  payload: string
  /** A second job with the same key is not accepted: what it would do is done already or about to be. */
  dedupe_key: string | null
  run_at: number
  attempts: number
  lease_until: number | null
  created_at: number
  done_at: number | null
  failed_at: number | null
  last_error: string | null
  /** What it depends on, as `host:port` of a partner: see `job_endpoints`. */
  endpoint: string | null
}

/** An endpoint that failed: it is left alone until then (`job-endpoints.ts`). */
interface JobEndpointTable {
  endpoint: string
  /** In a row. */
  failures: number
  /** Instant, ms. */
  paused_until: number
}

export interface EventTable {
  id: string
  entity: string
  entity_id: string
  at: number
  /** `user:<id>`, `operator:<name>`, `system` … */
  by: string
  from_status: string | null
  to_status: string
  why: string | null
  data: string | null
}

interface MessageTable {
  id: string
  to: string
  channel: string
  subject: string
  text: string
  html: string | null
  code: string | null
  attachments: string
  created_at: number
}

export interface FileTable {
  id: string
  /** Its owner, as the feature writes it: `claim:<id>` … */
  owner: string
  name: string
  mime: string
  size: number
  sha256: string
  /** The file's own key, encrypted by the application's. */
  wrapped_key: string
  created_at: number
}

export const coreTableMigrations: Migrations = {
  '0_foundation_001_tables': { up: tables },
  '0_foundation_002_append_only': { up: appendOnly },
  '0_foundation_003_no_truncate': { up: (db: Kysely<never>) => refuseTruncate(db, 'events') },
  '0_foundation_004_purged_events': { up: deletableAfterPurge },
  '0_foundation_005_lanes': { up: lanes },
}

async function tables(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('kind', TEXT, (c) => c.notNull())
    .addColumn('payload', JSON_TEXT, (c) => c.notNull())
    .addColumn('dedupe_key', TEXT, (c) => c.unique())
    .addColumn('run_at', BIGINT, (c) => c.notNull())
    .addColumn('attempts', INTEGER, (c) => c.notNull().defaultTo(0))
    .addColumn('lease_until', BIGINT)
    .addColumn('created_at', BIGINT, (c) => c.notNull())
    .addColumn('done_at', BIGINT)
    .addColumn('failed_at', BIGINT)
    .addColumn('last_error', TEXT)
    .execute()
  await sql`create index jobs_open on jobs (run_at) where done_at is null and failed_at is null`.execute(db)
  await db.schema
    .createTable('events')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('entity', TEXT, (c) => c.notNull())
    .addColumn('entity_id', TEXT, (c) => c.notNull())
    .addColumn('at', BIGINT, (c) => c.notNull())
    .addColumn('by', TEXT, (c) => c.notNull())
    .addColumn('from_status', TEXT)
    .addColumn('to_status', TEXT, (c) => c.notNull())
    .addColumn('why', TEXT)
    .addColumn('data', JSON_TEXT)
    .execute()
  await db.schema.createIndex('events_of').on('events').columns(['entity', 'entity_id', 'id']).execute()
  await db.schema
    .createTable('messages')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('to', TEXT, (c) => c.notNull())
    .addColumn('channel', TEXT, (c) => c.notNull())
    .addColumn('subject', TEXT, (c) => c.notNull())
    .addColumn('text', TEXT, (c) => c.notNull())
    .addColumn('html', TEXT)
    .addColumn('code', TEXT)
    .addColumn('attachments', JSON_TEXT, (c) => c.notNull())
    .addColumn('created_at', BIGINT, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('messages_to').on('messages').columns(['to', 'id']).execute()
  await db.schema
    .createTable('files')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('owner', TEXT, (c) => c.notNull())
    .addColumn('name', TEXT, (c) => c.notNull())
    .addColumn('mime', TEXT, (c) => c.notNull())
    .addColumn('size', BIGINT, (c) => c.notNull())
    .addColumn('sha256', TEXT, (c) => c.notNull())
    .addColumn('wrapped_key', TEXT, (c) => c.notNull())
    .addColumn('created_at', BIGINT, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('files_owner').on('files').column('owner').execute()
}

/** Lanes take jobs by kind; the few that failed are counted, and those that depend on one endpoint are found. */
async function lanes(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('endpoint', TEXT).execute()
  await db.schema
    .createTable('job_endpoints')
    .addColumn('endpoint', TEXT, (c) => c.primaryKey())
    .addColumn('failures', INTEGER, (c) => c.notNull())
    .addColumn('paused_until', BIGINT, (c) => c.notNull())
    .execute()
  await sql`create index jobs_open_kind on jobs (kind, run_at) where done_at is null and failed_at is null`.execute(db)
  await sql`create index jobs_open_endpoint on jobs (endpoint) where endpoint is not null and done_at is null and failed_at is null`.execute(
    db,
  )
  await sql`create index jobs_stumbled on jobs (kind) where last_error is not null`.execute(db)
}

/** The store itself refuses to change or drop an event, whoever asks. */
async function appendOnly(db: Kysely<never>): Promise<void> {
  await appendOnlyTable(db, 'events')
}

/**
 * An event may be deleted once its record's `purged` event is written, which itself can never be deleted
 * (`purgeEvents`).
 */
async function deletableAfterPurge(db: Kysely<never>): Promise<void> {
  const purged = sql`(old.to_status <> 'purged' and exists (
    select 1 from events as word where word.entity = old.entity and word.entity_id = old.entity_id and word.to_status = 'purged'))`
  if (db.getExecutor().adapter instanceof SqliteAdapter) {
    await sql`drop trigger events_no_delete`.execute(db)
    await sql`create trigger events_no_delete before delete on events when not ${purged} begin select raise(abort, 'append only'); end`.execute(
      db,
    )
    return
  }
  await sql`create or replace function refuse_unpurged_event() returns trigger language plpgsql as
    $$ begin if ${purged} then return old; end if; raise exception 'append only'; end $$`.execute(db)
  await sql`drop trigger events_append_only on events`.execute(db)
  await sql`create trigger events_append_only before update on events for each row execute function refuse_change()`.execute(
    db,
  )
  await sql`create trigger events_no_delete before delete on events for each row execute function refuse_unpurged_event()`.execute(
    db,
  )
}

/** PostgreSQL's TRUNCATE bypasses row triggers; SQLite has no such statement. Run after `appendOnlyTable`. */
export async function refuseTruncate(db: Kysely<never>, table: string): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) return
  await sql`create trigger ${sql.raw(`${table}_no_truncate`)} before truncate on ${sql.raw(table)}
    for each statement execute function refuse_change()`.execute(db)
}

/** Makes a table append-only in either dialect; also used for the sales record. */
export async function appendOnlyTable(db: Kysely<never>, table: string): Promise<void> {
  const name = sql.raw(table)
  if (db.getExecutor().adapter instanceof SqliteAdapter) {
    for (const act of ['update', 'delete']) {
      await sql`create trigger ${sql.raw(`${table}_no_${act}`)} before ${sql.raw(act)} on ${name}
        begin select raise(abort, 'append only'); end`.execute(db)
    }
    return
  }
  await sql`create or replace function refuse_change() returns trigger language plpgsql as
    $$ begin raise exception 'append only'; end $$`.execute(db)
  await sql`create trigger ${sql.raw(`${table}_append_only`)} before update or delete on ${name}
    for each row execute function refuse_change()`.execute(db)
}
