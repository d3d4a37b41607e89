/** Versions of policies: one row for each state that a policy was ever in, never changed afterwards. */
import { sql, type Kysely } from 'kysely'
import { addDays, dayOf, type Day } from '../../lib/dates.ts'
import type { Currency } from '../../lib/money.ts'
import { LANGS } from '../../lib/locale.ts'
import { newId } from '../../server/new-id.ts'
import { BIGINT, INTEGER, TEXT } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'
import type { VersionReason } from './contract.ts'
import { newVerifyCode } from './verify-code.server.ts'

export interface PolicyVersionTable {
  policy_id: string
  /** 1 is the policy as issued. */
  number: number
  reason: VersionReason
  /** First day on which it applies; of a surrender the first day without cover. */
  valid_from: string
  starts: string
  ends: string
  /** What the insurer keeps in total, and by how much this version changed it. */
  premium_minor: number
  premium_change: number
  currency: Currency
  clause_version: string
  relationship: string
  death_benefit: number
  /** Sealed `{policyholder, insured}` of this version, under the context of `policies.people`. */
  people: string
  /**
   * What was paid for it: an application, an extension, an endorsement with an additional premium; `null` where nothing
   * was paid.
   */
  payable_kind: string | null
  payable_id: string | null
  /**
   * Rate table of the term that the version began (`rate-table-of-policy.server.ts`); `null` where it began none, or is
   * from before tables were stored.
   */
  tariff: string | null
  made_at: number
  /** `system`, `user:…`, `operator:…` */
  made_by: string
}

type Before = Record<string, string | number | null>

export const versionMigrations: Migrations = {
  // Kinds introduced later: adds codes for each policy's current version; the job for missing documents draws the
  // files.
  policies_050_policy_and_waiver_letter: {
    up: async (db: Kysely<{ policies: Before; policy_versions: Before; policy_documents: Before }>) => {
      await db.schema.createIndex('policy_documents_file').on('policy_documents').column('file_id').execute()
      const versions = await db
        .selectFrom('policies')
        .innerJoin('policy_versions', (join) =>
          join
            .onRef('policy_versions.policy_id', '=', 'policies.id')
            .onRef('policy_versions.number', '=', 'policies.current_version'),
        )
        .select(['policies.id', 'policies.current_version', 'policy_versions.made_at'])
        .where('policies.status', 'in', ['issuing', 'issued'])
        .execute()
      for (const { id, current_version, made_at } of versions) {
        for (const kind of ['policy', 'waiver_letter'])
          for (const lang of LANGS) {
            await db
              .insertInto('policy_documents')
              .values({
                id: newId(),
                policy_id: id ?? '',
                version_number: current_version ?? 1,
                kind,
                lang,
                verify_code: newVerifyCode(),
                issued_at: made_at ?? 0,
              })
              .execute()
          }
      }
    },
  },
  policies_010_versions: {
    up: async (db) => {
      await db.schema
        .createTable('policy_versions')
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
      await db.schema
        .alterTable('policies')
        .addColumn('current_version', INTEGER, (c) => c.notNull().defaultTo(1))
        .execute()
      await db.schema.alterTable('policies').addColumn('next_notice_on', TEXT).execute()
      await db.schema.createIndex('policies_next_notice').on('policies').column('next_notice_on').execute()
      await giveVersions(db)
      await documentsOfVersions(db)
    },
  },
  policies_060_version_tariff: {
    up: async (db) => await db.schema.alterTable('policy_versions').addColumn('tariff', TEXT).execute(),
  },
  policies_040_paid_versions: {
    up: async (db) => {
      await db.schema.alterTable('policy_versions').addColumn('payable_kind', TEXT).execute()
      await db.schema.alterTable('policy_versions').renameColumn('order_id', 'payable_id').execute()
      await sql`update policy_versions set payable_kind = 'plan' where payable_id is not null`.execute(db)
    },
  },
}

/** Existing policies get version 1; a cancelled one has its surrender as version 2. */
async function giveVersions(db: Kysely<{ policies: Before; policy_versions: Before }>): Promise<void> {
  await sql`insert into policy_versions (policy_id, number, reason, valid_from, starts, ends, premium_minor, premium_change, currency,
      clause_version, relationship, death_benefit, people, order_id, made_at, made_by)
    select id, 1, 'issue', starts, starts, ends, premium_minor, premium_minor, currency, clause_version, relationship, death_benefit, people,
      order_id, issued_at, 'system' from policies`.execute(db)
  await sql`update policies set next_notice_on = starts where status in ('issuing', 'issued')`.execute(db)
  for (const row of await db
    .selectFrom('policies')
    .select(['id', 'starts', 'cancelled_at'])
    .where('status', '=', 'cancelled')
    .execute()) {
    await sql`insert into policy_versions select policy_id, 2, 'surrender', ${firstDayWithout(row)}, starts, ends, premium_minor, 0,
      currency, clause_version, relationship, death_benefit, people, null, cast(${row['cancelled_at']} as bigint), 'system'
      from policy_versions where policy_id = ${row['id']} and number = 1`.execute(db)
    await sql`update policies set current_version = 2 where id = ${row['id']}`.execute(db)
  }
}

/** The same rule as `addVersion`: the day after the cancellation, or the start if it was cancelled before. */
const firstDayWithout = (row: Readonly<Record<string, unknown>>): Day => {
  const day = dayOf(Number(row['cancelled_at']))
  return day < String(row['starts']) ? String(row['starts']) : addDays(day, 1)
}

/** Rebuilds the table with the version in its key, because SQLite cannot drop a constraint. */
async function documentsOfVersions(
  db: Kysely<{ policy_documents: Before; policy_version_documents: Before }>,
): Promise<void> {
  await db.schema
    .createTable('policy_version_documents')
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
  await db
    .insertInto('policy_version_documents')
    .columns([...columns])
    .expression((eb) => eb.selectFrom('policy_documents').select([...columns]))
    .execute()
  await db.schema.dropTable('policy_documents').execute()
  await db.schema.alterTable('policy_version_documents').renameTo('policy_documents').execute()
}
