/** All that other features' servers use of this one: policies, their terms and documents. */
export { isSamePerson, type Identity } from './people/compare-identity.ts'
export { coveredSince } from './continuous-cover.ts'
export { cancellationOf } from './messages/cover-period.ts'
export { documentResources } from './documents/document-resources.ts'
export {
  policyChanges,
  policyClaims,
  policyVersion,
  type BenefitLeft,
  type ChangesOfPolicies,
  type ClaimsOnPolicies,
  type LimitId,
  type OnPolicyVersion,
} from './hooks.ts'
export {
  LISTED_POLICY,
  articlesOfPolicy,
  listedPolicy,
  openPolicy,
  planOfPolicy,
  policiesToClaimOn,
  policyById,
  policyNames,
  policyOfCaller,
  policyTitles,
  roleOnPolicy,
  type InsuredPolicy,
  type ListedPolicy,
} from './insured-policy.ts'
export { policiesPastRetention } from './legal-retention.ts'
export {
  closePolicyTo,
  closeToInsured,
  countPoliciesOfIdentities,
  openToInsured,
  policiesOfIdentity,
  provenAnew,
  type PolicyForIdentity,
} from './people/policies-by-identity.ts'
export { ownedBy, policyForCaller, stillReaches } from './people/policy-access.ts'
export { planNames } from './documents/policy-document-facts.ts'
export { PAY_MARGIN_MS, payableOfPolicy, policyOfView } from './policy-payable.ts'
export { addVersion, factsOf, payablesOf, versionsOf } from './versions/policy-versions.ts'
export { tieOf } from './rates/price-of-person.ts'
export { unitsPerRate, type SheetRate } from './rates/printed-exchange-rates.ts'
export { claimRate, importRates, parityRates, rateFile, type RateFile } from './rates/published-exchange-rates.ts'
export { withTariff } from './rates/rate-table-of-policy.ts'
export { openIdentity, sealIdentity } from './people/sealed-identity.ts'
export { isSurrendering } from './surrender/surrender-request.ts'
export type { PolicyTable } from '../tables.ts'
export type { VersionFacts } from './versions/version-rules.ts'
export type { PolicyVersionTable } from './versions/version-tables.ts'
