/**
 * Issuing a paid order: policy, documents, messages. Every step may be cut off and run again: the row with its number and
 * codes comes first, each document is drawn only if it is not there yet, and all becomes visible in one transaction.
 */
import { z } from 'zod'
import { ageOn, dayOf, formatDay } from '../../lib/dates.ts'
import { LIMITS } from '../../lib/limits.ts'
import { LANGS, localPath } from '../../lib/locale.ts'
import type { Trx } from '../../server/db/database.ts'
import { lockFor } from '../../server/db/lock.ts'
import type { Deps } from '../../server/dependencies.ts'
import { newId } from '../../server/new-id.ts'
import { job, type JobInfo } from '../../server/outbox.ts'
import { recordCreation, transition, tryTransition } from '../../server/transition.ts'
import { beginIssue, markIssued, markIssueFailed, orderFacts } from '../orders/api.server.ts'
import { destinationMac } from '../session/login-codes.server.ts'
import { CODED_KINDS } from './contract.ts'
import { MissingGlyphs } from './documents/fonts.server.ts'
import { storeDocument, storeTerms } from './store-documents.server.ts'
import { openPeople, sealPeople, type PolicyPerson } from './people.server.ts'
import { newVerifyCode, policyMachine, policyNumber } from './rules.server.ts'
import { planNames } from './document-facts.server.ts'
import { documentResources } from './document-resources.server.ts'
import type { PolicyTable } from './tables.server.ts'

/** Tries before the money goes back: 5, 10, 20 and 40 seconds apart (design §6.12: within a minute of payment). */
export const ISSUE_ATTEMPTS = 5

export const issueJob = job('policy.issue', z.object({ orderId: z.string() }), issuePolicy, ISSUE_ATTEMPTS + 1)

async function issuePolicy(deps: Deps, { orderId }: { orderId: string }, { attempt }: JobInfo): Promise<void> {
  const order = await deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
  if (!order || !['paid', 'issuing'].includes(order.status)) return
  try {
    const policy = await createPolicyRow(deps, orderId)
    const documents = await deps.db.selectFrom('policy_documents').selectAll().where('policy_id', '=', policy.id).execute()
    for (const document of documents) if (document.file_id === null) await storeDocument(deps, policy, document)
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
    if (order.status === 'paid') await beginIssue(trx, orderId, deps.clock())
    const held = await trx.selectFrom('policies').selectAll().where('order_id', '=', orderId).executeTakeFirst()
    if (held) return held
    const facts = orderFacts(deps, order)
    const now = deps.clock()
    const mac = (contact: string | undefined): string | null => (contact ? destinationMac(deps, contact) : null)
    const { policyholder, insured } = facts
    const row: PolicyTable = {
      id: newId(), status: 'issuing', version: 1, updated_at: now,
      number: await unusedPolicyNumber(trx, now), order_id: orderId, lang: facts.lang,
      plan: facts.plan, tier: facts.tier, insurer: documentResources(deps).plans.plan(facts.plan).insurer,
      starts: facts.start, ends: facts.end, premium_minor: facts.premium.amount, currency: facts.premium.currency,
      clause_version: facts.clauseVersion, relationship: facts.relationship, death_benefit: facts.deathBenefitSum,
      people: sealPeople(deps.seal, { policyholder, insured }),
      holder: order.holder, user_id: order.user_id,
      buyer_mobile_mac: mac(policyholder.mobile), buyer_email_mac: mac(policyholder.email),
      insured_mobile_mac: mac(insured.mobile), insured_email_mac: mac(insured.email),
      insured_id_mac: deps.seal.mac('person.id', `${insured.idType}:${insured.idNumber}`),
      issued_at: now, cancelled_at: null,
    }
    await trx.insertInto('policies').values(row).execute()
    await recordCreation(trx, { machine: policyMachine, id: row.id, status: 'issuing', by: 'system', at: now })
    for (const kind of CODED_KINDS) {
      for (const lang of LANGS) {
        await trx.insertInto('policy_documents').values({
          id: newId(), policy_id: row.id, kind, lang, verify_code: newVerifyCode(), issued_at: now, file_id: null, sha256: null, size: null,
        }).execute()
      }
    }
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
  const row = await tryTransition(trx, { machine: policyMachine, id: policyId, to: 'issued', by: 'system', at: deps.clock() })
  if (!row) return
  await markIssued(trx, row.order_id, row.id, deps.clock())
  const { policyholder, insured } = openPeople(deps.seal, row.people)
  await sendPolicyMessage(deps, trx, row, policyholder, 'policy_issued', ['certificate', 'visa_letter', 'card'])
  // To a child nobody writes directly (privacy policy §3): the documents go to the policyholder alone.
  if (ageOn(insured.birthDate, dayOf(deps.clock())) < LIMITS.childDataAge) return
  const to = contactOf(insured)
  if (to && to !== contactOf(policyholder)) await sendPolicyMessage(deps, trx, row, insured, 'policy_insured', ['certificate', 'card'])
}

const contactOf = (person: PolicyPerson): string | undefined => person.email ?? person.mobile

async function sendPolicyMessage(
  deps: Deps, trx: Trx, row: PolicyTable, person: PolicyPerson, template: string, kinds: readonly ('certificate' | 'visa_letter' | 'card')[],
): Promise<void> {
  const to = contactOf(person)
  if (!to) return
  // A border or a school reads English, a family Chinese: each gets both, the order's language first. Terms are linked: they are long.
  const files = await trx.selectFrom('policy_documents').select(['kind', 'lang', 'file_id'])
    .where('policy_id', '=', row.id).where('kind', 'in', [...kinds]).orderBy('kind').execute()
  const inOrder = [...files].sort((a, b) => Number(b.lang === row.lang) - Number(a.lang === row.lang))
  const { planName } = planNames(documentResources(deps).plans, row, row.lang)
  await deps.messages.send(trx, {
    template, to, lang: row.lang, key: `${template}:${row.id}`,
    vars: {
      number: row.number, plan: planName, start: formatDay(row.starts, row.lang), end: formatDay(row.ends, row.lang), url: policyUrl(deps, row),
    },
    attachments: to.includes('@') ? inOrder.flatMap((it) => it.file_id ?? []) : [],
  })
}

const policyUrl = (deps: Deps, row: PolicyTable): string =>
  `${deps.config.siteUrl}${localPath(row.lang, '/insurance-policy/details')}?id=${row.id}`

/** The order fails, the policy never was; the cashier pays the money back and says so. */
export async function failIssue(deps: Deps, trx: Trx, orderId: string, why: string): Promise<void> {
  await beginIssue(trx, orderId, deps.clock())
  const held = await trx.selectFrom('policies').select('id').where('order_id', '=', orderId).where('status', '=', 'issuing').executeTakeFirst()
  if (held) await transition(trx, { machine: policyMachine, id: held.id, to: 'void', by: 'system', at: deps.clock(), why })
  await markIssueFailed(trx, orderId, why, deps.clock())
}
