/**
 * Messages to the owner of a registration, by mobile or email (spec §4 "Registration"), and to the policyholder whose
 * policy becomes visible.
 */
import { randomBytes } from 'node:crypto'
import { formatInstant } from '../../../lib/days/dates.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { localPath, type Lang } from '../../../lib/locale.ts'
import { SITE } from '../../../lib/site.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { defineMessages, withMore, type Message, type MoreVars } from '../../../server/messages/define-message.ts'
import { hashToken, verifiedContacts } from '../../session/server/door.ts'
import type { PolicyForIdentity } from '../../policies/server/door.ts'
import type { RegistrationTable } from '../tables.ts'
import { DAY_MS } from './when-registration-may-be-sent.ts'

export const credentialMessages = defineMessages({
  credential_received: { kind: 'direct', limit: 'own', vars: ['days', 'url'] },
  credential_approved: { kind: 'direct', limit: 'service', vars: ['url'] },
  credential_rejected: { kind: 'direct', limit: 'service', vars: ['reason', 'url'] },
  /** To a contact on a policy: opens it to whoever verifies the insured person's identity. */
  credential_code: { kind: 'direct', limit: 'proof', vars: ['policies', 'code', 'hours', 'phone'] },
  /** To its owner: a code has opened these policies. */
  credential_opened: { kind: 'direct', limit: 'service', vars: ['policies', 'url'] },
  /** To its owner: the policyholder has ended the access. */
  credential_closed: { kind: 'direct', limit: 'service', vars: ['number', 'phone', 'url'] },
  /** To the policyholder: somebody sees the policy as its insured person from now on. `url` ends that. */
  credential_policy_shown: { kind: 'direct', limit: 'alert', vars: ['number', 'until', 'url', 'phone'] },
})

/** Names one policy, and says how many more there are: text messages are short. */
export const policyWords = (deps: Pick<Deps, 'words'>, lang: Lang, policies: readonly { number: string }[]): string => {
  const [first, ...others] = policies.map((it) => it.number)
  return others.length === 0
    ? (first ?? '')
    : deps.words(lang, 'messages:credential_policies', { number: first ?? '', count: others.length })
}

/** Queues a message to the account's own mobile or email, in the transaction that causes it. */
export async function notifyOwner<V extends string>(
  deps: Deps,
  trx: Trx,
  row: RegistrationTable,
  message: Message<V>,
  more: MoreVars<V, 'url'>,
): Promise<void> {
  const { email, mobile } = await verifiedContacts(deps, trx, row.user_id)
  const to = mobile ?? email
  if (!to) return
  const url = deps.config.siteUrl + localPath(row.lang, '/personal/credential')
  const vars = withMore<'url', V>({ url }, more)
  await deps.messages.send(trx, message, { to, lang: row.lang, key: `${message.name}:${row.id}`, vars })
}

/**
 * Tells the buyer of a policy who sees it from now on, with a link that ends that; not if it is the buyer's own
 * account.
 */
export async function notifyPolicyholder(
  deps: Deps,
  trx: Trx,
  row: RegistrationTable,
  policy: PolicyForIdentity,
): Promise<void> {
  if (!policy.policyholderContact || policy.ownerId === row.user_id) return
  const secret = randomBytes(18).toString('base64url')
  const at = deps.clock()
  const until = at + LIMITS.registrationUndoDays * DAY_MS
  await trx
    .insertInto('registration_undo_links')
    .values({ code_hash: hashToken(secret), registration_id: row.id, policy_id: policy.id, at, expires_at: until })
    .execute()
  await deps.messages.send(trx, credentialMessages.credential_policy_shown, {
    to: policy.policyholderContact,
    lang: policy.lang,
    key: `credential_policy_shown:${row.id}:${policy.id}`,
    vars: {
      number: policy.number,
      until: formatInstant(until, policy.lang),
      url: deps.config.siteUrl + localPath(policy.lang, `/credential/undo?code=${secret}`),
      phone: SITE[policy.lang].phone,
    },
  })
}

/** Sends a code to a contact on these policies, in the language of the latest. */
export async function sendCode(
  deps: Deps,
  trx: Trx,
  row: Pick<RegistrationTable, 'id' | 'user_id'>,
  { to, code, policies }: { to: string; code: string; policies: readonly PolicyForIdentity[] },
): Promise<void> {
  const [latest] = policies
  if (!latest) return
  const { lang } = latest
  await deps.messages.send(trx, credentialMessages.credential_code, {
    to,
    lang,
    key: `credential_code:${row.id}:${latest.id}`,
    cause: { account: row.user_id },
    vars: {
      policies: policyWords(deps, lang, policies),
      code,
      hours: String(LIMITS.registrationCodeHours),
      phone: SITE[lang].phone,
    },
  })
}
