/** Policies by the ID number of their insured person: what credential verification compares with and opens. */
import type { Lang } from '../../lib/locale.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import { openPeople, type PolicyPerson } from './people.server.ts'

export interface PolicyForIdentity {
  id: string
  number: string
  lang: Lang
  insured: PolicyPerson
  /** Email or mobile of whoever bought it. */
  policyholderContact: string | undefined
  /** The login that bought it. */
  ownerId: string | null
}

/** A person has a handful; a wrong number that is on more says nothing about one person. */
const MOST = 50

/** Issued policies that insure whoever has this ID number, latest first. */
export async function policiesOfIdentity(deps: Pick<Deps, 'seal'>, db: Trx | Deps['db'], idMac: string): Promise<PolicyForIdentity[]> {
  const rows = await db.selectFrom('policies').select(['id', 'number', 'lang', 'people', 'user_id'])
    .where('insured_id_mac', '=', idMac).where('status', '=', 'issued').orderBy('issued_at', 'desc').limit(MOST).execute()
  return rows.map((row) => {
    const { policyholder, insured } = openPeople(deps.seal, row.people)
    return { id: row.id, number: row.number, lang: row.lang, insured, policyholderContact: policyholder.email ?? policyholder.mobile, ownerId: row.user_id }
  })
}

/** How many policies a person sees by what they have proven. */
export async function countPoliciesOfIdentities(deps: Pick<Deps, 'db'>, userId: string): Promise<number> {
  const { count } = await deps.db.selectFrom('policies').innerJoin('proven_identities', 'proven_identities.id_mac', 'policies.insured_id_mac')
    .select((eb) => eb.fn.countAll().as('count')).where('proven_identities.user_id', '=', userId)
    .where('policies.status', 'in', ['issued', 'cancelled']).executeTakeFirstOrThrow()
  return Number(count)
}
