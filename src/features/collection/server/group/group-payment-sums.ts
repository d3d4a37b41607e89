/** The number of students in each state of a list, and the sum of their premiums. */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { ListedState, GroupPaymentTable } from '../../../orders/server/door.ts'

interface ListSum {
  students: number
  /** Minor units. */
  amount: number
}
export type ListSums = Record<ListedState | 'all', ListSum>

/** `all`: what the list asks for or was paid for; for one that closed unpaid, what it asked for. */
export async function listSums(
  db: Trx | Deps['db'],
  { id, status }: Pick<GroupPaymentTable, 'id' | 'status'>,
): Promise<ListSums> {
  const rows = await db
    .selectFrom('group_payment_orders')
    .select((eb) => ['state', 'reason', eb.fn.countAll().as('students'), eb.fn.sum('amount_minor').as('amount')])
    .where('group_id', '=', id)
    .groupBy(['state', 'reason'])
    .execute()
  const sum = (fits: (row: (typeof rows)[number]) => boolean): ListSum =>
    rows
      .filter(fits)
      .reduce(
        (total, it) => ({ students: total.students + Number(it.students), amount: total.amount + Number(it.amount) }),
        { students: 0, amount: 0 },
      )
  const of = (state: ListedState): ListSum => sum((it) => it.state === state)
  const closed = status === 'expired' || status === 'cancelled'
  return {
    held: of('held'),
    left: of('left'),
    credited: of('credited'),
    returned: of('returned'),
    all: sum((it) => it.state !== 'left' || (closed && (it.reason === 'expired' || it.reason === 'list_cancelled'))),
  }
}
