/**
 * Codes that open a policy to whoever verifies its insured person's identity: facts of an ID and a picture are known to
 * many, so a code goes to a contact that stands on the policy (decision 0107).
 */
import { normaliseContact } from '../../../lib/people/contact.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { Refusal, type UserContext } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { isUndeliverable } from '../../../server/messages/bounces/undeliverable-mailboxes.ts'
import { type PolicyForIdentity, policiesOfIdentity, isSamePerson } from '../../policies/server/door.ts'
import { newCode } from '../../session/server/door.ts'
import type { confirmRegistration } from '../contract.ts'
import { approveByCode, factsOf } from './decide-registration.ts'
import { sendCode } from './registration-messages.ts'
import type { RegistrationTable } from '../tables.ts'
import { lockRegistrationsOf } from './submit-registration.ts'
import { MONTH_MS } from './when-registration-may-be-sent.ts'

const CODE_MS = LIMITS.registrationCodeHours * 3_600_000
/** Each contact that gets a code is one more code that a guess may hit. */
const MOST_CONTACTS = 3

const codeText = ({ id }: Pick<RegistrationTable, 'id'>, code: string): string => `${id}:${code}`

/** Wrong codes that a registration may still take. */
export const codeTriesLeft = ({ wrong_codes: wrong }: Pick<RegistrationTable, 'wrong_codes'>): number =>
  Math.max(0, LIMITS.registrationCodeTries - wrong)

/**
 * Sends a code to a contact of each policy whose insured person has exactly these facts; the same code opens all that
 * state this contact.
 */
export async function sendCodes(deps: Deps, trx: Trx, row: RegistrationTable): Promise<void> {
  const policies = await policiesThatFit(deps, trx, row)
  if (policies.length === 0 || (await isTriedByMany(deps, trx, row))) return
  const used = new Set<string>()
  for (const [to, opened] of await byContact(deps, trx, policies)) {
    const code = unusedCode(used)
    const sent = {
      code_mac: deps.seal.mac('registrations.code', codeText(row, code)),
      expires_at: deps.clock() + CODE_MS,
    }
    for (const { id } of opened)
      await trx
        .insertInto('registration_codes')
        .values({ registration_id: row.id, policy_id: id, ...sent })
        .execute()
    await sendCode(deps, trx, row, { to, code, policies: opened })
  }
}

/** A code that opens nothing else of the same registration. */
function unusedCode(used: Set<string>): string {
  const code = newCode()
  if (used.has(code)) return unusedCode(used)
  used.add(code)
  return code
}

/** Every fact is the insured person's. Not more: a number may be another's, and a policy bought under it by a stranger. */
async function policiesThatFit(deps: Deps, trx: Trx, row: RegistrationTable): Promise<PolicyForIdentity[]> {
  const said = factsOf(deps, row)
  if (!said) return []
  return (await policiesOfIdentity(deps, trx, row.id_mac)).filter(({ insured }) => isSamePerson(said, insured))
}

/** Policies by the contact that is told, latest first: the first contact on each that takes messages. */
async function byContact(
  deps: Deps,
  trx: Trx,
  policies: readonly PolicyForIdentity[],
): Promise<ReadonlyMap<string, PolicyForIdentity[]>> {
  const found = new Map<string, PolicyForIdentity[]>()
  for (const policy of policies) {
    const to = await reachable(deps, trx, policy.contacts)
    if (to === undefined || (!found.has(to) && found.size === MOST_CONTACTS)) continue
    found.set(to, [...(found.get(to) ?? []), policy])
  }
  return found
}

async function reachable(deps: Deps, trx: Trx, contacts: readonly string[]): Promise<string | undefined> {
  for (const contact of contacts.map(normaliseContact))
    if (!contact.includes('@') || !(await isUndeliverable(deps, trx, contact))) return contact
  return undefined
}

/** A number that several accounts have sent lately is checked by an operator. */
async function isTriedByMany(deps: Deps, trx: Trx, row: RegistrationTable): Promise<boolean> {
  const others = await trx
    .selectFrom('registrations')
    .select('user_id')
    .distinct()
    .where('id_mac', '=', row.id_mac)
    .where('user_id', '!=', row.user_id)
    .where('submitted_at', '>', deps.clock() - MONTH_MS)
    .limit(LIMITS.registrationsDay)
    .execute()
  return others.length >= LIMITS.registrationsDay
}

/**
 * Takes a code for the caller's waiting registration. A wrong one is counted, and the count is committed although the
 * call is refused; that no code was sent, or that its time is over, is refused and counted the same. Refuses
 * `code_wrong`, `code_tries_over`, `nothing_waiting`.
 */
export async function confirmByCode({ deps, caller }: UserContext, code: string): Promise<void> {
  const refused = await deps.write(async (trx) => {
    await lockRegistrationsOf(trx, caller.userId)
    const row = await trx
      .selectFrom('registrations')
      .selectAll()
      .where('user_id', '=', caller.userId)
      .where('status', '=', 'submitted')
      .executeTakeFirst()
    if (!row) return new Refusal<typeof confirmRegistration>('nothing_waiting')
    if (codeTriesLeft(row) === 0) return triesOver()
    const policies = await policiesOfCode(deps, trx, row, code)
    if (policies.length > 0) {
      await approveByCode(deps, trx, row, policies)
      return undefined
    }
    const wrong_codes = row.wrong_codes + 1
    await trx.updateTable('registrations').set({ wrong_codes }).where('id', '=', row.id).execute()
    const triesLeft = codeTriesLeft({ wrong_codes })
    return triesLeft === 0
      ? triesOver()
      : new Refusal<typeof confirmRegistration>('code_wrong', { triesLeft, fields: { code: 'code_wrong' } })
  })
  if (refused) throw refused
}

const triesOver = () => new Refusal<typeof confirmRegistration>('code_tries_over')

/** The policies that a code opens; none for one that ended, or where a policy was changed since. */
async function policiesOfCode(
  deps: Deps,
  trx: Trx,
  row: RegistrationTable,
  code: string,
): Promise<PolicyForIdentity[]> {
  const sent = await trx
    .selectFrom('registration_codes')
    .select(['policy_id', 'code_mac'])
    .where('registration_id', '=', row.id)
    .where('expires_at', '>', deps.clock())
    .execute()
  const opened = sent
    .filter(({ code_mac }) => deps.seal.verify('registrations.code', codeText(row, code), code_mac))
    .map((it) => it.policy_id)
  return opened.length === 0 ? [] : (await policiesThatFit(deps, trx, row)).filter(({ id }) => opened.includes(id))
}
