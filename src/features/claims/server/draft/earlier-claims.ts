/**
 * What is reused from earlier claims (decision 0038): the account that was paid, the ID that was checked, and the
 * contact person. Only from the same login and the same insured person; the browser gets a mask and a reference, never
 * the number.
 */
import { addDays, dayOf, endOfMonths } from '../../../../lib/days/dates.ts'
import { sameAccount } from '../../../../lib/money/account-to-pay.ts'
import { accountTail } from '../../../../lib/money/bank-fields-by-country.ts'
import { picked } from '../../../../lib/object-keys.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { destinationMac } from '../../../../server/keys/destination-mac.ts'
import { undoPrepared } from '../../../../server/db/store-unavailable.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { UserContext } from '../../../../server/http/call-handlers.ts'
import { recordCreation } from '../../../../server/transition.ts'
import { policyById, type InsuredPolicy } from '../../../policies/server/door.ts'
import { replacedContacts } from '../../../session/server/door.ts'
import { actorOf, claimForCaller, claimLockKey, fileOwner } from '../claim-access.ts'
import type { ClaimAccount, ClaimAnswers } from '../../rules/claim-fields.ts'
import { answersOf, openAccount } from '../answer-columns.ts'
import { documentMachine } from '../claim-states.ts'
import { accountsReturned } from '../settlement/returned-accounts.ts'
import type { ClaimDocumentTable, ClaimTable } from '../../tables.ts'
import type { AccountOnFile } from '../../rules/draft-view-schema.ts'
import { deleteFiles } from './remind-of-and-delete-drafts.ts'
import { accountErrors } from '../../rules/draft/claim-errors.ts'
import { namesOnAccounts } from '../../../../lib/people/compare-account-name.ts'
import { newId } from '../../../../server/new-id.ts'

type Db = Trx | Deps['db']
type Reader = Pick<Deps, 'seal'> & { db: Db }
/** How many earlier claims are searched. */
const MOST_EARLIER_CLAIMS = 10

/** Do two policies insure the same person? Compared by ID, never by name. */
export const samePerson = (
  { people: { insured: a } }: InsuredPolicy,
  { people: { insured: b } }: InsuredPolicy,
): boolean => a.idType === b.idType && a.idNumber === b.idNumber && a.birthDate === b.birthDate

/** An account that was paid, and its mask. */
export interface PaidAccount {
  account: ClaimAccount
  shown: AccountOnFile
}

/**
 * Accounts on which money of this person's claims has arrived, and from which none came back since; latest first. Names
 * are compared with the current policy again.
 */
export async function accountsPaid(
  { db, seal }: Reader,
  userId: string,
  policy: InsuredPolicy,
): Promise<PaidAccount[]> {
  const rows = await db
    .selectFrom('claim_payments')
    .innerJoin('claims', 'claims.id', 'claim_payments.claim_id')
    .select(['claim_payments.account', 'claim_payments.settled_at', 'claims.id', 'claims.policy_id'])
    .where('claims.user_id', '=', userId)
    .where('claim_payments.status', '=', 'paid')
    .orderBy('claim_payments.settled_at', 'desc')
    .limit(MOST_EARLIER_CLAIMS)
    .execute()
  const returned = rows.length === 0 ? [] : await accountsReturned({ db, seal }, userId)
  const found: PaidAccount[] = []
  for (const row of rows) {
    if (row.policy_id !== policy.id && !samePerson(policy, await policyById({ db, seal }, row.policy_id))) continue
    const account = openAccount({ seal }, row.account)
    // Someone else's account needs the payee's ID and an authorisation for each claim.
    if (
      account.accountOwn !== true ||
      Object.keys(accountErrors(account, namesOnAccounts(policy.people.insured))).length > 0
    )
      continue
    if (returned.some((it) => sameAccount(it.account, account))) continue
    found.push({
      account,
      shown: {
        reference: row.id,
        bank: account.bankName,
        country: account.accountCountry,
        tail: accountTail(account.accountNumber),
        paidAt: Number(row.settled_at),
      },
    })
  }
  return found
}

/** Initial answers of a new draft: the contact person of the last claim, and the account that was paid last. */
export async function prefilledAnswers(
  { deps, caller }: UserContext,
  policy: InsuredPolicy,
): Promise<Partial<ClaimAnswers>> {
  const last = await earlierClaims(deps, caller.userId, policy)
  const [paid] = await accountsPaid(deps, caller.userId, policy)
  const { contactPerson, contactPhone, email } = last[0]
    ? answersOf(deps, last[0])
    : { contactPerson: '', contactPhone: '', email: '' }
  const replaced = await replacedContacts(deps.db, caller.userId)
  const isKept = (contact: string): boolean => contact !== '' && !replaced.includes(destinationMac(deps, contact))
  return {
    ...(contactPerson ? { contactPerson } : {}),
    ...(isKept(contactPhone) ? { contactPhone } : {}),
    ...(isKept(email) ? { email } : {}),
    ...(paid ? { accountFrom: paid.shown.reference } : {}),
  }
}

/** What a further visit has in common with the claim that it follows; nothing of a claim for another person. */
export async function followUpAnswers(
  ctx: UserContext,
  after: string,
  policy: InsuredPolicy,
): Promise<Partial<ClaimAnswers>> {
  const claim = await claimForCaller(ctx, after)
  const same = claim.policy_id === policy.id || samePerson(policy, await policyById(ctx.deps, claim.policy_id))
  const answers = answersOf(ctx.deps, claim)
  const { type, hospital } = answers
  if (claim.submitted_at === null || !same || type === 'death') return {}
  return claim.status === 'cancelled' ? picked(answers, SAID_OF_EVENT) : { type, hospital }
}

/** What a person who withdrew a claim, often to correct one figure, need not write again. */
const SAID_OF_EVENT = [
  'type',
  'incidentTime',
  'admitted',
  'thirdParty',
  'place',
  'description',
  'hospital',
  'visits',
  'admissionDay',
  'dischargeDay',
  'billPaid',
  'medicine',
  'otherInsurance',
] as const satisfies readonly (keyof ClaimAnswers)[]

/** Sent claims of this login for this person; latest first. */
async function earlierClaims(deps: Deps, userId: string, policy: InsuredPolicy): Promise<ClaimTable[]> {
  const rows = await deps.db
    .selectFrom('claims')
    .selectAll()
    .where('user_id', '=', userId)
    .where('submitted_at', 'is not', null)
    .orderBy('submitted_at', 'desc')
    .limit(MOST_EARLIER_CLAIMS)
    .execute()
  const same: ClaimTable[] = []
  for (const row of rows)
    if (row.policy_id === policy.id || samePerson(policy, await policyById(deps, row.policy_id))) same.push(row)
  return same
}

/** The ID that a handler accepted, or on which money was paid, no longer ago than `LIMITS.idReuseMonths`. */
async function findIdOnFile(deps: Deps, userId: string, policy: InsuredPolicy): Promise<ClaimDocumentTable[]> {
  const today = dayOf(deps.clock())
  for (const claim of await earlierClaims(deps, userId, policy)) {
    const rows = await deps.db
      .selectFrom('claim_documents')
      .selectAll()
      .where('claim_id', '=', claim.id)
      .where('kind', '=', 'id_copy')
      .where('removed_at', 'is', null)
      .where('status', 'in', ['received', 'accepted'])
      .orderBy('received_at')
      .execute()
    const good = rows.filter((it) => it.status === 'accepted' || claim.status === 'paid')
    const fresh = good.filter((it) => endOfMonths(addDays(dayOf(it.received_at), 1), LIMITS.idReuseMonths) >= today)
    if (fresh.length > 0) return fresh
  }
  return []
}

/**
 * Adds the ID on file to a draft, as copies of its own: each case keeps its complete evidence, however long the other
 * one is kept.
 */
export async function reuseIdDocuments(ctx: UserContext, draft: ClaimTable, policy: InsuredPolicy): Promise<void> {
  const { deps, caller } = ctx
  for (const original of await findIdOnFile(deps, caller.userId, policy)) {
    const copies = await Promise.all(
      [original.file_id, original.thumb_id].map(async (id) => (id === null ? null : copyFile(deps, id, draft.id))),
    )
    const [file, thumb] = copies
    if (!file) continue
    await deps
      .write(async (trx) => {
        await lockFor(trx, claimLockKey(draft.id))
        for (const copy of copies) await copy?.keep(trx)
        const id = newId()
        // The receipt's time is kept: the age of the document is counted from it.
        await trx
          .insertInto('claim_documents')
          .values({
            ...original,
            id,
            status: 'received',
            version: 1,
            updated_at: deps.clock(),
            claim_id: draft.id,
            item_id: null,
            by: 'user',
            reason: null,
            file_id: file.file.id,
            thumb_id: thumb?.file.id ?? null,
            reused_from: original.id,
          })
          .execute()
        await recordCreation(trx, {
          machine: documentMachine,
          id,
          status: 'received',
          by: actorOf(ctx),
          at: deps.clock(),
          data: { claim: draft.id, kind: original.kind, sha256: original.sha256, reusedFrom: original.id },
        })
      })
      .catch((error: unknown) =>
        undoPrepared(error, async () => {
          for (const copy of copies) await copy?.drop()
        }),
      )
  }
}

async function copyFile(deps: Deps, id: string, claim: string) {
  const found = await deps.files.get(id)
  return (
    found && deps.files.stage(found.stream, { owner: fileOwner(claim), name: found.file.name, mime: found.file.mime })
  )
}

/** The draft is about another person now: documents reused from the earlier person are removed. */
export async function deleteReusedDocuments(deps: Deps, trx: Trx, claimId: string): Promise<void> {
  const gone = await trx
    .updateTable('claim_documents')
    .set({ removed_at: deps.clock() })
    .where('claim_id', '=', claimId)
    .where('reused_from', 'is not', null)
    .where('removed_at', 'is', null)
    .returning(['file_id', 'thumb_id'])
    .execute()
  await deleteFiles(
    deps,
    trx,
    gone.flatMap((it) => [it.file_id, it.thumb_id]),
  )
}
