/** What policies tell and ask the features above them: claims, changes, partners. */
import type { Trx } from '../../../server/db/database.ts'
import { defineHook } from '../../../server/define-hook.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { BenefitId, Tier } from '../../plans/server/door.ts'

/** A policy was issued, extended, changed or ended, in the same transaction. */
export type OnPolicyVersion = (
  deps: Deps,
  trx: Trx,
  version: { policyId: string; reason: 'issue' | 'extension' | 'endorsement' | 'surrender' },
) => Promise<void>

export const policyVersion = defineHook<OnPolicyVersion>('policy version')

/** A limit of a tier: the policy's own one, or a benefit's. */
export type LimitId = 'yearMaximum' | 'perIllness' | 'deductible' | 'ownCap' | BenefitId

/**
 * One limit of the term. Amounts are minor units of the plan's currency, or visits; only a handler's decision can make
 * used plus left differ from the limit.
 */
export interface BenefitLeft {
  id: LimitId
  unit: 'money' | 'visits'
  limit: number
  used: number
  /** Never negative. */
  left: number
}

type Db = Deps['db'] | Trx

/** What a policy's claims mean for it. */
export interface ClaimsOnPolicies {
  /** `paid`: something was paid, or will be · `open`: sent and not decided · `none`: neither. */
  standing: (db: Db, policyId: string) => Promise<'none' | 'open' | 'paid'>
  /** Was the death of the insured person reported, on any term of the policy? Then no next term is offered. */
  death: (db: Db, policyId: string) => Promise<boolean>
  /** What is left of each limit of the policy's tier after all decisions on its claims. */
  limits: (from: Pick<Deps, 'db' | 'seal'>, of: { policyId: string; tier: Tier }) => Promise<BenefitLeft[]>
}

/** Only one feature decides on claims. */
export const policyClaims = defineHook<ClaimsOnPolicies>('claims on policies', () => 'claims')

const NO_CLAIMS: ClaimsOnPolicies = {
  standing: () => Promise.resolve('none'),
  death: () => Promise.resolve(false),
  limits: () => Promise.resolve([]),
}

/** Without that feature there are no claims. */
export const claimsOn = (deps: Pick<Deps, 'hooks'>): ClaimsOnPolicies => policyClaims.all(deps)[0] ?? NO_CLAIMS

/** What requests to change a policy mean for it. */
export interface ChangesOfPolicies {
  /** A change was sent and is not decided: a next term would not have it. */
  undecided: (db: Db, policyId: string) => Promise<boolean>
  /** An approved change waits to be paid: the age that prices were computed with is then known to be wrong. */
  unpaid: (db: Db, policyId: string, now: number) => Promise<boolean>
  /** Deletes the requests after the policy's retention (decision 0056). False while one keeps its policy. */
  purge: (trx: Trx, policyId: string, at: number) => Promise<boolean>
}

/** Only one feature decides on changes. */
export const policyChanges = defineHook<ChangesOfPolicies>('changes of policies', () => 'changes')

const NO_CHANGES: ChangesOfPolicies = {
  undecided: () => Promise.resolve(false),
  unpaid: () => Promise.resolve(false),
  purge: () => Promise.resolve(true),
}

/** Without that feature there are no changes. */
export const changesOf = (deps: Pick<Deps, 'hooks'>): ChangesOfPolicies => policyChanges.all(deps)[0] ?? NO_CHANGES
