/**
 * What a person still has to do, beside orders and claims, which have their own lists. A feature adds its part by the
 * hook `openTasks`.
 */
import type { Money } from '../../lib/money/money.ts'
import { defineHook } from '../define-hook.ts'
import type { Deps } from '../dependencies.ts'

/**
 * `change`, `extension`: must be paid · `invoice`: its tax number was refused · `refund`: needs an account ·
 * `registration`: an identity check was refused · `closing`: the account is going to be closed, which can be
 * cancelled.
 */
type WaitingKind = 'change' | 'extension' | 'invoice' | 'refund' | 'registration' | 'closing'

interface WaitingTask {
  kind: WaitingKind
  id: string
  /** Number of the policy that it is about; `null` where it is about none. */
  number: string | null
  amount: Money | null
  /** Deadline, ms; `null` where there is none. */
  until: number | null
  /** Path of the page where the person can do it, without language. */
  path: string
}

/** A feature's open tasks of a person. A fixed number of queries, however much the person has. */
export type WaitingPart = (deps: Deps, userId: string) => Promise<WaitingTask[]>

export const openTasks = defineHook<WaitingPart>('open tasks')
