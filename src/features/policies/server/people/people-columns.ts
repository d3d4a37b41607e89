/** Columns of a policy that follow from its two people: the keyed hashes that find it. */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { gaveUpBetween } from '../../../session/server/door.ts'
import { openPeople, sealPeople, type People } from '../../../orders/server/door.ts'
import { destinationMac } from '../../../../server/keys/destination-mac.ts'
import type { PolicyTable } from '../../tables.ts'

export const CONTACT_COLUMNS = [
  'buyer_mobile_mac',
  'buyer_email_mac',
  'insured_mobile_mac',
  'insured_email_mac',
] as const

type Found = Record<(typeof CONTACT_COLUMNS)[number], string | null>
type PeopleColumns = Found & Pick<PolicyTable, 'people' | 'insured_id_mac'>

function foundBy(deps: Pick<Deps, 'config' | 'seal'>, { policyholder, insured }: People): Found {
  const mac = (contact: string | undefined): string | null => (contact ? destinationMac(deps, contact) : null)
  return {
    buyer_mobile_mac: mac(policyholder.mobile),
    buyer_email_mac: mac(policyholder.email),
    insured_mobile_mac: mac(insured.mobile),
    insured_email_mac: mac(insured.email),
  }
}

const columnsOf = (deps: Deps, people: People, found: Found): PeopleColumns => ({
  ...found,
  people: sealPeople(deps.seal, people),
  insured_id_mac: deps.seal.mac('person.id', `${people.insured.idType}:${people.insured.idNumber}`),
})

const eachContact = (found: Found, change: (mac: string | null, column: keyof Found) => string | null): Found => ({
  buyer_mobile_mac: change(found.buyer_mobile_mac, 'buyer_mobile_mac'),
  buyer_email_mac: change(found.buyer_email_mac, 'buyer_email_mac'),
  insured_mobile_mac: change(found.insured_mobile_mac, 'insured_mobile_mac'),
  insured_email_mac: change(found.insured_email_mac, 'insured_email_mac'),
})

/**
 * Of a new policy. A contact that somebody gave up since the application was begun (`from`, an instant, ms) does not
 * find it: whoever has it now may be another person. Its owner's account does (decision 0100).
 */
export async function columnsAtIssue(deps: Deps, trx: Trx, people: People, from: number): Promise<PeopleColumns> {
  const found = foundBy(deps, people)
  const macs = Object.values(found).filter((mac) => mac !== null)
  const gone = await gaveUpBetween(trx, macs, { from, until: deps.clock() })
  return columnsOf(
    deps,
    people,
    eachContact(found, (mac) => (mac !== null && gone.includes(mac) ? null : mac)),
  )
}

/** Of a next term: a contact that somebody gave up since the earlier term was issued does not find it either. */
export async function contactsOfNextTerm(trx: Trx, earlier: PolicyTable, until: number): Promise<Found> {
  const macs = CONTACT_COLUMNS.flatMap((column) => earlier[column] ?? [])
  const gone = await gaveUpBetween(trx, macs, { from: earlier.issued_at, until })
  return eachContact(earlier, (mac) => (mac !== null && gone.includes(mac) ? null : mac))
}

/** Of a policy whose people change. A contact that stays as it is finds it as before, or no longer, as before. */
export function columnsAfterChange(deps: Deps, policy: PolicyTable, people: People): PeopleColumns {
  const before = foundBy(deps, openPeople(deps.seal, policy.people))
  return columnsOf(
    deps,
    people,
    eachContact(foundBy(deps, people), (mac, column) => (mac === before[column] ? policy[column] : mac)),
  )
}
