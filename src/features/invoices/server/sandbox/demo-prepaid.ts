/** A private link of the sandbox, with a key that everybody may try: its mail is in the inbox. */
import type { Deps } from '../../../../server/dependencies.ts'
import { PLAN } from '../../../orders/server/door.ts'
import { createPrepaidLink } from '../prepaid/prepaid-link-maker.ts'
import { hashKey } from '../prepaid/prepaid-links.ts'

export const DEMO_PREPAID_KEY = 'sandbox-prepaid-invoice-key'
const DAYS_OPEN = 300

/** For the demo account's policy that has not begun; created at the first start. */
export async function demoPrepaidLink(deps: Deps, userId: string): Promise<void> {
  const known = await deps.db
    .selectFrom('prepaid_links')
    .select('id')
    .where('token_hash', '=', hashKey(DEMO_PREPAID_KEY))
    .executeTakeFirst()
  const order = known
    ? undefined
    : await deps.db
        .selectFrom('orders')
        .select('id')
        .where('user_id', '=', userId)
        .where('plan', '=', 'eu-schengen')
        .where('status', '=', 'issued')
        .executeTakeFirst()
  if (!order) return
  await createPrepaidLink(deps, {
    payable: { kind: PLAN, id: order.id },
    by: 'operator:demo',
    why: 'sandbox',
    lang: 'cn',
    to: 'payer@example.com',
    days: DAYS_OPEN,
    key: DEMO_PREPAID_KEY,
  })
}
