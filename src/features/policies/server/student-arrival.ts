/**
 * What was said on buying about where the student is, for plans whose waiting period depends on it, and what follows
 * (terms 5.1).
 */
import type { Day } from '../../../lib/days/dates.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { boughtAfterArrival } from '../../orders/server/door.ts'
import { illnessCoveredFrom } from '../../plans/server/door.ts'
import { coveredSince } from './continuous-cover.ts'
import { planOf } from './documents/policy-document-facts.ts'
import { documentResources } from './documents/document-resources.ts'
import type { PolicyTable } from '../tables.ts'

/** `illnessFrom`: first day on which a new illness is covered; `null` where the waiting period does not apply. */
export interface Arrival {
  illnessFrom: Day | null
}

/** `undefined` if the plan has no such waiting period, or the order's answers are gone. */
export async function arrivalOf(deps: Deps, policy: PolicyTable): Promise<Arrival | undefined> {
  const { waiting } = planOf(documentResources(deps).plans, policy).plan
  if (!waiting?.afterArrival) return undefined
  const arrived = await boughtAfterArrival(deps, deps.db, policy.order_id)
  if (arrived === null) return undefined
  return { illnessFrom: arrived ? illnessCoveredFrom(waiting, await coveredSince(deps.db, policy)) : null }
}
