/** All that other features' servers use of this one: policies, their terms and documents. */
export { isSamePerson, type Identity } from './compare-identity.server.ts'
export { coveredSince } from './continuous-cover.server.ts'
export { documentResources } from './document-resources.server.ts'
export {
  policyChanges,
  policyClaims,
  policyVersion,
  type BenefitLeft,
  type ChangesOfPolicies,
  type ClaimsOnPolicies,
  type LimitId,
  type OnPolicyVersion,
} from './hooks.server.ts'
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
} from './insured-policy.server.ts'
export { failIssue } from './issue-policy.server.ts'
export { policiesPastRetention } from './legal-retention.server.ts'
export {
  closePolicyTo,
  closeToInsured,
  countPoliciesOfIdentities,
  openToInsured,
  policiesOfIdentity,
  provenAnew,
  type PolicyForIdentity,
} from './policies-by-identity.server.ts'
export { ownedBy, policyForCaller, stillReaches } from './policy-access.server.ts'
export { planNames } from './policy-document-facts.server.ts'
export { PAY_MARGIN_MS, payableOfPolicy, policyOfView } from './policy-payable.server.ts'
export { addVersion, factsOf, payablesOf, versionsOf } from './policy-versions.server.ts'
export { tieOf } from './price-of-person.server.ts'
export { unitsPerRate, type SheetRate } from './printed-exchange-rates.server.ts'
export { claimRate, importRates, parityRates, rateFile, type RateFile } from './published-exchange-rates.server.ts'
export { withTariff } from './rate-table-of-policy.server.ts'
export { openIdentity, sealIdentity } from './sealed-identity.server.ts'
export { isSurrendering } from './surrender/surrender-request.server.ts'
export type { PolicyTable } from './tables.server.ts'
export type { VersionFacts } from './version-rules.server.ts'
export type { PolicyVersionTable } from './version-tables.server.ts'
