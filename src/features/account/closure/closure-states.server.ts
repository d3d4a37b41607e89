/** States of the request to close an account, and when it is done. Pure. */
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { machine } from '../../../server/transition.ts'
import type { ClosureStatus } from '../closure-calls.ts'

const DAY = 86_400_000

export const closureMachine = machine<'account_closures', ClosureStatus>({
  entity: 'account_closure',
  table: 'account_closures',
  graph: { scheduled: ['done', 'taken_back', 'stopped'], done: [], taken_back: [], stopped: [] },
})

/**
 * When an account is closed whose person asks now, ms. A contact that was replaced can still be had back by whoever reads it: nothing is deleted
 * before that time is over.
 */
export const closesAt = (now: number, undoUntil: readonly number[]): number => Math.max(now + LIMITS.closureDays * DAY, ...undoUntil)
