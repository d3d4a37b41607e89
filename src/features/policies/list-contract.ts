/** A policy in other features' lists and links, apart from the calls: pages that only link to a policy load no schemas. */
export { cardOf } from './rules/policy-words.ts'

/** The page of a policy, without language. */
export const policyPath = (id: string): string => `/insurance-policy/details?id=${id}`
