/** Extending a policy: the offer, the price, and the request. `expire-extension.ts` ends one that nobody pays. */
import { z } from 'zod'
import { dayOf, monthsAndDays, startOfCover } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { money } from '../../../../lib/money/money.ts'
import type { Output, Parsed } from '../../../../lib/contract.ts'
import { nameIn } from '../../../../lib/people/name-in-language.ts'
import { STORAGE_LIMITS } from '../../../../lib/storage-limits.ts'
import { Refusal, type UserContext } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { payableKey, closePayments } from '../../../cashier/server/door.ts'
import { givenConsent } from '../../../../server/personal-data/sensitive-consent-of-call.ts'
import { recordCreation, tryTransition } from '../../../../server/transition.ts'
import { healthQuestions, type HealthQuestions, openPeople } from '../../../orders/server/door.ts'
import { policyForCaller, type OwnedPolicy } from '../people/policy-access.ts'
import { planNames } from '../documents/policy-document-facts.ts'
import { documentResources } from '../documents/document-resources.ts'
import { termsBeside } from '../linked-terms.ts'
import { quotePerson } from '../rates/price-of-person.ts'
import type { PolicyTable } from '../../tables.ts'
import { PAY_MARGIN_MS } from '../policy-payable.ts'
import type { extendPolicy, extensionOffer, extensionQuote } from '../../extension-calls.ts'
import { expireJob, expireOverdue } from './expire-extension.ts'
import { extensionRef, payUntilOf } from './extension-payable.ts'
import { extensionMachine } from './extension-states.ts'
import { clausesAt, extendable } from './extendable.ts'
import type { NextTerm } from './next-term.ts'
import type { ExtensionTable } from './extension-tables.ts'

const DAY = 86_400_000

type Db = Deps['db'] | Trx

/** Sealing context of the health declaration, and its contents. */
const DECLARATION = 'policy_extensions.declaration'
const declarationSchema = z.object({
  lang: z.string(),
  sha256: z.string(),
  asked: z.array(z.string()),
  answers: z.record(z.string(), z.string()),
  at: z.number(),
})

/** The extension that waits to be paid. After its deadline it counts as expired, whether its job has run or not. */
const pendingOf = (db: Db, policyId: string, now: number): Promise<ExtensionTable | undefined> =>
  db
    .selectFrom('policy_extensions')
    .selectAll()
    .where('policy_id', '=', policyId)
    .where('status', '=', 'awaiting_payment')
    .where('expires_at', '>', now)
    .executeTakeFirst()

function questionsOf(deps: Deps, row: PolicyTable, lang: Lang): HealthQuestions {
  const { plan } = { plan: documentResources(deps).plans.plan(row.plan) }
  const { insured } = openPeople(deps.seal, row.people)
  const { gender, birthDate } = insured
  return healthQuestions(
    plan,
    { name: nameIn(insured, lang), gender, birthDate, byOther: row.relationship !== 'self' },
    dayOf(deps.clock()),
    lang,
  )
}

export async function offerExtension(ctx: UserContext, id: string): Promise<Output<typeof extensionOffer>> {
  const { deps, lang } = ctx
  const owned = await policyForCaller(ctx, { id })
  const { row } = owned
  const { plans } = documentResources(deps)
  const insurer = plans.insurerWords(lang, row.insurer)
  const answer = await extendable(deps, deps.db, owned)
  const pending = owned.role === 'buyer' ? await pendingOf(deps.db, id, deps.clock()) : undefined
  return {
    id,
    number: row.number,
    ...planNames(plans, row, lang),
    insurerName: insurer.name,
    notice: insurer.notice,
    insured: nameIn(openPeople(deps.seal, row.people).insured, lang),
    clauseVersion: row.clause_version,
    nextClauseVersion: clausesAt(deps.clock(), row),
    plan: row.plan,
    tier: row.tier,
    starts: row.starts,
    ends: row.ends,
    blocked: answer.ok ? null : { reason: answer.reason, from: answer.from },
    pending: pending
      ? {
          id: pending.id,
          from: pending.first_day,
          ends: pending.ends,
          premium: money(pending.premium_minor, pending.currency),
          payUntil: payUntilOf(pending),
        }
      : null,
    offer: answer.ok ? shownOffer(deps, row, answer.term, lang) : null,
    next: (await termsBeside(ctx, row)).next,
  }
}

function shownOffer(deps: Deps, row: PolicyTable, term: NextTerm, lang: Lang) {
  const { sha256, help, none, some, questions } = questionsOf(deps, row, lang)
  return {
    ...term,
    waiting: documentResources(deps).plans.plan(row.plan).waiting !== null,
    health: { sha256, help, none, some, questions },
  }
}

export async function quoteExtension(
  ctx: UserContext,
  { id, ends }: { id: string; ends: string },
): Promise<Output<typeof extensionQuote>> {
  const owned = await policyForCaller(ctx, { id })
  return priceOf(ctx.deps, ctx.deps.db, owned, ends)
}

async function priceOf(deps: Deps, db: Db, owned: OwnedPolicy, ends: string): Promise<Output<typeof extensionQuote>> {
  const answer = await extendable(deps, db, owned)
  if (!answer.ok) throw new Refusal('not_extendable', { reason: answer.reason })
  const { from, shortest, longest } = answer.term
  if (ends < shortest) throw new Refusal('end_too_early', { fields: { ends: 'term_too_short' } })
  if (ends > longest) throw new Refusal('end_too_late', { fields: { ends: 'term_too_long' } })
  const { row } = owned
  const plan = documentResources(deps).plans.plan(row.plan)
  const result = quotePerson(
    { ...row, people: openPeople(deps.seal, row.people) },
    { plan, tier: row.tier, start: from, end: ends },
  )
  if (!result.ok) throw new Refusal('not_extendable', { reason: result.reason })
  return { from, ends, ...monthsAndDays(from, ends), age: result.age, premium: result.premium }
}

/** Requests an extension. A repeated call, or a second device, gets the first one if the input is the same. */
export async function requestExtension(
  ctx: UserContext,
  input: Parsed<typeof extendPolicy>,
): Promise<Output<typeof extendPolicy>> {
  const { deps, caller, lang } = ctx
  const owned = await policyForCaller(ctx, { id: input.id })
  const health = requireHealthy(deps, owned.row, input, lang)
  return deps.write(async (trx) => {
    await lockFor(trx, `policy:${input.id}`)
    const row = await trx.selectFrom('policies').selectAll().where('id', '=', input.id).executeTakeFirstOrThrow()
    const price = await priceOf(deps, trx, { row, role: owned.role }, input.ends)
    if (price.premium.amount !== input.premium) throw new Refusal('changed')
    const now = deps.clock()
    const clauses = clausesAt(now, row)
    if ((input.clauses ?? row.clause_version) !== clauses) throw new Refusal('text_changed')
    await expireOverdue(deps, trx, input.id, now)
    const pending = await pendingOf(trx, input.id, now)
    if (pending) {
      if (
        pending.ends !== input.ends ||
        pending.premium_minor !== input.premium ||
        pending.base_version !== row.current_version ||
        clausesAt(pending.created_at, row) !== clauses
      )
        throw new Refusal('pending')
      return { pay: payableKey(extensionRef(pending.id)) }
    }
    await requireExtensionSpace(trx, row.id, now)
    const extension: ExtensionTable = {
      id: newId(),
      status: 'awaiting_payment',
      version: 1,
      updated_at: now,
      policy_id: row.id,
      user_id: caller.userId,
      base_version: row.current_version,
      first_day: price.from,
      ends: price.ends,
      premium_minor: price.premium.amount,
      currency: price.premium.currency,
      declaration: deps.seal.seal(
        DECLARATION,
        declarationSchema.parse({
          lang,
          sha256: health.sha256,
          asked: health.questions.map((it) => it.id),
          answers: input.answers,
          at: now,
        }),
      ),
      created_at: now,
      expires_at: Math.min(now + LIMITS.orderMinutes * 60_000 + PAY_MARGIN_MS, startOfCover(price.from)),
    }
    await trx.insertInto('policy_extensions').values(extension).execute()
    await recordCreation(trx, {
      machine: extensionMachine,
      id: extension.id,
      status: 'awaiting_payment',
      by: `user:${caller.userId}`,
      at: now,
      data: {
        policy: row.id,
        ends: price.ends,
        premium: price.premium.amount,
        shown: health.sha256,
        clauses,
        consent: givenConsent(ctx, ['extension:health.consent']),
      },
    })
    await deps.outbox.enqueue(
      trx,
      expireJob,
      { id: extension.id },
      { key: `${expireJob.kind}:${extension.id}`, runAt: extension.expires_at },
    )
    return { pay: payableKey(extensionRef(extension.id)) }
  })
}

/** Refuses with `extensions_many` when too many were begun and given up in a day. */
async function requireExtensionSpace(trx: Trx, policy: string, now: number): Promise<void> {
  const { count } = await trx
    .selectFrom('policy_extensions')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('policy_id', '=', policy)
    .where('created_at', '>', now - DAY)
    .executeTakeFirstOrThrow()
  if (Number(count) >= STORAGE_LIMITS.extensionsDay) throw new Refusal('extensions_many')
}

/**
 * Refuses unless every question shown is answered no. What a yes means for the cover must be decided by a person, not
 * by a form.
 */
function requireHealthy(
  deps: Deps,
  row: PolicyTable,
  { answers, sha256 }: Parsed<typeof extendPolicy>,
  lang: Lang,
): HealthQuestions {
  if (!documentResources(deps).plans.find(row.plan)) throw new Refusal('not_extendable', { reason: 'not_sold' })
  const health = questionsOf(deps, row, lang)
  if (health.sha256 !== sha256) throw new Refusal('text_changed')
  if (health.questions.some(({ id }) => answers[id] === undefined)) throw new Refusal('answer_required')
  if (health.questions.some(({ id }) => answers[id] === 'yes')) throw new Refusal('health_yes')
  return health
}

export async function giveUpExtension(ctx: UserContext, id: string): Promise<{ cancelled: true }> {
  const { deps } = ctx
  const row = await deps.db.selectFrom('policy_extensions').select('policy_id').where('id', '=', id).executeTakeFirst()
  if (!row || (await policyForCaller(ctx, { id: row.policy_id })).role !== 'buyer') throw new Refusal('not_found')
  await deps.write(async (trx) => {
    await lockFor(trx, `policy:${row.policy_id}`)
    const done = await tryTransition(trx, {
      machine: extensionMachine,
      id,
      to: 'cancelled',
      by: `user:${ctx.caller.userId}`,
      at: deps.clock(),
      set: { declaration: null },
    })
    if (!done) throw new Refusal('not_cancellable')
    await closePayments(deps, trx, extensionRef(id))
  })
  return { cancelled: true }
}
