/** Tables that every feature uses: jobs, events, messages (sandbox inbox), files. */
import { bigint, defineTable, integer, text, type RowOf, type RowsOf } from './define-table.ts'

const jobs = defineTable('jobs', {
  columns: {
    id: text().key(),
    kind: text(),
    payload: text(),
    /** A second job with the same key is not accepted: what it would do is done already or about to be. */
    dedupe_key: text().once().orNull(),
    run_at: bigint(),
    attempts: integer().else(0),
    lease_until: bigint().orNull(),
    created_at: bigint(),
    done_at: bigint().orNull(),
    failed_at: bigint().orNull(),
    last_error: text().orNull(),
    /** What it depends on, as `host:port` of a partner: see `job_endpoints`. */
    endpoint: text().orNull(),
  },
  indexes: {
    jobs_open: { on: ['run_at'], where: 'done_at is null and failed_at is null' },
    jobs_open_endpoint: { on: ['endpoint'], where: 'endpoint is not null and done_at is null and failed_at is null' },
    jobs_open_kind: { on: ['kind', 'run_at'], where: 'done_at is null and failed_at is null' },
    jobs_stumbled: { on: ['kind'], where: 'last_error is not null' },
    jobs_done: { on: ['done_at'], where: 'done_at is not null' },
    jobs_failed: { on: ['failed_at'], where: 'failed_at is not null' },
    jobs_letters: { on: ['kind', 'id'], where: "payload <> '{}'" },
  },
  copy: { not: 'work that waits; messages that still have their words are in the copy' },
  afterClosing: 'gone',
  growth: { each: 'events', most: 'a few, done within days' },
  sealedInJson: { column: 'payload', field: 'sealed', context: 'jobs.message' },
})
export type JobTable = RowOf<typeof jobs>

/** An endpoint that failed: it is left alone until then (`job-endpoints.ts`). */
const jobEndpoints = defineTable('job_endpoints', {
  columns: {
    endpoint: text().key(),
    /** In a row. */
    failures: integer(),
    /** Instant, ms. */
    paused_until: bigint(),
  },
  copy: { not: 'which servers of partners do not answer' },
  afterClosing: 'gone',
  growth: { each: 'partners', most: 'one for each address that fails' },
})

const events = defineTable('events', {
  columns: {
    id: text().key(),
    entity: text(),
    entity_id: text(),
    at: bigint(),
    /** `user:<id>`, `operator:<name>`, `system` … */
    by: text(),
    from_status: text().orNull(),
    to_status: text(),
    why: text().orNull(),
    data: text().orNull(),
  },
  // Its record's `purged` event is written first, and can never be deleted itself (`purgeEvents`).
  appendOnly: {
    deletable: `(old.to_status <> 'purged' and exists (select 1 from events as word
      where word.entity = old.entity and word.entity_id = old.entity_id and word.to_status = 'purged'))`,
    refusal: 'refuse_unpurged_event',
  },
  indexes: {
    events_of: ['entity', 'entity_id', 'id'],
    events_record: ['entity_id'],
  },
  copy: { file: 'record', by: 'entity_id', of: 'records' },
  afterClosing: { kept: 'what happened to all these, by an id that leads nowhere' },
  growth: { limits: ['claimSignings', 'handOversDay', 'salesRecordEntries'] },
  sealedInJson: { column: 'data', field: 'said', context: 'claims.unavailable' },
})
export type EventTable = RowOf<typeof events>

const messages = defineTable('messages', {
  columns: {
    id: text().key(),
    to: text(),
    channel: text(),
    subject: text(),
    text: text(),
    html: text().orNull(),
    code: text().orNull(),
    attachments: text(),
    created_at: bigint(),
  },
  indexes: {
    messages_to: ['to', 'id'],
  },
  copy: { not: 'the sandbox’s inbox; empty in production' },
  afterClosing: 'gone',
  growth: { only: 'the sandbox; empty in production' },
})

const files = defineTable('files', {
  columns: {
    id: text().key(),
    /** Its owner, as the feature writes it: `claim:<id>` … */
    owner: text(),
    name: text(),
    mime: text(),
    size: bigint(),
    sha256: text(),
    /** The file's own key, encrypted by the application's. */
    wrapped_key: text().sealed((row) => `files.key:${String(row['id'])}`),
    created_at: bigint(),
  },
  indexes: {
    files_owner: ['owner'],
  },
  copy: { not: 'keys; the list of files and the files themselves are in the copy' },
  afterClosing: { kept: 'with the policy, claim or invoice' },
  growth: { each: 'incoming', most: 'two: itself and its thumbnail' },
})
export type FileTable = RowOf<typeof files>

export const coreTables = { jobs, job_endpoints: jobEndpoints, events, messages, files }

declare module './database-rows.ts' {
  interface Database extends RowsOf<typeof coreTables> {}
}
