/** Ids of everything that belongs to a person: the basis for the copy of their data and for closing the account. */
import type { ClosingContact } from '../../../server/personal-data/account-closure.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { Trx } from '../../../server/db/database.ts'
import { ownedBy } from '../../policies/server/door.ts'
import { timesOfContacts } from '../../session/server/door.ts'
import type { PersonKey } from '../../../server/db/define-table.ts'

export interface PersonRecords {
  userId: string
  /** Ids of each kind. */
  ids: Record<PersonKey, string[]>
  /** By policy: people on it whose numbers and contacts the person reads in full. */
  inFull: ReadonlyMap<string, readonly ('policyholder' | 'insured')[]>
  /** When each contact was the person's: messages to it at other times are somebody else's. */
  contacts: readonly ClosingContact[]
  /** Orders that the person has only by an address that was typed in them: they see them masked. */
  byAddress: ReadonlySet<string>
}

/** Reads them. Policies are those that the person sees when signed in. */
export async function recordsOf(deps: Deps, userId: string, db: Deps['db'] | Trx = deps.db): Promise<PersonRecords> {
  const { all, role } = await ownedBy({ deps: { ...deps, db }, caller: { kind: 'user', userId, sessionId: '' } })
  const owned = await all().selectAll().orderBy('issued_at').execute()
  const idsOf = async (rows: Promise<{ id: string }[]>): Promise<string[]> => (await rows).map((it) => it.id)
  const policies = owned.map((it) => it.id)
  const orderRows = await ordersOf(db, userId)
  const orders = orderRows.map((it) => it.id)
  const claims = await idsOf(
    db.selectFrom('claims').select('id').where('user_id', '=', userId).orderBy('created_at').execute(),
  )
  const changes = await idsOf(db.selectFrom('policy_changes').select('id').where('user_id', '=', userId).execute())
  const extensions = await idsOf(
    db.selectFrom('policy_extensions').select('id').where('user_id', '=', userId).execute(),
  )
  const registrations = await idsOf(db.selectFrom('registrations').select('id').where('user_id', '=', userId).execute())
  const referrals = await idsOf(
    db.selectFrom('overseas_applications').select('id').where('user_id', '=', userId).execute(),
  )
  const tuition = await idsOf(db.selectFrom('education_orders').select('id').where('user_id', '=', userId).execute())
  const payables = [...orders, ...extensions, ...changes, ...tuition]
  const decisions = await idsOf(
    db.selectFrom('claim_decisions').select('id').where('claim_id', 'in', nonEmptyIds(claims)).execute(),
  )
  const invoices = await idsOf(
    db.selectFrom('invoices').select('id').where('payable_id', 'in', nonEmptyIds(payables)).execute(),
  )
  const parts = await Promise.all(
    (['claim_documents', 'claim_request_items', 'claim_requests', 'claim_payments', 'claim_appeals'] as const).map(
      (table) => idsOf(db.selectFrom(table).select('id').where('claim_id', 'in', nonEmptyIds(claims)).execute()),
    ),
  )
  const consents = await idsOf(
    db.selectFrom('consents').select('id').where('order_id', 'in', nonEmptyIds(orders)).execute(),
  )
  const money = await Promise.all(
    (['payments', 'refunds'] as const).map((table) =>
      idsOf(db.selectFrom(table).select('id').where('payable_id', 'in', nonEmptyIds(payables)).execute()),
    ),
  )
  const documents = await idsOf(
    db.selectFrom('invoice_documents').select('id').where('invoice_id', 'in', nonEmptyIds(invoices)).execute(),
  )
  const byAddress = new Set(orderRows.filter((it) => it.owned_by === 'address').map((it) => it.id))
  // The person typed what these say, or had the link to the draft.
  const applied = new Set(orders.filter((id) => !byAddress.has(id)))
  const bought = owned.filter((row) => role(row) === 'buyer').map((row) => row.id)
  return {
    userId,
    contacts: await timesOfContacts(db, userId, deps.clock()),
    byAddress,
    inFull: await readInFull(db, userId, owned, applied),
    ids: {
      users: [userId],
      policies,
      orders,
      claims,
      decisions,
      changes,
      payables,
      invoices,
      records: [
        userId,
        ...bought,
        ...orders,
        ...claims,
        ...changes,
        ...extensions,
        ...registrations,
        ...referrals,
        ...tuition,
        ...invoices,
        ...documents,
        ...consents,
        ...parts.flat(),
        ...money.flat(),
      ],
    },
  }
}

const ordersOf = (db: Deps['db'] | Trx, userId: string) =>
  db.selectFrom('orders').select(['id', 'owned_by']).where('user_id', '=', userId).orderBy('created_at').execute()

/** What the person typed in an application, and of a policy by somebody else their own numbers, once these were checked. */
async function readInFull(
  db: Deps['db'] | Trx,
  userId: string,
  owned: readonly { id: string; order_id: string }[],
  applied: ReadonlySet<string>,
): Promise<PersonRecords['inFull']> {
  const proven = await db.selectFrom('policies_proven').select('policy_id').where('user_id', '=', userId).execute()
  const people = ({ id, order_id: order }: (typeof owned)[number]) => {
    if (applied.has(order)) return ['policyholder', 'insured'] as const
    return proven.some((it) => it.policy_id === id) ? (['insured'] as const) : []
  }
  return new Map(owned.map((row) => [row.id, people(row)]))
}

/** SQL does not accept an empty list. */
export const nonEmptyIds = (ids: readonly string[]): string[] => (ids.length > 0 ? [...ids] : [''])
