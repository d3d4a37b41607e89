/** Versions of policies: one row for each state that a policy was ever in, never changed afterwards. */
import { bigint, defineTable, integer, text, type RowOf } from '../../../../server/db/define-table.ts'
import type { Currency } from '../../../../lib/money/money.ts'
import type { VersionReason } from '../../contract.ts'

export const policyVersions = defineTable('policy_versions', {
  columns: {
    policy_id: text().of('policies'),
    /** 1 is the policy as issued. */
    number: integer(),
    reason: text<VersionReason>(),
    /** First day on which it applies; of a surrender the first day without cover. */
    valid_from: text(),
    starts: text(),
    ends: text(),
    /** What the insurer keeps in total, and by how much this version changed it. */
    premium_minor: bigint(),
    premium_change: bigint(),
    currency: text<Currency>(),
    clause_version: text(),
    relationship: text(),
    death_benefit: integer(),
    /** Sealed `{policyholder, insured}` of this version, under the context of `policies.people`. */
    people: text().sealed('policies.people'),
    /**
     * What was paid for it: an application, an extension, an endorsement with an additional premium; `null` where
     * nothing was paid.
     */
    payable_kind: text().orNull(),
    payable_id: text().orNull(),
    /**
     * Rate table of the term that the version began (`rate-table-of-policy.ts`); `null` where it began none, or
     * is from before tables were stored.
     */
    tariff: text().orNull(),
    made_at: bigint(),
    /** `system`, `user:…`, `operator:…` */
    made_by: text(),
  },
  key: { name: 'policy_versions_pk', on: ['policy_id', 'number'] },
  indexes: {
    policy_versions_payable: ['payable_kind', 'payable_id'],
  },
  copy: { file: 'policies', by: 'policy_id', of: 'policies' },
  afterClosing: { kept: 'with the policy' },
  growth: { each: 'policies', most: 'one for each change that was approved or paid for' },
})
export type PolicyVersionTable = RowOf<typeof policyVersions>
