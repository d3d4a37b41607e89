/** Policies and their documents. People are sealed; they are found by the same keyed hashes as the users who log in. */
import type { Kysely } from 'kysely'
import { BIGINT, INTEGER, TEXT, withState, type Stateful } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'
import type { Currency } from '../../lib/money.ts'
import type { Lang } from '../../lib/locale.ts'
import type { DocumentKind } from './contract.ts'
import type { PolicyVersionTable } from './version-tables.server.ts'

export interface PolicyTables {
  policies: PolicyTable
  policy_documents: PolicyDocumentTable
  policy_terms: PolicyTermsTable
  policy_versions: PolicyVersionTable
  policies_kept: KeptPolicyTable
  policies_proven: ProvenPolicyTable
}

/** Policies that a person may see because they have proven to be the insured. */
interface ProvenPolicyTable {
  user_id: string
  policy_id: string
  registration_id: string
}

/** Policies that a person had access to by a mobile number or email which they have given up since. */
interface KeptPolicyTable {
  user_id: string
  policy_id: string
}

/** The status says only whether it exists; whether it is in force follows from its days. */
const STORED_STATUSES = ['issuing', 'issued', 'cancelled', 'void'] as const
export type StoredStatus = (typeof STORED_STATUSES)[number]

export interface PolicyTable extends Stateful {
  status: StoredStatus
  number: string
  order_id: string
  /** 1 is the person whom the order insures; family members follow in the order of the application. */
  person: number
  /** The order's id and, from the second person on, the person's number: no person of an order has two policies. */
  order_person: string
  lang: Lang
  plan: string
  tier: string
  insurer: string
  /** First and last day of cover. */
  starts: string
  ends: string
  premium_minor: number
  currency: Currency
  clause_version: string
  /** Where the student goes, as said on buying; `null` for policies from before it was stored. */
  destination: string | null
  relationship: string
  /**
   * Whole CNY payable on death: less than the plan's sum for a minor near the legal limit, 0 if excluded (domain §3.2,
   * §4.2).
   */
  death_benefit: number
  /** Sealed `{policyholder, insured}`. */
  people: string
  /** Device of the buyer, SHA-256 hex, and the buyer's login if there was one. */
  holder: string | null
  user_id: string | null
  buyer_mobile_mac: string | null
  buyer_email_mac: string | null
  insured_mobile_mac: string | null
  insured_email_mac: string | null
  insured_id_mac: string
  /** Instant of issue, ms; set when issuing begins, so that every document states the same. */
  issued_at: number
  /** Instant of the surrender; its day is the last one of cover. */
  cancelled_at: number | null
  /** Number of the version that the columns above describe (`policy_versions`). */
  current_version: number
  /** Day on which it begins, its people are reminded or it ends; null when nothing more happens automatically. */
  next_notice_on: string | null
}

export interface PolicyDocumentTable {
  id: string
  policy_id: string
  version_number: number
  kind: Exclude<DocumentKind, 'terms'>
  lang: Lang
  /** 12 characters, not grouped. */
  verify_code: string
  issued_at: number
  /** Empty until the file is stored. */
  file_id: string | null
  sha256: string | null
  size: number | null
}

/** Policy terms are the same for everybody with one version of a plan, so they are stored once. */
interface PolicyTermsTable {
  id: string
  plan: string
  version: string
  lang: Lang
  file_id: string
  sha256: string
  size: number
  created_at: number
}

export const policyMigrations: Migrations = {
  policies_080_destination: {
    up: async (db) => await db.schema.alterTable('policies').addColumn('destination', TEXT).execute(),
  },
  // One order may bring several policies. SQLite cannot drop the unique column's constraint, so the column keeps it and
  // is renamed to its new meaning.
  policies_070_persons_of_order: {
    up: async (db: Kysely<{ policies: { order_id: string; order_person: string } }>) => {
      await db.schema.alterTable('policies').renameColumn('order_id', 'order_person').execute()
      await db.schema.alterTable('policies').addColumn('order_id', TEXT).execute()
      await db.schema
        .alterTable('policies')
        .addColumn('person', INTEGER, (c) => c.notNull().defaultTo(1))
        .execute()
      await db
        .updateTable('policies')
        .set((eb) => ({ order_id: eb.ref('order_person') }))
        .execute()
      await db.schema.createIndex('policies_order').on('policies').columns(['order_id', 'person']).execute()
    },
  },
  policies_030_proven: {
    up: async (db) => {
      await db.schema
        .createTable('policies_proven')
        .addColumn('user_id', TEXT, (c) => c.notNull())
        .addColumn('policy_id', TEXT, (c) => c.notNull().references('policies.id'))
        .addColumn('registration_id', TEXT, (c) => c.notNull())
        .addPrimaryKeyConstraint('policies_proven_key', ['user_id', 'policy_id'])
        .execute()
    },
  },
  policies_020_kept: {
    up: async (db) => {
      await db.schema
        .createTable('policies_kept')
        .addColumn('user_id', TEXT, (c) => c.notNull())
        .addColumn('policy_id', TEXT, (c) => c.notNull())
        .addPrimaryKeyConstraint('policies_kept_key', ['user_id', 'policy_id'])
        .execute()
    },
  },
  policies_001_tables: {
    up: async (db) => {
      await withState(db.schema.createTable('policies'))
        .addColumn('number', TEXT, (c) => c.notNull().unique())
        .addColumn('order_id', TEXT, (c) => c.notNull().unique())
        .addColumn('lang', TEXT, (c) => c.notNull())
        .addColumn('plan', TEXT, (c) => c.notNull())
        .addColumn('tier', TEXT, (c) => c.notNull())
        .addColumn('insurer', TEXT, (c) => c.notNull())
        .addColumn('starts', TEXT, (c) => c.notNull())
        .addColumn('ends', TEXT, (c) => c.notNull())
        .addColumn('premium_minor', BIGINT, (c) => c.notNull())
        .addColumn('currency', TEXT, (c) => c.notNull())
        .addColumn('clause_version', TEXT, (c) => c.notNull())
        .addColumn('relationship', TEXT, (c) => c.notNull())
        .addColumn('death_benefit', INTEGER, (c) => c.notNull())
        .addColumn('people', TEXT, (c) => c.notNull())
        .addColumn('holder', TEXT)
        .addColumn('user_id', TEXT)
        .addColumn('buyer_mobile_mac', TEXT)
        .addColumn('buyer_email_mac', TEXT)
        .addColumn('insured_mobile_mac', TEXT)
        .addColumn('insured_email_mac', TEXT)
        .addColumn('insured_id_mac', TEXT, (c) => c.notNull())
        .addColumn('issued_at', BIGINT, (c) => c.notNull())
        .addColumn('cancelled_at', BIGINT)
        .execute()
      const found = [
        'holder',
        'user_id',
        'buyer_mobile_mac',
        'buyer_email_mac',
        'insured_mobile_mac',
        'insured_email_mac',
        'insured_id_mac',
      ] as const
      for (const column of found)
        await db.schema.createIndex(`policies_${column}`).on('policies').column(column).execute()
      await db.schema
        .createTable('policy_documents')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('policy_id', TEXT, (c) => c.notNull().references('policies.id'))
        .addColumn('kind', TEXT, (c) => c.notNull())
        .addColumn('lang', TEXT, (c) => c.notNull())
        .addColumn('verify_code', TEXT, (c) => c.notNull().unique())
        .addColumn('issued_at', BIGINT, (c) => c.notNull())
        .addColumn('file_id', TEXT)
        .addColumn('sha256', TEXT)
        .addColumn('size', BIGINT)
        .addUniqueConstraint('policy_documents_one', ['policy_id', 'kind', 'lang'])
        .execute()
      await db.schema
        .createTable('policy_terms')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('plan', TEXT, (c) => c.notNull())
        .addColumn('version', TEXT, (c) => c.notNull())
        .addColumn('lang', TEXT, (c) => c.notNull())
        .addColumn('file_id', TEXT, (c) => c.notNull())
        .addColumn('sha256', TEXT, (c) => c.notNull())
        .addColumn('size', BIGINT, (c) => c.notNull())
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .addUniqueConstraint('policy_terms_one', ['plan', 'version', 'lang'])
        .execute()
    },
  },
}
