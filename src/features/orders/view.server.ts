/** What a buyer sees of an order. */
import { z } from 'zod'
import { maskContact } from '../../lib/contact.ts'
import { maskIdNumber } from '../../lib/id-number.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/deps.ts'
import type { Context } from '../../server/route.ts'
import { orderView, type Answers, type OrderRow, type OrderStatus, type OrderView } from './contract.ts'
import { openOrder, type Opened } from './order.server.ts'
import { insuredDraft, type PersonDraft } from './people.ts'
import { LIVE, overlaps, premiumOf } from './rules.server.ts'
import { doneSteps, healthErrors, openStep, stepsOf } from './steps.ts'
import { fullReview, langOf } from './rows.server.ts'
import type { OrderTable } from './tables.server.ts'
import { DESTINATION, owns } from './access.server.ts'

const number = (value: number | null): number | null => (value === null ? null : Number(value))
const breakdown = orderView.shape.breakdown

/** The whole order for its owner. */
export async function viewOf(ctx: Context, row: OrderTable): Promise<OrderView> {
  const { deps, caller } = ctx
  const opened = await openOrder(deps, deps.db, row)
  const draft = opened.status === 'created'
  const found = draft ? await duplicatesOf(deps.db, row) : []
  return {
    id: row.id, kind: row.kind === 'education' ? 'education' : 'plan', status: opened.status, version: row.version, lang: langOf(row),
    premium: draft ? opened.price.premium : premiumOf(row),
    breakdown: draft ? opened.price.breakdown : breakdown.parse(JSON.parse(row.breakdown)),
    priceError: draft ? opened.price.priceError : null,
    peopleErrors: draft ? opened.peopleErrors : {},
    healthErrors: draft ? prefixed(healthErrors(opened)) : {},
    clauseVersion: row.clause_version,
    answers: draft ? opened.answers : masked(opened.answers),
    consequences: opened.consequences,
    steps: stepsOf(opened), done: doneSteps(opened), open: openStep(opened),
    reads: opened.reads, questions: [...opened.questions], consent: consentOf(deps, opened),
    duplicates: shown(caller, row, found),
    review: reviewOf(row),
    createdAt: Number(row.created_at), updatedAt: Number(row.updated_at), submittedAt: number(row.submitted_at),
    expiresAt: number(row.expires_at), paidAt: number(row.paid_at), paymentId: row.payment_id, policyId: row.policy_id,
  }
}

const prefixed = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([key, code]) => [`health.${key}`, code]))

function consentOf(deps: Deps, { consent }: Opened): OrderView['consent'] {
  if (!consent) return null
  const { status, row } = consent
  if (!row) return { status, destination: null, sentAt: null, settledAt: null }
  const destination = maskContact(deps.seal.open(DESTINATION, z.string(), row.destination))
  return { status, destination, sentAt: Number(row.sent_at), settledAt: number(row.settled_at) }
}

function reviewOf(row: OrderTable): OrderView['review'] {
  const review = fullReview(row)
  return review && { status: review.status, at: review.at, why: review.why }
}

/** ID numbers are shown in full only in the draft being edited. */
function masked(answers: Answers): Answers {
  const mask = (person: PersonDraft): PersonDraft => ({ ...person, idNumber: person.idNumber && maskIdNumber(person.idNumber) })
  const { policyholder, insured } = answers.people
  return { ...answers, people: { ...answers.people, policyholder: mask(policyholder), insured: mask(insured) } }
}

/** Live orders for the same insured person, plan and overlapping days. */
export async function duplicatesOf(db: Trx | Deps['db'], row: OrderTable): Promise<OrderTable[]> {
  if (!row.insured_id_mac || !row.start || !row.end) return []
  const others = await db.selectFrom('orders').selectAll()
    .where('insured_id_mac', '=', row.insured_id_mac).where('plan', '=', row.plan).where('id', '!=', row.id)
    .where('status', 'in', [...LIVE]).orderBy('created_at').execute()
  return others.filter((other) => overlaps(other, row))
}

function shown(caller: Context['caller'], { start, end }: OrderTable, found: OrderTable[]): OrderView['duplicates'] {
  const own = found.filter((other) => owns(caller, other))
  const lines = own.map((other) => ({ order: other.id, start: other.start, end: other.end, status: other.status as OrderStatus }))
  return own.length === found.length ? lines : [...lines, { order: null, start, end, status: null }]
}

/** A line of the list of orders. */
export async function rowView(deps: Deps, row: OrderTable): Promise<OrderRow> {
  const opened = await openOrder(deps, deps.db, row)
  return {
    id: row.id, kind: row.kind === 'education' ? 'education' : 'plan', status: opened.status,
    premium: opened.status === 'created' ? opened.price.premium : premiumOf(row),
    createdAt: Number(row.created_at), updatedAt: Number(row.updated_at), expiresAt: number(row.expires_at), policyId: row.policy_id,
    open: openStep(opened), plan: row.plan, tier: row.tier, start: row.start, end: row.end, insured: insuredDraft(opened.answers.people).idName,
  }
}
