/** Versions of policies: one row for each state that a policy was ever in, never changed afterwards. */
import { sql, type Kysely } from 'kysely'
import { addDays, dayOf, type Day } from '../../lib/dates.ts'
import type { Currency } from '../../lib/money.ts'
import { BIGINT, INTEGER, TEXT } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'
import type { VersionReason } from './contract.ts'

export interface PolicyVersionTable {
  policy_id: string
  /** 1 is the policy as issued. */
  number: number
  reason: VersionReason
  /** First day that it holds for; of a surrender the first day without cover. */
  valid_from: string
  starts: string
  ends: string
  /** What the insurer keeps in all, and how much this version changed it. */
  premium_minor: number
  premium_change: number
  currency: Currency
  clause_version: string
  relationship: string
  death_benefit: number
  /** Sealed `{policyholder, insured}` of this version, under the context of `policies.people`. */
  people: string
  /** The order that paid for it, of an issue or an extension. */
  order_id: string | null
  made_at: number
  /** `system`, `user:…`, `operator:…` */
  made_by: string
}

type Before = Record<string, string | number | null>

export const versionMigrations: Migrations = {
  policies_010_versions: {
    up: async (db) => {
      await db.schema.createTable('policy_versions')
        .addColumn('policy_id', TEXT, (c) => c.notNull().references('policies.id'))
        .addColumn('number', INTEGER, (c) => c.notNull())
        .addColumn('reason', TEXT, (c) => c.notNull())
        .addColumn('valid_from', TEXT, (c) => c.notNull())
        .addColumn('starts', TEXT, (c) => c.notNull())
        .addColumn('ends', TEXT, (c) => c.notNull())
        .addColumn('premium_minor', BIGINT, (c) => c.notNull())
        .addColumn('premium_change', BIGINT, (c) => c.notNull())
        .addColumn('currency', TEXT, (c) => c.notNull())
        .addColumn('clause_version', TEXT, (c) => c.notNull())
        .addColumn('relationship', TEXT, (c) => c.notNull())
        .addColumn('death_benefit', INTEGER, (c) => c.notNull())
        .addColumn('people', TEXT, (c) => c.notNull())
        .addColumn('order_id', TEXT)
        .addColumn('made_at', BIGINT, (c) => c.notNull())
        .addColumn('made_by', TEXT, (c) => c.notNull())
        .addPrimaryKeyConstraint('policy_versions_pk', ['policy_id', 'number'])
        .execute()
      await db.schema.alterTable('policies').addColumn('current_version', INTEGER, (c) => c.notNull().defaultTo(1)).execute()
      await db.schema.alterTable('policies').addColumn('next_notice_on', TEXT).execute()
      await db.schema.createIndex('policies_next_notice').on('policies').column('next_notice_on').execute()
      await giveVersions(db as Kysely<never>)
      await documentsOfVersions(db as Kysely<never>)
    },
  },
}

/** Policies issued before there were versions become version 1; a cancelled one has its surrender as version 2. */
async function giveVersions(given: Kysely<never>): Promise<void> {
  const db = given as unknown as Kysely<{ policies: Before; policy_versions: Before }>
  await sql`insert into policy_versions (policy_id, number, reason, valid_from, starts, ends, premium_minor, premium_change, currency,
      clause_version, relationship, death_benefit, people, order_id, made_at, made_by)
    select id, 1, 'issue', starts, starts, ends, premium_minor, premium_minor, currency, clause_version, relationship, death_benefit, people,
      order_id, issued_at, 'system' from policies`.execute(db)
  await sql`update policies set next_notice_on = starts where status in ('issuing', 'issued')`.execute(db)
  for (const row of await db.selectFrom('policies').select(['id', 'starts', 'cancelled_at']).where('status', '=', 'cancelled').execute()) {
    await sql`insert into policy_versions select policy_id, 2, 'surrender', ${firstDayWithout(row)}, starts, ends, premium_minor, 0,
      currency, clause_version, relationship, death_benefit, people, null, cast(${row['cancelled_at']} as bigint), 'system'
      from policy_versions where policy_id = ${row['id']} and number = 1`.execute(db)
    await sql`update policies set current_version = 2 where id = ${row['id']}`.execute(db)
  }
}

/** As `addVersion` states it: the day after the cancellation, or the start where it was cancelled before. */
const firstDayWithout = (row: Readonly<Record<string, unknown>>): Day => {
  const day = dayOf(Number(row['cancelled_at']))
  return day < String(row['starts']) ? String(row['starts']) : addDays(day, 1)
}

/** The table anew with the version in its key: SQLite cannot take a constraint off a table. */
async function documentsOfVersions(db: Kysely<never>): Promise<void> {
  await db.schema.createTable('policy_version_documents')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('policy_id', TEXT, (c) => c.notNull().references('policies.id'))
    .addColumn('version_number', INTEGER, (c) => c.notNull().defaultTo(1))
    .addColumn('kind', TEXT, (c) => c.notNull())
    .addColumn('lang', TEXT, (c) => c.notNull())
    .addColumn('verify_code', TEXT, (c) => c.notNull().unique())
    .addColumn('issued_at', BIGINT, (c) => c.notNull())
    .addColumn('file_id', TEXT)
    .addColumn('sha256', TEXT)
    .addColumn('size', BIGINT)
    .addUniqueConstraint('policy_version_documents_one', ['policy_id', 'version_number', 'kind', 'lang'])
    .execute()
  const columns = ['id', 'policy_id', 'kind', 'lang', 'verify_code', 'issued_at', 'file_id', 'sha256', 'size'] as const
  const both = db as unknown as Kysely<{ policy_documents: Before; policy_version_documents: Before }>
  await both.insertInto('policy_version_documents').columns([...columns])
    .expression((eb) => eb.selectFrom('policy_documents').select([...columns])).execute()
  await db.schema.dropTable('policy_documents').execute()
  await db.schema.alterTable('policy_version_documents').renameTo('policy_documents').execute()
}
