/** A claim unsealed: its answers, and what follows from them today. */
import { dayOf, latestDay, type Day } from '../../../../lib/days/dates.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { policyById, type InsuredPolicy } from '../../../policies/server/door.ts'
import type { ClaimAnswers } from '../../rules/claim-fields.ts'
import type { CaseSource } from '../case/load-case.ts'
import { requiredDocuments } from '../../rules/draft/required-documents.ts'
import { answersOf, signedName } from '../answer-columns.ts'
import { claimErrors, type ClaimErrors } from '../../rules/draft/claim-errors.ts'
import { formText } from './text-to-sign.ts'
import { heirErrors } from '../../rules/heir-rules.ts'
import { accountsPaid, type PaidAccount } from './earlier-claims.ts'
import { namesOnAccounts } from '../../../../lib/people/compare-account-name.ts'
import { signerOf, type Signer, type SignerFacts } from '../../rules/draft/signer.ts'
import type { ClaimDocumentTable, ClaimSignatureTable, ClaimTable } from '../../tables.ts'
import type { ChecklistItem } from '../../rules/draft-view-schema.ts'
import { openDocument } from '../case/sealed-text.ts'

export interface OpenedClaim {
  row: ClaimTable
  answers: ClaimAnswers
  policy: InsuredPolicy
  /** The account of an earlier claim that is chosen or offered. */
  remembered: PaidAccount | null
  /** Who would have to sign today. */
  signer: Signer
  /** Names that an account of the insured's own may carry. */
  holders: string[]
  checklist: ChecklistItem[]
  documents: ClaimDocumentTable[]
  signature: ClaimSignatureTable | null
  /** The signature is on the present text, by the person who must sign. */
  signed: boolean
  errors: ClaimErrors
  today: Day
}

/** The parts of a claim, without what follows from them today. */
export interface ClaimParts extends Pick<OpenedClaim, 'answers' | 'policy' | 'documents' | 'signature' | 'signed'> {
  people: SignerFacts
}

/** Unseals a row. Inside a transaction pass it as `db`. */
export async function openParts(deps: Deps, db: Trx | Deps['db'], row: ClaimTable): Promise<ClaimParts> {
  const answers = answersOf(deps, row)
  const policy = await policyById({ db, seal: deps.seal }, row.policy_id)
  const people = signerFacts(policy, row)
  const documents = await documentsOf({ db, seal: deps.seal }, row.id)
  const signature = await signatureOf(db, row.id)
  const signed = signature !== null && signatureStands(deps, signature, people)
  return { answers, policy, people, documents, signature, signed }
}

/** The same, with what is missing or wrong today. */
export async function openClaim(deps: Deps, db: Trx | Deps['db'], row: ClaimTable): Promise<OpenedClaim> {
  const today = dayOf(deps.clock())
  const { people, ...parts } = await openParts(deps, db, row)
  const { answers, policy, documents, signed } = parts
  const signer = signerOf(people, today)
  const holders = namesOnAccounts(policy.people.insured)
  const paid = await accountsPaid({ db, seal: deps.seal }, row.user_id, policy)
  const remembered =
    paid.find((it) => it.shown.reference === answers.accountFrom) ??
    (answers.accountFrom === '' ? paid[0] : undefined) ??
    null
  const checklist = requiredDocuments({
    answers,
    twoSided: policy.people.insured.idType === 'resident_id',
    guardian: signer.role === 'guardian',
  })
  const errors = claimErrors({
    answers,
    today: latestDay(deps.clock()),
    policy,
    holders,
    checklist,
    documents,
    signed,
    accountKnown: remembered !== null,
    heirs: heirErrors(answers, latestDay(deps.clock())),
  })
  return { row, ...parts, remembered, signer, holders, checklist, errors, today }
}

/** What `signerOf` needs of a policy and its claim. */
export const signerFacts = (
  { people, relationship }: InsuredPolicy,
  { type }: Pick<ClaimTable, 'type'>,
): SignerFacts => ({ ...people, relationship, death: type === 'death' })

/** Present documents, oldest first. */
export async function documentsOf(from: CaseSource, claimId: string): Promise<ClaimDocumentTable[]> {
  const rows = await from.db
    .selectFrom('claim_documents')
    .selectAll()
    .where('claim_id', '=', claimId)
    .where('removed_at', 'is', null)
    .orderBy('received_at')
    .orderBy('id')
    .execute()
  return rows.map((it) => openDocument(from, it))
}

/** The signature that was not voided. */
async function signatureOf(db: Trx | Deps['db'], claimId: string): Promise<ClaimSignatureTable | null> {
  const row = await db
    .selectFrom('claim_signatures')
    .selectAll()
    .where('claim_id', '=', claimId)
    .where('void_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The required signer is determined by the day of signing: a birthday since then changes nothing. */
function signatureStands(deps: Deps, signature: ClaimSignatureTable, people: SignerFacts): boolean {
  const { role, name } = signerOf(people, dayOf(signature.at))
  return (
    formText(signature.text_lang, role).sha256 === signature.text_sha256 &&
    (name === '' || name === signedName(deps, signature))
  )
}
