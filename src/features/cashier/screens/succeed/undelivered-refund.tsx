import type { PaymentView, PayOrder } from '../../contract.ts'
import { OrderAgain } from '../order-again-link.tsx'
import { RefundSteps } from '../refund-steps.tsx'

/** The refund of what could not be delivered, and a new order. */
export default function MoneyBack({ payment, order }: { payment: PaymentView; order: PayOrder }) {
  return (
    <>
      <RefundSteps payment={payment} order={order} />
      {(order.status === 'issue_failed' || order.status === 'refunded') && (
        <div>
          <OrderAgain order={order} />
        </div>
      )}
    </>
  )
}
