/** Whether something can be paid now, how much and until when: depends on its own state and on the books. */
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { payables, type PayableKind, type PayableRef, type PayableState } from '../payable.ts'
import type { Standing } from '../../contract.ts'
import { transferUntil } from '../transfers/transfer-provider.ts'

/** The registered payable kind; `not_found` for an unknown one. */
export function kindOf(deps: Pick<Deps, 'hooks'>, { kind }: Pick<PayableRef, 'kind'>): PayableKind {
  const found = payables.find(deps, kind)
  if (!found) throw new Refusal('not_found')
  return found
}

export type Payability = Omit<PayableState, 'standing'> & { standing: Standing }

/** Refuses `not_found` for an unknown payable. */
export async function payabilityOf(deps: Deps, db: Trx | Deps['db'], ref: PayableRef): Promise<Payability> {
  const now = deps.clock()
  const state = await kindOf(deps, ref).find(deps, db, ref.id, now)
  if (!state) throw new Refusal('not_found')
  if (state.standing !== 'payable') return state
  if (state.payUntil !== null && state.payUntil <= now) return { ...state, standing: 'expired' }
  return (await hasUnexplainedPayment(db, ref)) ? { ...state, standing: 'under_check' } : state
}

/** A transfer begun now can still arrive in time. */
export const isTransferable = (
  { byTransfer, payUntil }: Pick<PayableState, 'byTransfer' | 'payUntil'>,
  now: number,
): boolean => byTransfer === true && payUntil !== null && now < transferUntil(payUntil)

type ToldToOthers = Exclude<Standing, 'under_review' | 'accepted' | 'declined'>
const TOLD_TO_OTHERS: Readonly<Record<Standing, ToldToOthers>> = {
  under_review: 'not_submitted',
  accepted: 'not_submitted',
  declined: 'cancelled',
  payable: 'payable',
  paid: 'paid',
  expired: 'expired',
  cancelled: 'cancelled',
  not_submitted: 'not_submitted',
  under_check: 'under_check',
  in_group: 'in_group',
}

/**
 * What is told to a payer. A review is about somebody's health: whoever may pay without owning the application learns
 * only that there is nothing to pay yet, or any more. The owner is told of the review itself.
 */
export const standingFor = ({ own }: { own: boolean }, standing: Standing): Standing =>
  own ? standing : TOLD_TO_OTHERS[standing]

/** A wrong sum was paid, and it has not been refunded completely: nobody should pay in addition to it. */
async function hasUnexplainedPayment(db: Trx | Deps['db'], { kind, id }: PayableRef): Promise<boolean> {
  const rows = await db
    .selectFrom('payments')
    .select(['paid_minor', 'refund_minor'])
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .where('status', '=', 'error')
    .execute()
  return rows.some((row) => row.refund_minor < (row.paid_minor ?? 0))
}
