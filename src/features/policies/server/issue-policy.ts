/**
 * Issues a paid order: policy, documents, messages. Every step can be interrupted and repeated: the row with its number
 * and codes comes first, each document is drawn only if it is missing, and everything becomes visible in one
 * transaction.
 */
import { dayOf } from '../../../lib/days/dates.ts'
import { LANGS } from '../../../lib/locale.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { newId } from '../../../server/new-id.ts'
import { handleJob, type JobInfo } from '../../../server/jobs/outbox.ts'
import { recordCreation, transition, tryTransition } from '../../../server/transition.ts'
import {
  startIssuing,
  markIssued,
  markIssueFailed,
  orderFacts,
  paidAs,
  ISSUE_ATTEMPTS,
  issueJob,
} from '../../orders/server/door.ts'
import { latestRequest, rejectInReview } from '../../cashier/server/door.ts'
import { plansSoldAt } from '../../plans/server/door.ts'
import { CODED_KINDS } from '../contract.ts'
import { MissingGlyphs } from '../../../server/pdf/printable-characters.ts'
import { columnsAtIssue } from './people/people-columns.ts'
import { openNewPolicy } from './people/policies-by-identity.ts'
import { policyMachine } from './policy-states.ts'
import { policyNumber } from './policy-number.ts'
import { storeTerms } from './documents/store-documents.ts'
import type { PolicyTable } from '../tables.ts'
import { tellOfIssue } from './messages/policy-messages.ts'
import { drawDocuments, insertFirstVersion, versionsOf } from './versions/policy-versions.ts'
import { policyVersion } from './hooks.ts'

export const issueHandler = handleJob(issueJob, issuePolicy)

async function issuePolicy(deps: Deps, { orderId }: { orderId: string }, { attempt }: JobInfo): Promise<void> {
  const order = await deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
  if (!order || !['paid', 'issuing'].includes(order.status)) return
  try {
    const policies = await createPolicyRows(deps, orderId)
    for (const policy of policies) {
      for (const version of await versionsOf(deps.db, policy.id)) await drawDocuments(deps, policy, version)
      for (const lang of LANGS) await storeTerms(deps, policy, lang)
    }
    await deps.write((trx) => publishPolicies(deps, trx, orderId))
  } catch (error) {
    // Repeating does not help with a name that no font draws.
    const hopeless = error instanceof MissingGlyphs
    if (!hopeless && attempt < ISSUE_ATTEMPTS) throw error
    const why = hopeless
      ? error.reason
      : `gave up after ${attempt} tries: ${error instanceof Error ? error.name : 'Error'}`
    deps.log.error({ order: orderId, why }, 'policy not issued')
    await deps.write((trx) => failIssue(deps, trx, orderId, why))
  }
}

/** A policy's row with number and codes for each person, created once per order. */
async function createPolicyRows(deps: Deps, orderId: string): Promise<PolicyTable[]> {
  return deps.write(async (trx) => {
    await lockFor(trx, `order:${orderId}`)
    const order = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
    if (order.status === 'paid') await startIssuing(trx, orderId, deps.clock())
    const held = await trx
      .selectFrom('policies')
      .selectAll()
      .where('order_id', '=', orderId)
      .orderBy('person')
      .execute()
    if (held.length > 0) return held
    const facts = orderFacts(deps, order)
    const now = deps.clock()
    const rows: PolicyTable[] = []
    for (const [i, { insured, relationship, premium, deathBenefitSum }] of facts.persons.entries()) {
      const person = i + 1
      const row: PolicyTable = {
        id: newId(),
        status: 'issuing',
        version: 1,
        updated_at: now,
        number: await unusedPolicyNumber(trx, now),
        order_id: orderId,
        person,
        order_person: person === 1 ? orderId : `${orderId}.${person}`,
        lang: facts.lang,
        plan: facts.plan,
        tier: facts.tier,
        insurer: plansSoldAt(facts.agreedAt).plan(facts.plan).insurer,
        starts: facts.start,
        ends: facts.end,
        premium_minor: premium.amount,
        currency: premium.currency,
        clause_version: facts.clauseVersion,
        destination: facts.destination || null,
        relationship,
        death_benefit: deathBenefitSum,
        ...(await columnsAtIssue(deps, trx, { policyholder: facts.policyholder, insured }, order.created_at)),
        holder: order.holder,
        user_id: order.user_id,
        issued_at: now,
        cancelled_at: null,
        current_version: 1,
        next_notice_on: facts.start,
        previous_policy_id: null,
      }
      await trx.insertInto('policies').values(row).execute()
      await recordCreation(trx, { machine: policyMachine, id: row.id, status: 'issuing', by: 'system', at: now })
      await insertFirstVersion(deps, trx, row, {
        kinds: CODED_KINDS,
        payable: paidAs(order),
        agreedAt: facts.agreedAt,
      })
      rows.push(row)
    }
    return rows
  })
}

/** An unused number. There are a million a day, so a second draw is rare. */
export async function unusedPolicyNumber(trx: Trx, now: number): Promise<string> {
  for (;;) {
    const number = policyNumber(dayOf(now))
    const taken = await trx.selectFrom('policies').select('id').where('number', '=', number).executeTakeFirst()
    if (!taken) return number
  }
}

/**
 * Publishes all policies, the order's state and the messages at once: no message precedes its policy or is sent twice,
 * and no family is insured in part.
 */
async function publishPolicies(deps: Deps, trx: Trx, orderId: string): Promise<void> {
  await lockFor(trx, `order:${orderId}`)
  const drawn = await trx
    .selectFrom('policies')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'issuing')
    .orderBy('person')
    .execute()
  const rows: PolicyTable[] = []
  for (const { id } of drawn) {
    const row = await tryTransition(trx, {
      machine: policyMachine,
      id,
      from: 'issuing',
      to: 'issued',
      by: 'system',
      at: deps.clock(),
    })
    if (row) rows.push(row)
  }
  const [main] = rows
  if (!main) return
  await markIssued(trx, orderId, main.id, deps.clock())
  for (const row of rows) {
    await openNewPolicy(deps, trx, row)
    for (const follow of policyVersion.all(deps)) await follow(deps, trx, { policyId: row.id, reason: 'issue' })
  }
  await tellOfIssue(deps, trx, [main, ...rows.slice(1)])
  await refuseRefundOfAll(deps, trx, main)
}

/**
 * The buyer asked for the whole premium while there was no policy, and nobody had decided: now they are covered and may
 * cancel, where the refund is calculated by days. An undecided request would hold back that money.
 */
async function refuseRefundOfAll(deps: Deps, trx: Trx, { order_id: order, lang }: PolicyTable): Promise<void> {
  const request = await latestRequest(trx, `order:${order}`)
  if (request?.status === 'under_review' && request.reason === 'not_issued')
    await rejectInReview(deps, trx, request.id, { by: 'system', why: deps.words(lang, 'refunds:issued') })
}

/** The order fails, and none of its policies ever existed; the cashier refunds all of the money and tells the buyer. */
export async function failIssue(deps: Deps, trx: Trx, orderId: string, why: string): Promise<void> {
  await startIssuing(trx, orderId, deps.clock())
  const held = await trx
    .selectFrom('policies')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', '=', 'issuing')
    .execute()
  for (const { id } of held)
    await transition(trx, { machine: policyMachine, id, to: 'void', by: 'system', at: deps.clock(), why })
  await markIssueFailed(trx, orderId, why, deps.clock())
}
