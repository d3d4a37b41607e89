import { OrderFacts, Unanswered } from '../parts.tsx'
import { Documents } from './documents.tsx'
import type { SucceedState } from './index.tsx'
import { Keep, Next, Onward, Receipt, Record, Starts } from './parts.tsx'
import { Heading } from './heading.tsx'

export default function Web(state: SucceedState) {
  const { data, follow } = state
  return (
    <div className="grid-order">
      <div className="grid gap-12">
        <Unanswered follow={follow} />
        <Heading {...state} />
        <Documents {...state} />
        <div className="grid gap-4">
          <Next {...state} />
          <Starts {...state} />
        </div>
        <Record {...state} />
        <Keep {...state} />
        <Onward {...state} />
      </div>
      <aside className="panel grid gap-6 p-6">
        <Receipt {...state} />
        <OrderFacts order={data.order} />
      </aside>
    </div>
  )
}
