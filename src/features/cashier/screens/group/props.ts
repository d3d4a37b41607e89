/** Screens of a group payment, passed by the page that loads them: other payment links do not need them. */
import type { ComponentType } from 'react'
import type { PayOrder, Standing } from '../../contract.ts'
import type { FollowedPayment } from '../follow-payment.ts'
import type { PayState } from '../pay/use-payment.ts'
import type { OrderReference } from '../payer-page-address.ts'

export interface GroupAskedProps {
  order: PayOrder
  which: OrderReference
  follow: FollowedPayment
}

export interface GroupNotPayableProps {
  which: OrderReference
  standing: Standing
}

export type GroupTransferProps = Pick<PayState, 'data' | 'busy' | 'giveUp' | 'check' | 'checked' | 'follow' | 'notice'>

export interface GroupScreens {
  Asked: ComponentType<GroupAskedProps>
  /** A bank transfer is awaited. */
  Transfer: ComponentType<GroupTransferProps>
  /** It cannot be paid any more; a paid one shows its outcome. */
  Over: ComponentType<GroupNotPayableProps>
}
