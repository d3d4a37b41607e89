/** Where a plan covers. */
import type { Destination } from './destinations.ts'
import type { Plan } from '../plan-types.ts'

/** 0: made for this place · 1: covers it among the whole world · undefined: does not cover a stay there. */
export function rankOf(plan: Pick<Plan, 'destinations'>, destination: Destination): 0 | 1 | undefined {
  const { destinations } = plan
  if ('only' in destinations) return destinations.only.includes(destination) ? 0 : undefined
  return destinations.worldExcept.includes(destination) ? undefined : 1
}
