/** Which applications of a campaign do not come on the list that its school pays for, and why. */
import type { Trx } from '../../../../server/db/database.ts'
import { OPEN_STATES } from '../../../cashier/server/door.ts'
import { LIVE, PLAN, type OrderTable } from '../../../orders/server/door.ts'
import type { CampaignTable } from '../../tables.ts'

export type Candidate = Pick<OrderTable, 'id' | 'premium_minor' | 'insured_id_mac' | 'breakdown' | 'plan' | 'tier'>

/** Number of students not added, by reason. */
export interface StayOff {
  /** Their own payment is in progress. */
  paying: number
  /** The same person is insured, or on a list, by another application. */
  duplicate: number
  /** The campaign has a list of students, and they are not on it. */
  uninvited: number
}

/** Divides complete applications into those that come on the list and the others, by reason. */
export async function divide(
  trx: Trx,
  campaign: CampaignTable,
  complete: readonly Candidate[],
  { withUninvited }: { withUninvited: boolean },
): Promise<StayOff & { take: Candidate[] }> {
  const strangers = withUninvited ? new Set<string>() : await notOnList(trx, campaign, complete)
  const found = complete.filter(({ id }) => !strangers.has(id))
  const take: Candidate[] = []
  let duplicate = 0
  const paying = found.length === 0 ? new Set<string>() : await paidSingly(trx, found)
  const known = await insuredOtherwise(trx, campaign, found)
  for (const one of found.filter(({ id }) => !paying.has(id))) {
    const person = one.insured_id_mac
    if (person !== null && known.has(person)) duplicate++
    else take.push(one)
    if (person !== null) known.add(person)
  }
  return { take, paying: paying.size, duplicate, uninvited: strangers.size }
}

/**
 * Those of them who are not on the campaign's list of students, if it has one: whoever came by the link that is the
 * same for all may be invented, and the school would pay for them.
 */
async function notOnList(trx: Trx, { id }: CampaignTable, found: readonly Candidate[]): Promise<Set<string>> {
  const invitations = trx.selectFrom('campaign_invitations').where('campaign_id', '=', id)
  if (found.length === 0 || !(await invitations.select('id').limit(1).executeTakeFirst())) return new Set()
  const listed = await invitations
    .select('order_id')
    .where(
      'order_id',
      'in',
      found.map((one) => one.id),
    )
    .execute()
  const known = new Set(listed.map((it) => it.order_id))
  return new Set(found.flatMap((one) => (known.has(one.id) ? [] : [one.id])))
}

/** Those of them with a payment of their own that is open or has brought money. */
async function paidSingly(trx: Trx, found: readonly Candidate[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('payments')
    .select('payable_id')
    .distinct()
    .where('payable_kind', '=', PLAN)
    .where(
      'payable_id',
      'in',
      found.map(({ id }) => id),
    )
    .where('status', 'in', [...OPEN_STATES, 'succeeded', 'error'])
    .execute()
  return new Set(rows.map((it) => it.payable_id))
}

/**
 * Those of them whose person is on a list of the campaign or insured by it already: a school does not pay for one
 * person twice.
 */
async function insuredOtherwise(
  trx: Trx,
  { id }: CampaignTable,
  found: readonly Candidate[],
): Promise<Set<string | null>> {
  const people = [...new Set(found.flatMap(({ insured_id_mac: mac }) => (mac === null ? [] : [mac])))]
  if (people.length === 0) return new Set()
  const rows = await trx
    .selectFrom('orders')
    .select('insured_id_mac')
    .where('campaign_id', '=', id)
    .where('insured_id_mac', 'in', people)
    .where('status', 'in', [...LIVE])
    .where((eb) => eb.or([eb('group_payment', 'is not', null), eb('status', 'in', ['paid', 'issuing', 'issued'])]))
    .execute()
  return new Set(rows.map((it) => it.insured_id_mac))
}
