/** The school that paid for a policy: what is refunded of its premium goes to the school. */
import type { Lang } from '../../../../lib/locale.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { campaignOf, GROUP } from '../../../orders/server/door.ts'
import type { PolicyTable } from '../../tables.ts'

/** Its name, in the language asked for; `null` where the buyer paid. */
export async function payingSchool(
  deps: Deps,
  db: Deps['db'] | Trx,
  { id, order_id: order }: Pick<PolicyTable, 'id' | 'order_id'>,
  lang: Lang,
): Promise<string | null> {
  const paid = await db
    .selectFrom('policy_versions')
    .select('number')
    .where('policy_id', '=', id)
    .where('payable_kind', '=', GROUP)
    .executeTakeFirst()
  if (!paid) return null
  const row = await db.selectFrom('orders').select('campaign').where('id', '=', order).executeTakeFirst()
  return (row && campaignOf(deps, row)?.name[lang]) ?? null
}

/** Where the refund goes, as messages about it say. */
export async function refundToInWords(deps: Deps, trx: Trx, row: PolicyTable): Promise<string> {
  const school = await payingSchool(deps, trx, row, row.lang)
  return school === null
    ? deps.words(row.lang, 'messages:policy_surrender_requested.toPayer')
    : deps.words(row.lang, 'messages:policy_surrender_requested.toSchool', { school })
}
