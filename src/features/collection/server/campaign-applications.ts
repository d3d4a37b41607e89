/** The applications of a campaign, which operators hand to its school. Each access is recorded as an event. */
import { formatMoney } from '../../../lib/money/money.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { writeEvent } from '../../../server/transition.ts'
import { type OrderTable, campaignOf, premiumOf } from '../../orders/server/door.ts'
import { factsOf } from './invitations.ts'
import type { ListedStudent } from '../rules/student-list.ts'
import type { CampaignTable } from '../tables.ts'

export const noteLook = (
  deps: Deps,
  { id, status }: CampaignTable,
  { by, why }: { by: string; why: string },
  to: string,
): Promise<void> =>
  deps.write((trx) =>
    writeEvent(trx, {
      entity: 'campaign',
      entity_id: id,
      at: deps.clock(),
      by,
      from_status: status,
      to_status: to,
      why,
    }),
  )

const BATCH = 500

/** All but discarded drafts, in the order of their numbers. */
export async function* applicationsOf(deps: Deps, { id }: CampaignTable): AsyncGenerator<OrderTable> {
  for (let after = ''; ;) {
    const rows = await deps.db
      .selectFrom('orders')
      .selectAll()
      .where('campaign_id', '=', id)
      .where('status', '!=', 'discarded')
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.id
  }
}

export const detailsOf = (deps: Deps, order: OrderTable, fields: readonly string[]): string[] => {
  const details = campaignOf(deps, order)?.details ?? {}
  return fields.map((field) => details[field] ?? '')
}

/** Students of the list: by application, or by a key of their own if they have none. */
export async function invitedTo(deps: Deps, campaign: string): Promise<Map<string, ListedStudent>> {
  const rows = await deps.db
    .selectFrom('campaign_invitations')
    .select(['id', 'facts', 'order_id'])
    .where('campaign_id', '=', campaign)
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.order_id ?? row.id, factsOf(deps, row)] as const))
}

export const premiumWords = (order: OrderTable): string => {
  const premium = premiumOf(order)
  return premium ? formatMoney(premium, 'en') : ''
}
