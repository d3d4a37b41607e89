/** What waits for a person beside orders and claims, which have lists of their own. A feature brings its part as `ServerFeature.waiting`. */
import type { Money } from '../lib/money.ts'

/**
 * `change`, `extension`: to be paid · `invoice`: its tax number was refused · `refund`: an account is asked for · `registration`: a verification of identity was refused ·
 * `closing`: the account is going to be closed, which can be taken back.
 */
export type WaitingKind = 'change' | 'extension' | 'invoice' | 'refund' | 'registration' | 'closing'

export interface WaitingTask {
  kind: WaitingKind
  id: string
  /** Of the policy that it is about; `null` where it is about none. */
  number: string | null
  amount: Money | null
  /** Until when, ms; `null` where nothing ends. */
  until: number | null
  /** Path of the page where it is done, without language. */
  path: string
}
