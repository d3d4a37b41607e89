/** Everything that waits for a person besides orders and claims: collected from the features, earliest deadline first. */
import type { Output } from '../../../lib/contract.ts'
import type { UserContext } from '../../../server/http/call-handlers.ts'
import { scheduledClosure } from './closure/schedule-closure.ts'
import type { waitingTasks } from '../waiting-tasks-call.ts'
import { openTasks, type WaitingPart } from '../../../server/personal-data/waiting-tasks.ts'

/** Further ones are on the pages that these link to. */
const MOST = 50

export async function tasksOf({ deps, caller: { userId } }: UserContext): Promise<Output<typeof waitingTasks>> {
  const found = (await Promise.all(openTasks.all(deps).map((part) => part(deps, userId)))).flat()
  const end = ({ until }: { until: number | null }): number => until ?? Infinity
  return { tasks: found.sort((a, b) => (end(a) === end(b) ? 0 : end(a) - end(b))).slice(0, MOST) }
}

/** The account's own item: it is going to be closed. */
export const waitingClosure: WaitingPart = async (deps, userId) => {
  const closure = await scheduledClosure(deps.db, userId)
  return closure
    ? [
        {
          kind: 'closing',
          id: closure.id,
          number: null,
          amount: null,
          until: closure.closes_at,
          path: '/personal/mine#close',
        },
      ]
    : []
}
