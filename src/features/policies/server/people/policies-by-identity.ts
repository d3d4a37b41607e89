/**
 * Finds policies by the ID number of their insured person: credential verification compares its data with them and
 * opens them.
 */
import type { Lang } from '../../../../lib/locale.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { isSamePerson } from './compare-identity.ts'
import { openIdentity } from './sealed-identity.ts'
import { openPeople, type PolicyPerson } from '../../../orders/server/door.ts'
import type { PolicyTable } from '../../tables.ts'

export interface PolicyForIdentity {
  id: string
  number: string
  lang: Lang
  insured: PolicyPerson
  /** Email or mobile of anyone who bought it. */
  policyholderContact: string | undefined
  /** Emails and mobiles on it, the insured person's own before the policyholder's, email first. */
  contacts: string[]
  /** The user who bought it. */
  ownerId: string | null
}

/** One person has only a few policies; a wrong number that is on more than this identifies nobody. */
const MOST = 50

/**
 * Policies, issued or cancelled, whose insured person has this ID number, latest first. The number alone does not prove
 * who the caller is.
 */
export async function policiesOfIdentity(
  deps: Pick<Deps, 'seal'>,
  db: Trx | Deps['db'],
  idMac: string,
): Promise<PolicyForIdentity[]> {
  const rows = await db
    .selectFrom('policies')
    .select(['id', 'number', 'lang', 'people', 'user_id'])
    .where('insured_id_mac', '=', idMac)
    .where('status', 'in', ['issued', 'cancelled'])
    .orderBy('issued_at', 'desc')
    .limit(MOST)
    .execute()
  return rows.map((row) => {
    const { policyholder, insured } = openPeople(deps.seal, row.people)
    return {
      id: row.id,
      number: row.number,
      lang: row.lang,
      insured,
      policyholderContact: policyholder.email ?? policyholder.mobile,
      contacts: [insured.email, insured.mobile, policyholder.email, policyholder.mobile].filter(
        (contact) => contact !== undefined,
      ),
      ownerId: row.user_id,
    }
  })
}

/** Gives access to the policies to a person who has proven to be their insured. */
export async function openToInsured(
  trx: Trx,
  by: { userId: string; registrationId: string },
  policies: readonly Pick<PolicyForIdentity, 'id'>[],
): Promise<void> {
  for (const { id } of policies) {
    await trx
      .insertInto('policies_proven')
      .values({ user_id: by.userId, policy_id: id, registration_id: by.registrationId })
      .onConflict((conflict) => conflict.columns(['user_id', 'policy_id']).doNothing())
      .execute()
  }
}

/** Ends the access that a registration gave. */
export const closeToInsured = async (trx: Trx, registrationId: string): Promise<void> =>
  void (await trx.deleteFrom('policies_proven').where('registration_id', '=', registrationId).execute())

/** Ends somebody's access to one policy as its insured person, whichever registration gave it. */
export const closePolicyTo = async (trx: Trx, of: { userId: string; policyId: string }): Promise<void> =>
  void (await trx
    .deleteFrom('policies_proven')
    .where('user_id', '=', of.userId)
    .where('policy_id', '=', of.policyId)
    .execute())

/** Gives access to a newly issued policy to people who have proven everything that it says of its insured person. */
export async function openNewPolicy(
  deps: Pick<Deps, 'seal'>,
  trx: Trx,
  policy: Pick<PolicyTable, 'id' | 'insured_id_mac' | 'people'>,
): Promise<void> {
  const proven = await trx
    .selectFrom('proven_identities')
    .selectAll()
    .where('id_mac', '=', policy.insured_id_mac)
    .execute()
  if (proven.length === 0) return
  const { insured } = openPeople(deps.seal, policy.people)
  for (const { user_id, registration_id, facts } of proven) {
    if (isSamePerson(openIdentity(deps, facts), insured))
      await openToInsured(trx, { userId: user_id, registrationId: registration_id }, [policy])
  }
}

/**
 * Another ID number is another person: whoever had proven the old one loses access to the policy, whoever has proven
 * the new one gets it.
 */
export async function provenAnew(
  deps: Pick<Deps, 'seal'>,
  trx: Trx,
  policy: Pick<PolicyTable, 'id' | 'insured_id_mac' | 'people'>,
): Promise<void> {
  await trx.deleteFrom('policies_proven').where('policy_id', '=', policy.id).execute()
  await openNewPolicy(deps, trx, policy)
}

/** How many policies a person may see through verified identities. */
export async function countPoliciesOfIdentities(deps: Pick<Deps, 'db'>, userId: string): Promise<number> {
  const { count } = await deps.db
    .selectFrom('policies_proven')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
