/** Policies and their documents. People are sealed; they are found by the same keyed hashes as the users who log in. */
import { z } from 'zod'
import { hashedPerson, personTexts } from '../../server/keys/hashed-texts.ts'
import {
  bigint,
  defineTable,
  integer,
  stateful,
  text,
  type RowOf,
  type TextsOfRow,
  type RowsOf,
} from '../../server/db/define-table.ts'
import { policyVersions } from './server/versions/version-tables.ts'
import type { Currency } from '../../lib/money/money.ts'
import type { Lang } from '../../lib/locale.ts'
import type { DocumentKind } from './contract.ts'

const peopleOfPolicy = z.object({ policyholder: hashedPerson, insured: hashedPerson })

const textsOfPolicy: TextsOfRow = (seal, row) => {
  const { policyholder, insured } = peopleOfPolicy.parse(
    seal.open('policies.people', z.unknown(), String(row['people'])),
  )
  return [policyholder, insured].flatMap(personTexts)
}

/** Policies that a person may see because they have proven to be the insured. */
const policiesProven = defineTable('policies_proven', {
  columns: {
    user_id: text(),
    policy_id: text().of('policies'),
    registration_id: text(),
  },
  key: { name: 'policies_proven_key', on: ['user_id', 'policy_id'] },
  indexes: { policies_proven_policy: ['policy_id'] },
  copy: { file: 'policies', by: 'user_id', of: 'users' },
  afterClosing: 'gone',
  growth: { each: 'registrations', most: 'fifty (policies/policies-by-identity)' },
})

/** Policies that a person had access to by a mobile number or email which they have given up since. */
const policiesKept = defineTable('policies_kept', {
  columns: {
    user_id: text(),
    policy_id: text(),
  },
  key: { name: 'policies_kept_key', on: ['user_id', 'policy_id'] },
  indexes: { policies_kept_policy: ['policy_id'] },
  copy: { file: 'policies', by: 'user_id', of: 'users' },
  afterClosing: 'gone',
  growth: { each: 'contact_changes', most: 'the policies of the contact' },
})

/** The status says only whether it exists; whether it is in force follows from its days. */
const STORED_STATUSES = ['issuing', 'issued', 'cancelled', 'void'] as const
export type StoredStatus = (typeof STORED_STATUSES)[number]

const policies = defineTable('policies', {
  columns: {
    ...stateful<StoredStatus>(),
    number: text().once(),
    /** The order of the first term; later terms hang on it through `previous_policy_id`. */
    order_id: text().later(),
    /** 1 is the person whom the order insures; family members follow in the order of the application. */
    person: integer().else(1),
    /**
     * The order's id and, from the second person on, the person's number: no person of an order has two policies. Of a
     * next term, the id of its extension.
     */
    order_person: text().once(),
    lang: text<Lang>(),
    plan: text(),
    tier: text(),
    insurer: text(),
    /** First and last day of cover. */
    starts: text(),
    ends: text(),
    premium_minor: bigint(),
    currency: text<Currency>(),
    clause_version: text(),
    /** Where the student goes, as said on buying; `null` for policies from before it was stored. */
    destination: text().orNull(),
    relationship: text(),
    /**
     * Whole CNY payable on death: less than the plan's sum for a minor near the legal limit, 0 if excluded (domain
     * §3.2, §4.2).
     */
    death_benefit: integer(),
    /** Sealed `{policyholder, insured}`. */
    people: text().sealed('policies.people'),
    /** Device of the buyer, SHA-256 hex, and the buyer's login if there was one. */
    holder: text().orNull(),
    user_id: text().orNull(),
    buyer_mobile_mac: text().orNull(),
    buyer_email_mac: text().orNull(),
    insured_mobile_mac: text().orNull(),
    insured_email_mac: text().orNull(),
    insured_id_mac: text(),
    /** Instant of issue, ms; set when issuing begins, so that every document states the same. */
    issued_at: bigint(),
    /** Instant of the surrender; its day is the last one of cover. */
    cancelled_at: bigint().orNull(),
    /** Number of the version that the columns above describe (`policy_versions`). */
    current_version: integer().else(1),
    /** Day on which it begins, its people are reminded or it ends; null when nothing more happens automatically. */
    next_notice_on: text().orNull(),
    /** The policy whose next term this one is, a contract of its own (`linked-terms.ts`). */
    previous_policy_id: text().orNull(),
  },
  indexes: {
    policies_buyer_email_mac: ['buyer_email_mac', 'user_id'],
    policies_buyer_mobile_mac: ['buyer_mobile_mac', 'user_id'],
    policies_holder: ['holder'],
    policies_insured_email_mac: ['insured_email_mac', 'user_id'],
    policies_insured_id_mac: ['insured_id_mac'],
    policies_insured_mobile_mac: ['insured_mobile_mac', 'user_id'],
    policies_next_notice: ['next_notice_on'],
    policies_next_term: { on: ['previous_policy_id'], unique: true, where: "status = 'issued'" },
    policies_order: ['order_id', 'person'],
    // The unique one is for conditions with the status as a literal, which a prepared query has not.
    policies_previous: ['previous_policy_id'],
    policies_user_ends: ['user_id', 'status', 'ends', 'id', 'starts'],
    policies_user_starts: ['user_id', 'status', 'starts', 'id'],
    policies_cancelled: { on: ['cancelled_at'], where: 'cancelled_at is not null' },
    policies_ends: ['ends'],
  },
  copy: { file: 'policies', by: 'id', of: 'policies' },
  afterClosing: { kept: 'Insurance Law art. 87' },
  growth: { each: 'payments', most: 'one for each person who was paid for' },
  hashes: {
    columns: ['buyer_mobile_mac', 'buyer_email_mac', 'insured_mobile_mac', 'insured_email_mac', 'insured_id_mac'],
    texts: textsOfPolicy,
  },
})
export type PolicyTable = RowOf<typeof policies>

const policyDocuments = defineTable('policy_documents', {
  columns: {
    id: text().key(),
    policy_id: text().of('policies'),
    version_number: integer().else(1),
    kind: text<Exclude<DocumentKind, 'terms'>>(),
    lang: text<Lang>(),
    /** 12 characters, not grouped. */
    verify_code: text().once(),
    issued_at: bigint(),
    /** Empty until the file is stored. */
    file_id: text().orNull(),
    sha256: text().orNull(),
    size: bigint().orNull(),
  },
  unique: { policy_version_documents_one: ['policy_id', 'version_number', 'kind', 'lang'] },
  indexes: {
    policy_documents_file: ['file_id'],
  },
  copy: { file: 'policies', by: 'policy_id', of: 'policies' },
  afterClosing: { kept: 'with the policy' },
  growth: { each: 'policy_versions', most: 'ten' },
})
export type PolicyDocumentTable = RowOf<typeof policyDocuments>

/** Policy terms are the same for everybody with one version of a plan, so they are stored once. */
const policyTerms = defineTable('policy_terms', {
  columns: {
    id: text().key(),
    plan: text(),
    version: text(),
    lang: text<Lang>(),
    file_id: text(),
    sha256: text(),
    size: bigint(),
    created_at: bigint(),
  },
  unique: { policy_terms_one: ['plan', 'version', 'lang'] },
  copy: { not: 'nothing about a person' },
  afterClosing: 'gone',
  growth: { only: 'the product itself' },
})

export const policyTables = {
  policies,
  policy_documents: policyDocuments,
  policy_terms: policyTerms,
  policy_versions: policyVersions,
  policies_kept: policiesKept,
  policies_proven: policiesProven,
}

declare module '../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof policyTables> {}
}
