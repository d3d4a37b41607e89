/**
 * Messages to the owner of a registration, by mobile or email (spec §4 "Registration"), and to the policyholder whose
 * policy becomes visible.
 */
import { z } from 'zod'
import { localPath } from '../../lib/locale.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { Templates } from '../../server/messages/message-templates.ts'
import { verifiedContacts } from '../session/sessions.server.ts'
import type { PolicyForIdentity } from '../policies/server-contract.server.ts'
import type { RegistrationTable } from './tables.server.ts'

const text = z.string()

export const credentialTemplates = {
  credential_received: z.object({ days: text, url: text }),
  credential_approved: z.object({ url: text }),
  credential_rejected: z.object({ reason: text, url: text }),
  /** To the policyholder: the insured person sees the policy from now on. */
  credential_policy_shown: z.object({ number: text, url: text }),
} satisfies Templates

type OwnersTemplate = 'credential_received' | 'credential_approved' | 'credential_rejected'

/** Queues a message to the account's own mobile or email, in the transaction that causes it. */
export async function notifyOwner(
  deps: Deps,
  trx: Trx,
  row: RegistrationTable,
  template: OwnersTemplate,
  vars: Record<string, string> = {},
): Promise<void> {
  const { email, mobile } = await verifiedContacts(deps, trx, row.user_id)
  const to = mobile ?? email
  if (!to) return
  const url = deps.config.siteUrl + localPath(row.lang, '/personal/credential')
  await deps.messages.send(trx, { template, to, lang: row.lang, key: `${template}:${row.id}`, vars: { url, ...vars } })
}

/** Tells the buyer of a policy that its insured person can see it now; not if both are the same person. */
export async function notifyPolicyholder(
  deps: Deps,
  trx: Trx,
  row: RegistrationTable,
  policy: PolicyForIdentity,
): Promise<void> {
  if (!policy.policyholderContact || policy.ownerId === row.user_id) return
  await deps.messages.send(trx, {
    template: 'credential_policy_shown',
    to: policy.policyholderContact,
    lang: policy.lang,
    key: `credential_policy_shown:${row.id}:${policy.id}`,
    vars: {
      number: policy.number,
      url: `${deps.config.siteUrl}${localPath(policy.lang, '/insurance-policy/details')}?id=${policy.id}`,
    },
  })
}
