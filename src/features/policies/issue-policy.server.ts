/**
 * Issuing a paid order: policy, documents, messages. Every step may be cut off and run again: the row with its number and
 * codes comes first, each document is drawn only if it is not there yet, and all becomes visible in one transaction.
 */
import { z } from 'zod'
import { dayOf } from '../../lib/dates.ts'
import { LANGS } from '../../lib/locale.ts'
import type { Trx } from '../../server/db/database.ts'
import { lockFor } from '../../server/db/lock.ts'
import type { Deps } from '../../server/dependencies.ts'
import { newId } from '../../server/new-id.ts'
import { job, type JobInfo } from '../../server/outbox.ts'
import { recordCreation, transition, tryTransition } from '../../server/transition.ts'
import { startIssuing, markIssued, markIssueFailed, orderFacts } from '../orders/api.server.ts'
import { CODED_KINDS } from './contract.ts'
import { MissingGlyphs } from './documents/fonts.server.ts'
import { documentResources } from './document-resources.server.ts'
import { openNewPolicy } from './identities.server.ts'
import { policyMachine, policyNumber } from './rules.server.ts'
import { storeTerms } from './store-documents.server.ts'
import type { PolicyTable } from './tables.server.ts'
import { tellPeople } from './policy-messages.server.ts'
import { drawDocuments, insertFirstVersion, peopleColumns, versionsOf } from './versions.server.ts'

/** Tries before the money goes back: 5, 10, 20 and 40 seconds apart (design §6.12: within a minute of payment). */
export const ISSUE_ATTEMPTS = 5

export const issueJob = job('policy.issue', z.object({ orderId: z.string() }), issuePolicy, ISSUE_ATTEMPTS + 1)

async function issuePolicy(deps: Deps, { orderId }: { orderId: string }, { attempt }: JobInfo): Promise<void> {
  const order = await deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
  if (!order || !['paid', 'issuing'].includes(order.status)) return
  try {
    const policy = await createPolicyRow(deps, orderId)
    for (const version of await versionsOf(deps.db, policy.id)) await drawDocuments(deps, policy, version)
    for (const lang of LANGS) await storeTerms(deps, policy, lang)
    await deps.write((trx) => publishPolicy(deps, trx, policy.id))
  } catch (error) {
    // A name that no font draws will not be drawn by trying again.
    const hopeless = error instanceof MissingGlyphs
    if (!hopeless && attempt < ISSUE_ATTEMPTS) throw error
    const why = hopeless ? error.reason : `gave up after ${attempt} tries: ${error instanceof Error ? error.name : 'Error'}`
    deps.log.error({ order: orderId, why }, 'policy not issued')
    await deps.write((trx) => failIssue(deps, trx, orderId, why))
  }
}

/** The policy's row with number and codes, made once per order. */
async function createPolicyRow(deps: Deps, orderId: string): Promise<PolicyTable> {
  return deps.write(async (trx) => {
    await lockFor(trx, `order:${orderId}`)
    const order = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
    if (order.status === 'paid') await startIssuing(trx, orderId, deps.clock())
    const held = await trx.selectFrom('policies').selectAll().where('order_id', '=', orderId).executeTakeFirst()
    if (held) return held
    const facts = orderFacts(deps, order)
    const now = deps.clock()
    const row: PolicyTable = {
      id: newId(), status: 'issuing', version: 1, updated_at: now,
      number: await unusedPolicyNumber(trx, now), order_id: orderId, lang: facts.lang,
      plan: facts.plan, tier: facts.tier, insurer: documentResources(deps).plans.plan(facts.plan).insurer,
      starts: facts.start, ends: facts.end, premium_minor: facts.premium.amount, currency: facts.premium.currency,
      clause_version: facts.clauseVersion, relationship: facts.relationship, death_benefit: facts.deathBenefitSum,
      ...peopleColumns(deps, { policyholder: facts.policyholder, insured: facts.insured }),
      holder: order.holder, user_id: order.user_id,
      issued_at: now, cancelled_at: null, current_version: 1, next_notice_on: facts.start,
    }
    await trx.insertInto('policies').values(row).execute()
    await recordCreation(trx, { machine: policyMachine, id: row.id, status: 'issuing', by: 'system', at: now })
    await insertFirstVersion(deps, trx, row, CODED_KINDS)
    return row
  })
}

/** A number that nobody has. A million a day: a second draw is rare. */
async function unusedPolicyNumber(trx: Trx, now: number): Promise<string> {
  for (;;) {
    const number = policyNumber(dayOf(now))
    const taken = await trx.selectFrom('policies').select('id').where('number', '=', number).executeTakeFirst()
    if (!taken) return number
  }
}

/** Policy, order and messages at once: nobody hears of a policy that is not there, and nobody is told twice. */
async function publishPolicy(deps: Deps, trx: Trx, policyId: string): Promise<void> {
  const row = await tryTransition(trx, { machine: policyMachine, id: policyId, from: 'issuing', to: 'issued', by: 'system', at: deps.clock() })
  if (!row) return
  await markIssued(trx, row.order_id, row.id, deps.clock())
  await openNewPolicy(deps, trx, row)
  for (const follow of deps.onPolicyVersion) await follow(deps, trx, { policyId, reason: 'issue' })
  await tellPeople(deps, trx, row, { template: 'policy_issued', insuredTemplate: 'policy_insured', key: row.id, number: 1, insuredKinds: ['certificate', 'card'] })
}

/** The order fails, the policy never was; the cashier pays the money back and says so. */
export async function failIssue(deps: Deps, trx: Trx, orderId: string, why: string): Promise<void> {
  await startIssuing(trx, orderId, deps.clock())
  const held = await trx.selectFrom('policies').select('id').where('order_id', '=', orderId).where('status', '=', 'issuing').executeTakeFirst()
  if (held) await transition(trx, { machine: policyMachine, id: held.id, to: 'void', by: 'system', at: deps.clock(), why })
  await markIssueFailed(trx, orderId, why, deps.clock())
}
