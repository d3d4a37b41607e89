/**
 * A claim that was sent, for tests of later steps: policy, answers, documents, written directly into the store. All
 * people are invented.
 */
import { createHash } from 'node:crypto'
import { addDays, dayOf } from '../../src/lib/days/dates.ts'
import { anotherVisit } from './claims-fixtures.ts'
import { EMPTY_ANSWERS, type ClaimAnswers } from '../../src/features/claims/rules/claim-fields.ts'
import { answerColumns } from '../../src/features/claims/server/case/claim-list-summary.ts'
import { sealAccount, sealFileName, sealName, sealStrokes } from '../../src/features/claims/server/answer-columns.ts'
import { categoryOf, type DocumentKind } from '../../src/features/claims/rules/document-kinds.ts'
import { claimMachine, documentMachine } from '../../src/features/claims/server/claim-states.ts'
import type { ClaimTable } from '../../src/features/claims/tables.ts'
import { sealPeople } from '../../src/features/orders/server/people/agreed-people.ts'
import type { PolicyTable } from '../../src/features/policies/tables.ts'
import { findOrCreateUser } from '../../src/features/session/server/sessions.ts'
import type { Deps } from '../../src/server/dependencies.ts'
import { newId } from '../../src/server/new-id.ts'
import { recordCreation, transition } from '../../src/server/transition.ts'

export const OWNER = 'lin@example.com'

export const ANSWERS: ClaimAnswers = {
  ...EMPTY_ANSWERS,
  type: 'outpatient',
  incidentDay: '2026-03-01',
  contactPerson: '林晓',
  contactPhone: '13800001234',
  email: 'claims.lin@example.com',
  description: 'Sore throat and fever since the night. I saw a GP.',
  hospital: { slug: '', name: 'Sample Street Practice', city: 'London', country: 'GB' },
  visits: [{ id: 'v001', day: '2026-03-01', amount: 27_540, currency: 'GBP', invoice: 'INV-20877', elsewhere: null }],
  medicine: true,
  otherInsurance: false,
  accountOwn: true,
  accountCountry: 'CN',
  accountName: '林晓',
  accountNumber: '6217850000000004417',
  bankName: '中国银行',
}

export interface Placed {
  id: string
  policy: string
  caseNumber: string
  documents: Record<string, string>
}

let placed = 0

const person = {
  idType: 'passport' as const,
  idName: '林晓',
  idNumber: 'E00000000',
  gender: 'female' as const,
  birthDate: '2004-08-20',
  nationality: 'CN',
  email: OWNER,
}

interface WantedClaim {
  answers?: ClaimAnswers
  documents?: readonly DocumentKind[]
  plan?: string
  tier?: string
  owner?: string
  /** It is about a visit of its own; otherwise exactly about what the answers say. */
  another?: boolean
}

const NO_CONTACTS = {
  buyer_mobile_mac: null,
  buyer_email_mac: null,
  insured_mobile_mac: null,
  insured_email_mac: null,
}
const NOTHING_BEFORE_OR_AFTER = { next_notice_on: null, previous_policy_id: null }

/** A policy in force and a claim on it, sent now, with the given documents. */
export async function placeClaim(
  deps: Deps,
  {
    answers: told = ANSWERS,
    documents = ['id_copy', 'invoice', 'medical_record'],
    plan = 'global-study',
    tier = 'standard',
    owner = OWNER,
    another = true,
  }: WantedClaim = {},
): Promise<Placed> {
  const now = deps.clock()
  const today = dayOf(now)
  const number = String(++placed).padStart(4, '0')
  const answers = another ? anotherVisit(told, number) : told
  const order = `order-${newId()}`
  const policy: Omit<PolicyTable, 'user_id'> = {
    id: newId(),
    status: 'issued',
    version: 1,
    updated_at: now,
    number: `YF26-0101-00${number}`,
    order_id: order,
    person: 1,
    order_person: order,
    lang: 'cn',
    plan,
    tier,
    insurer: plan === 'global-study' ? 'pingan' : 'qinghe',
    starts: addDays(today, -60),
    ends: addDays(today, 300),
    premium_minor: 100_000,
    currency: 'CNY',
    clause_version: '2026-11',
    destination: null,
    relationship: 'self',
    death_benefit: 0,
    people: sealPeople(deps.seal, { policyholder: person, insured: person }),
    holder: null,
    ...NO_CONTACTS,
    insured_id_mac: number,
    issued_at: now,
    cancelled_at: null,
    current_version: 1,
    ...NOTHING_BEFORE_OR_AFTER,
  }
  const id = newId()
  const caseNumber = `YF-C-260301-${number}`
  return deps.write(async (trx) => {
    const user = await findOrCreateUser(deps, trx, owner)
    const owned = { ...policy, user_id: user.id }
    await trx.insertInto('policies').values(owned).execute()
    const claim: ClaimTable = {
      id,
      status: 'draft',
      version: 1,
      created_at: now,
      updated_at: now,
      user_id: user.id,
      policy_id: policy.id,
      case_number: null,
      lang: 'en',
      insurer: policy.insurer,
      plan,
      tier,
      type: answers.type || null,
      incident_day: answers.incidentDay,
      ...answerColumns(deps, answers),
      key_versions: '{}',
      step: 'check',
      outcome: null,
      paid_minor: null,
      currency: null,
      rate_awaited: null,
      on_account: null,
      complex: 0,
      handler: null,
      handler_name: null,
      start_key: `key-${id}`,
      submitted_at: null,
      registered_at: null,
      decided_at: null,
      closed_at: null,
      lapses_at: now,
      reminded_at: null,
      answers_sha256: null,
      account: null,
    }
    await trx.insertInto('claims').values(claim).execute()
    await recordCreation(trx, { machine: claimMachine, id, status: 'draft', by: `user:${user.id}`, at: now })
    await trx
      .insertInto('claim_signatures')
      .values({
        id: newId(),
        claim_id: id,
        kind: 'typed',
        name: sealName(deps, '林晓'),
        strokes: sealStrokes(deps, []),
        picture_file: null,
        text_version: '1',
        text_lang: 'en',
        text_sha256: 'a'.repeat(64),
        device: 'web',
        at: now,
        void_at: null,
      })
      .execute()
    const ids: Record<string, string> = {}
    for (const kind of documents) ids[kind] = await placeDocument(deps, id, kind, trx)
    await transition(trx, {
      machine: claimMachine,
      id,
      to: 'submitted',
      by: `user:${user.id}`,
      at: now,
      set: { case_number: caseNumber, submitted_at: now, account: sealAccount(deps, answers) },
    })
    return { id, policy: policy.id, caseNumber, documents: ids }
  })
}

/** A received document, as if it had been uploaded. */
export async function placeDocument(
  deps: Deps,
  claim: string,
  kind: DocumentKind,
  trx: Parameters<Parameters<Deps['write']>[0]>[0],
  item: string | null = null,
): Promise<string> {
  const id = newId()
  await trx
    .insertInto('claim_documents')
    .values({
      id,
      status: 'received',
      version: 1,
      updated_at: deps.clock(),
      claim_id: claim,
      kind,
      category: categoryOf(kind),
      item_id: item,
      name: sealFileName(deps, `${kind}.jpg`),
      mime: 'image/jpeg',
      pages: 1,
      size: 1000,
      sha256: createHash('sha256').update(id).digest('hex'),
      received_at: deps.clock(),
      by: 'user',
      reason: null,
      file_id: `file-${id}`,
      thumb_id: null,
      removed_at: null,
    })
    .execute()
  await recordCreation(trx, { machine: documentMachine, id, status: 'received', by: 'user', at: deps.clock() })
  return id
}
