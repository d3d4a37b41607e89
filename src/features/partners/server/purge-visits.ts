/** What is kept of a link: its nonce while it could be used again, and its reference as long as its order. */
import type { Deps } from '../../../server/dependencies.ts'
import type { Recurring } from '../../../server/jobs/outbox.ts'
import { PARTNER_SCOPE } from '../../../server/http/caller.ts'
import { LINK_MOST_MS } from './link-and-key-times.ts'

const HOUR = 3_600_000
/** A nonce is kept for longer than any link may live, ms. */
const NONCE_MS = 2 * LINK_MOST_MS
const BATCH = 200

export const purgeVisits: Recurring = { kind: 'partners.purge', lane: 'sweeps', every: HOUR, run: purgeDueVisits }

async function purgeDueVisits(deps: Deps): Promise<void> {
  await deps.write((trx) =>
    trx
      .updateTable('partner_visits')
      .set({ prefill: null })
      .where('prefill', 'is not', null)
      .where('ends_at', '<=', deps.clock())
      .execute(),
  )
  await endGuests(deps)
  // The partner is told about an order by its reference, which is kept as long as the order.
  await deps.write((trx) =>
    trx
      .deleteFrom('partner_visits')
      .where('used_at', '<=', deps.clock() - NONCE_MS)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb.selectFrom('orders').select('orders.id').whereRef('orders.partner_link', '=', 'partner_visits.id'),
          ),
        ),
      )
      .execute(),
  )
}

/** Ends sessions of finished visits, and deletes their guest accounts. */
async function endGuests(deps: Deps): Promise<void> {
  for (;;) {
    const due = await deps.db
      .selectFrom('partner_visits')
      .select(['id', 'guest_id'])
      .where('guest_id', 'is not', null)
      .where('ends_at', '<=', deps.clock())
      .limit(BATCH)
      .execute()
    if (due.length === 0) return
    const guests = due.flatMap(({ guest_id }) => guest_id ?? [])
    await deps.write(async (trx) => {
      await trx
        .deleteFrom('sessions')
        .where('user_id', 'in', guests)
        .where('scope', 'like', `${PARTNER_SCOPE}%`)
        .execute()
      await trx
        .updateTable('partner_visits')
        .set({ guest_id: null })
        .where(
          'id',
          'in',
          due.map(({ id }) => id),
        )
        .execute()
      await trx
        .deleteFrom('users')
        .where('id', 'in', guests)
        .where('mobile_mac', 'is', null)
        .where('email_mac', 'is', null)
        .execute()
    })
  }
}
