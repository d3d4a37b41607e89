/** What claims read from policies: whose they are, whom they insure and when, and their names. */
import { dayOf, type Day } from '../../../lib/days/dates.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { Currency } from '../../../lib/money/money.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { Context } from '../../../server/http/call-handlers.ts'
import type { Plan, Tier } from '../../plans/server/door.ts'
import { ownedBy, policyForCaller, type OwnedPolicy, type Role } from './people/policy-access.ts'
import { claimablePolicies, type PoliciesFound, type PoliciesWanted } from './people/claimable-policies.ts'
import { planNames, planOf, plansOfContract } from './documents/policy-document-facts.ts'
import { openPeople, type People } from '../../orders/server/door.ts'
import { documentResources } from './documents/document-resources.ts'
import type { PolicyTable } from '../tables.ts'
import { planTitle } from '../rules/policy-words.ts'

/** A policy that exists, issued or cancelled, with its people opened. */
export interface InsuredPolicy {
  id: string
  number: string
  /** 1, or a higher number for a member of the family in a student's order. */
  person: number
  plan: string
  tier: string
  insurer: string
  currency: Currency
  clauseVersion: string
  /** First and last day of cover. */
  start: Day
  end: Day
  /** Day in Shanghai on which it was cancelled. */
  cancelledOn: Day | null
  /** Cancelled with the whole premium returned: it was never in force, whatever days it had (terms 9.1, 9.4). */
  neverInForce: boolean
  /** "The insured is the policyholder's …". */
  relationship: string
  /** Death benefit in whole units of the currency; 0 where the insured person has none. */
  deathBenefit: number
  people: People
}

/** A policy's row with its people opened. */
export const openPolicy = (deps: Pick<Deps, 'seal'>, row: PolicyTable): InsuredPolicy => ({
  id: row.id,
  number: row.number,
  person: row.person,
  plan: row.plan,
  tier: row.tier,
  insurer: row.insurer,
  currency: row.currency,
  clauseVersion: row.clause_version,
  start: row.starts,
  end: row.ends,
  cancelledOn: row.status === 'cancelled' && row.cancelled_at !== null ? dayOf(row.cancelled_at) : null,
  neverInForce: row.status === 'cancelled' && row.premium_minor === 0,
  relationship: row.relationship,
  deathBenefit: row.death_benefit,
  people: openPeople(deps.seal, row.people),
})

/** What a line of a list of claims shows of the policy, and the columns for it. */
export const LISTED_POLICY = [
  'id',
  'number',
  'plan',
  'tier',
  'people',
] as const satisfies readonly (keyof PolicyTable)[]
export type ListedPolicy = Pick<PolicyTable, (typeof LISTED_POLICY)[number]>
export const listedPolicy = (
  deps: Deps,
  row: ListedPolicy,
  lang: Lang,
): { number: string; insured: string; planName: string } => ({
  number: row.number,
  insured: openPeople(deps.seal, row.people).insured.idName,
  planName: planNames(documentResources(deps).plans, row, lang).planName,
})

/**
 * Policies of the caller, as buyer or insured, to claim on: a page of those in force on a day, and the latest of the
 * others.
 */
export async function policiesToClaimOn(
  ctx: Context,
  wanted: PoliciesWanted,
): Promise<PoliciesFound<InsuredPolicy & { role: Role }>> {
  const found = await claimablePolicies(ctx, wanted)
  const opened = ({ row, role }: OwnedPolicy): InsuredPolicy & { role: Role } => ({
    ...openPolicy(ctx.deps, row),
    role,
  })
  return { ...found, policies: found.policies.map(opened), others: found.others.map(opened) }
}

/** One policy of the caller; refuses `not_found` for anyone else's. */
export async function policyOfCaller(ctx: Context, id: string): Promise<InsuredPolicy> {
  return openPolicy(ctx.deps, (await policyForCaller(ctx, { id })).row)
}

/** The caller's role on a policy; `null` where they have none any more. Inside a transaction pass it as `db`. */
export async function roleOnPolicy(ctx: Context, id: string, db: Deps['db'] | Trx = ctx.deps.db): Promise<Role | null> {
  const { query, role } = await ownedBy({ ...ctx, deps: { ...ctx.deps, db } })
  const row = await query().selectAll().where('policies.id', '=', id).executeTakeFirst()
  return row ? role(row) : null
}

/**
 * The policy of a claim; it does not check the caller, since access to the claim was checked. Throws when there is
 * none.
 */
export async function policyById(deps: Pick<Deps, 'db' | 'seal'>, id: string): Promise<InsuredPolicy> {
  return openPolicy(
    deps,
    await deps.db.selectFrom('policies').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
}

/** Names of plan and tier in a language. */
export function policyNames(
  deps: Deps,
  policy: Pick<InsuredPolicy, 'plan' | 'tier' | 'insurer'>,
  lang: Lang,
): { planName: string; tierName: string; insurerName: string } {
  const { plans } = documentResources(deps)
  return { ...planNames(plans, policy, lang), insurerName: plans.insurerWords(lang, policy.insurer).name }
}

type PolicyTerms = Pick<PolicyTable, 'plan' | 'tier'> &
  (Pick<PolicyTable, 'clause_version'> | Pick<InsuredPolicy, 'clauseVersion'>)
const versionOf = (policy: PolicyTerms): string =>
  'clause_version' in policy ? policy.clause_version : policy.clauseVersion

/** Figures of its plan and tier as the policy has them: deductible, insured's share, benefits. */
export const planOfPolicy = (deps: Deps, policy: PolicyTerms): { plan: Plan; tier: Tier } =>
  planOf(documentResources(deps).plans, { ...policy, clause_version: versionOf(policy) })

/** Numbers of the articles in the terms of the policy. */
export const articlesOfPolicy = (deps: Deps, policy: PolicyTerms): string[] =>
  plansOfContract(documentResources(deps).plans, { plan: policy.plan, clause_version: versionOf(policy) })
    .clauses('en', policy.plan)
    .articles.map((it) => it.id)

/** Titles for documents: plan and tier in one, the insurer's full name, and the notice that its plans are samples. */
export function policyTitles(
  deps: Deps,
  policy: Pick<InsuredPolicy, 'plan' | 'tier' | 'insurer'>,
  lang: Lang,
): { plan: string; insurer: string; notice: string } {
  const { fullName, notice } = documentResources(deps).plans.insurerWords(lang, policy.insurer)
  return { plan: planTitle(policyNames(deps, policy, lang), lang), insurer: fullName, notice }
}
