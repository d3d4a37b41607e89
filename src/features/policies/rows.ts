/** How a policy stands in lists elsewhere, apart from the calls: pages that only link to one load no schemas. */
export { cardOf } from './policy-words.ts'

/** Where a policy's details are, without language. */
export const policyPath = (id: string): string => `/insurance-policy/details?id=${id}`
