/** Which exclusions surprise people most, in this order (domain §3 "what surprises"): they are first and unfolded. */
import type { Plan } from '../rules/plan-types.ts'

const ORDER = ['5.2', '5.1', '5.6', '7.5', '6.8', '6.7', '6.1', '4.2']
const FIRST = 3

/**
 * Splits exclusions into the three to read first and the rest, in the order of the terms. A waiting period is included
 * only where the plan has one.
 */
export function surprisingExclusions<A extends { readonly id: string }>(
  articles: readonly A[],
  plan: Pick<Plan, 'waiting'>,
): { first: A[]; rest: A[] } {
  const ids = ORDER.filter((id) => id !== '5.1' || plan.waiting !== null)
  const first = ids.flatMap((id) => articles.filter((article) => article.id === id)).slice(0, FIRST)
  return { first, rest: articles.filter((article) => !first.includes(article)) }
}
