/** Everything that waits for a person beside orders and claims: gathered from the features, what ends soonest first. */
import type { Output } from '../../lib/contract.ts'
import type { UserContext } from '../../server/call-handlers.ts'
import type { WaitingPart } from '../../server/dependencies.ts'
import { scheduledClosure } from './closure/schedule-closure.server.ts'
import type { waitingTasks } from './waiting-call.ts'

/** More of them waits on the pages they lead to. */
const MOST = 50

export async function tasksOf({ deps, caller: { userId } }: UserContext): Promise<Output<typeof waitingTasks>> {
  const found = (await Promise.all(deps.waiting.map((part) => part(deps, userId)))).flat()
  const end = ({ until }: { until: number | null }): number => until ?? Infinity
  return { tasks: found.sort((a, b) => (end(a) === end(b) ? 0 : end(a) - end(b))).slice(0, MOST) }
}

/** The account's own: it is going to be closed. */
export const waitingClosure: WaitingPart = async (deps, userId) => {
  const closure = await scheduledClosure(deps.db, userId)
  return closure ? [{ kind: 'closing', id: closure.id, number: null, amount: null, until: Number(closure.closes_at), path: '/personal/mine#close' }] : []
}
