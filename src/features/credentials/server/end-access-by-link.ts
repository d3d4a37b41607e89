/** The policyholder's link: who sees the policy as its insured person, and the end of that (decision 0107). */
import type { Output } from '../../../lib/contract.ts'
import { maskContact } from '../../../lib/people/contact.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { hashToken, verifiedContacts } from '../../session/server/door.ts'
import type { lookAtAccess, undoAccess } from '../contract.ts'
import { revokeForPolicyholder } from './decide-registration.ts'
import { lockRegistrationsOf } from './submit-registration.ts'

/** Refuses `link_unknown` also after the account or the policy was deleted. */
async function linkOf(deps: Pick<Deps, 'db'>, code: string) {
  const link = await deps.db
    .selectFrom('registration_undo_links as links')
    .innerJoin('registrations', 'registrations.id', 'links.registration_id')
    .innerJoin('policies', 'policies.id', 'links.policy_id')
    .select(['links.registration_id', 'links.policy_id', 'links.at', 'links.expires_at'])
    .select(['registrations.user_id', 'registrations.status', 'policies.number'])
    .where('links.code_hash', '=', hashToken(code))
    .executeTakeFirst()
  if (!link) throw new Refusal<typeof undoAccess>('link_unknown')
  return link
}

/** What the link would end. Whose account it is stays masked. */
export async function accessOfLink(deps: Deps, code: string): Promise<Output<typeof lookAtAccess>> {
  const { number, at, expires_at: until, user_id, status } = await linkOf(deps, code)
  const { email, mobile } = await verifiedContacts(deps, deps.db, user_id)
  const account = email ?? mobile
  return {
    state: status !== 'approved' ? 'undone' : until > deps.clock() ? 'open' : 'over',
    number,
    account: account === null ? null : maskContact(account),
    at,
    until,
  }
}

/** Ends the access at once; pressed again, it has ended already. Refuses `link_unknown`, `undo_over`. */
export async function endAccessByLink(deps: Deps, code: string): Promise<void> {
  const { user_id, registration_id: id, policy_id, number, expires_at } = await linkOf(deps, code)
  await deps.write(async (trx) => {
    await lockRegistrationsOf(trx, user_id)
    const row = await trx.selectFrom('registrations').select('status').where('id', '=', id).executeTakeFirst()
    if (row?.status !== 'approved') return
    if (expires_at <= deps.clock()) throw new Refusal<typeof undoAccess>('undo_over')
    await revokeForPolicyholder(deps, trx, id, { id: policy_id, number })
  })
}
