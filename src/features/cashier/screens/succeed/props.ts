/** Props of both arrangements of the succeed page. */
import type { Followed } from '../../contract.ts'
import type { FollowedPayment } from '../follow-payment.ts'

export interface SucceedProps {
  data: Followed
  follow: FollowedPayment
}
