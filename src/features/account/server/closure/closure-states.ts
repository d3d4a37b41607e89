/** States of the request to close an account, and when it is carried out. Pure. */
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { machine } from '../../../../server/transition.ts'
import type { ClosureStatus } from '../../closure-calls.ts'

const DAY = 86_400_000

export const closureMachine = machine<'account_closures', ClosureStatus>({
  entity: 'account_closure',
  table: 'account_closures',
  graph: { scheduled: ['done', 'taken_back', 'stopped'], done: [], taken_back: [], stopped: [] },
})

/**
 * When an account is closed if its person requests it now, ms. Whoever reads a replaced contact can still undo that
 * change, so nothing is deleted before that time is over.
 */
export const closesAt = (now: number, undoUntil: readonly number[]): number =>
  Math.max(now + LIMITS.closureDays * DAY, ...undoUntil)
