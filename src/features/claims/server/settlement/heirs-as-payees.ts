/** The heirs of a claim as payees: who they are besides their account, and replacing them before anything is paid. */
import { z } from 'zod'
import { latestDay, type Day } from '../../../../lib/days/dates.ts'
import { ID_TYPES } from '../../../../lib/people/id-types.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { openAccount, sealAccount } from '../answer-columns.ts'
import type { ClaimAnswers } from '../../rules/claim-fields.ts'
import { inCaseTransaction, recordActivity, type Actor } from '../case/case-transaction.ts'
import type { Case } from '../case/load-case.ts'
import { accountOfHeir, heirErrors } from '../../rules/heir-rules.ts'
import { isMinor } from '../../rules/heir-identity.ts'
import { HEIR_RELATIONS, type Heir } from '../../rules/heirs.ts'
import { partsOfHeirs, shareWords } from '../../rules/heir-shares.ts'
import { addMatchKeys } from './claimed-before.ts'
import { accountTexts } from '../../rules/settlement/match-texts.ts'
import type { ClaimPayeeTable, ClaimPaymentTable } from './settlement-tables.ts'
import { isOpen } from '../../rules/status-values.ts'
import { dueShares, sharesOf } from '../../rules/settlement/split-among-payees.ts'

const PERSON = 'claims.heir'
const personSchema = z.object({
  name: z.string(),
  relation: z.enum(HEIR_RELATIONS),
  idType: z.enum(ID_TYPES),
  idNumber: z.string(),
  /** The guardian who signs for an heir under 18. */
  guardian: z.string().nullable(),
})
type HeirPerson = z.output<typeof personSchema>

/** The person who is a payee; `null` where only an account was named. */
const personOfPayee = ({ seal }: Pick<Deps, 'seal'>, { person }: Pick<ClaimPayeeTable, 'person'>): HeirPerson | null =>
  person === null ? null : seal.openCached(PERSON, personSchema, person)

/** The sealed columns of a payee: the person and the account. */
export function sealPayee(deps: Deps, heir: Heir, today: Day): Pick<ClaimPayeeTable, 'account' | 'person'> {
  const { name, relation, idType, idNumber, guardian } = heir
  const person = personSchema.parse({
    name,
    relation,
    idType,
    idNumber,
    guardian: isMinor(heir, today) ? guardian : null,
  })
  return { account: sealAccount(deps, accountOfHeir(heir)), person: deps.seal.seal(PERSON, person) }
}

type Named = Pick<ClaimAnswers, 'heirs' | 'heirShares'>

/** Writes the heirs as payees in place of the earlier ones. The caller has checked that they may be paid. */
export async function nameHeirs(
  deps: Deps,
  trx: Trx,
  claim: string,
  { heirs, heirShares }: Named,
): Promise<ClaimPayeeTable[]> {
  const parts = partsOfHeirs(heirs, heirShares)
  const today = latestDay(deps.clock())
  await trx.deleteFrom('claim_payees').where('claim_id', '=', claim).execute()
  const rows = heirs.map((heir, i): ClaimPayeeTable => ({
    id: newId(),
    claim_id: claim,
    position: i + 1,
    parts: parts[i] ?? 0,
    ...sealPayee(deps, heir, today),
  }))
  if (rows.length > 0) await trx.insertInto('claim_payees').values(rows).execute()
  const accounts = rows.flatMap(({ id, account }) => accountTexts(id, openAccount(deps, account)))
  await addMatchKeys(deps, trx, claim, accounts)
  return rows
}

/**
 * Sets or replaces the heirs of a claim, according to the documents. Refuses `invalid` with the places, `not_possible`
 * for another kind of claim and once a payment has begun.
 */
export async function replaceHeirs(
  deps: Deps,
  { heirs, heirShares, ...act }: Actor & Named & { id: string },
): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    const { trx, found } = caseTx
    const decided = found.claim.status === 'approved' || found.claim.status === 'partially_approved'
    if (found.claim.type !== 'death' || found.payments.length > 0 || (!isOpen(found.claim.status) && !decided))
      throw new Refusal('not_possible')
    const wrong = heirErrors({ heirs, heirShares }, latestDay(deps.clock()))
    if (Object.keys(wrong).length > 0) throw new Refusal('invalid', { fields: wrong })
    found.payees = await nameHeirs(deps, trx, found.claim.id, { heirs, heirShares })
    await recordActivity(caseTx, 'heirs_named', { data: { heirs: heirs.length } })
  })
}

/** One heir's part of a sum, for pages and the letter. */
export interface HeirPart {
  payee: ClaimPayeeTable
  person: HeirPerson | null
  /** "1/3", "33.34%". */
  share: string
  amount: number
}

/** What each heir gets of a sum: the parts add up to it, to the cent. */
export function heirParts(deps: Pick<Deps, 'seal'>, { payees }: Pick<Case, 'payees'>, sum: number): HeirPart[] {
  if (payees.length === 0) return []
  const all = payees.map((it) => it.parts)
  const amounts = sharesOf(sum, all)
  return payees.map((payee, i) => ({
    payee,
    person: personOfPayee(deps, payee),
    share: shareWords(payee.parts, all),
    amount: amounts[i] ?? 0,
  }))
}

/** What each heir gets of a sum that is decided now, after what they received in `before`: the way payments are made. */
export function decidedParts(
  deps: Pick<Deps, 'seal'>,
  found: Pick<Case, 'payees'>,
  sum: number,
  before: readonly ClaimPaymentTable[],
): HeirPart[] {
  const had = (id: string): number =>
    before.filter((it) => it.payee_id === id).reduce((all, it) => all + it.amount_minor, 0)
  const paid = found.payees.map((it) => had(it.id))
  const due = dueShares(
    sum + paid.reduce((all, it) => all + it, 0),
    found.payees.map((it, i) => ({ parts: it.parts, had: paid[i] ?? 0 })),
  )
  return heirParts(deps, found, sum).map((part, i) => ({ ...part, amount: due[i] ?? 0 }))
}
