/**
 * The consents that a person gave, read from what they were given for, and withdrawing one (PIPL art. 15; consent
 * notice, "withdrawing"). Only the person who gave it sees it: an order that came to the account by a typed address is
 * left out.
 */
import { type UserContext, Refusal } from '../../../server/http/call-handlers.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { eventLoopTurns } from '../../../server/event-loop-turns.ts'
import { joined, type Lang } from '../../../lib/locale.ts'
import { consentId, withdrawnConsents } from '../../../server/personal-data/withdrawn-consents.ts'
import { writeEvent } from '../../../server/transition.ts'
import { withdraw as withdrawChange } from '../../changes/server/door.ts'
import { withdraw as withdrawClaim, eraseDraft, maskedAnswers } from '../../claims/server/door.ts'
import { reject, revoke } from '../../credentials/server/door.ts'
import { schoolName } from '../../education/server/door.ts'
import { OPEN as OPEN_OVERSEAS, productTitle, withdraw as withdrawOverseas } from '../../overseas/server/door.ts'
import { planNames, endWithoutConsent, answersOf, readsOf } from '../../orders/server/door.ts'
import type { Consent, ConsentKind } from '../consent-calls.ts'
import { UNDECIDED } from './withdraw-consent.ts'

/** Of each kind of thing, the newest. */
const MOST = 50

type Found = Omit<Consent, 'withdrawnAt'>
/** Whose consents, and the language of what they were given for. */
interface Asked {
  deps: Deps
  lang: Lang
  userId: string
}
type Part = (of: Asked) => Promise<Found[]>

/** What rows hold, in turns of the event loop: opening a hundred of the largest takes longer than others should wait. */
async function foundIn<R>(rows: readonly R[], find: (row: R) => readonly Found[]): Promise<Found[]> {
  const pause = eventLoopTurns()
  const found: Found[] = []
  for (const row of rows) {
    found.push(...find(row))
    await pause()
  }
  return found
}

const UNFINISHED: readonly string[] = ['created', 'under_review', 'awaiting_payment']
const INSURED: readonly string[] = ['paid', 'issuing', 'issued']

/** Sensitive data, passing it on to the insurer, and sending it abroad: from the pages and ticks of each application. */
const ofOrders: Part = async ({ deps, lang, userId }) => {
  const rows = await deps.db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('erased_at', 'is', null)
    .where((is) => is.or([is('owned_by', 'is', null), is('owned_by', '!=', 'address')]))
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute()
  return foundIn(rows, (row) => {
    const answers = answersOf(deps, row)
    const { plan, tier } = planNames(answers, lang)
    const about = `${joined(lang, plan, tier)} · ${row.id}`
    const agreed = readsOf(row).find(({ page }) => page === 'sensitive-data')?.confirmedAt
    const ends = UNFINISHED.includes(row.status) ? ('ends' as const) : ('done' as const)
    const sent = row.status === 'created' ? [] : answers.check.declarations
    const at = row.submitted_at ?? row.created_at
    const one = (kind: ConsentKind, given: number, effect: Found['effect']): Found[] => [
      { id: consentId(kind, row.id), kind, about, at: given, effect },
    ]
    return [
      ...(agreed === undefined ? [] : one('sensitive', agreed, ends)),
      ...(sent.includes('personal-data') ? one('insurer', at, ends) : []),
      ...(sent.includes('cross-border')
        ? one('abroad', at, ends === 'ends' || INSURED.includes(row.status) ? 'stops' : 'done')
        : []),
    ]
  })
}

const ofClaims: Part = async ({ deps, lang, userId }) => {
  const rows = await deps.db
    .selectFrom('claims')
    .select(['id', 'case_number', 'status', 'answers', 'created_at', 'submitted_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute()
  return foundIn(rows, (row) => {
    const { declarations, hospital } = maskedAnswers(deps, row)
    const open = UNDECIDED.some((status) => status === row.status)
    const about = row.case_number ?? deps.words(lang, 'account:mine.consents.draft')
    const at = row.submitted_at ?? row.created_at
    return [
      ...(declarations.includes('sensitive')
        ? [{ id: consentId('claim', row.id), kind: 'claim' as const, about, at: row.created_at, effect: ends(open) }]
        : []),
      ...(declarations.includes('cross-border') && row.status !== 'draft'
        ? [
            {
              id: consentId('hospital', row.id),
              kind: 'hospital' as const,
              about: `${about} · ${hospital.name}`,
              at,
              effect: open ? ('stops' as const) : ('done' as const),
            },
          ]
        : []),
    ]
  })
}

const ends = (open: boolean): 'ends' | 'done' => (open ? 'ends' : 'done')

const ofOthers: Part = async ({ deps, lang, userId }) => {
  const t = (key: string) => deps.words(lang, `account:mine.consents.${key}`)
  const changes = await deps.db
    .selectFrom('policy_changes')
    .innerJoin('policies', 'policies.id', 'policy_changes.policy_id')
    .select(['policy_changes.id', 'policy_changes.status', 'policy_changes.submitted_at', 'policies.number'])
    .where('policy_changes.user_id', '=', userId)
    .orderBy('policy_changes.submitted_at', 'desc')
    .limit(MOST)
    .execute()
  const registrations = await deps.db
    .selectFrom('registrations')
    .select(['id', 'status', 'submitted_at'])
    .where('user_id', '=', userId)
    .orderBy('submitted_at', 'desc')
    .limit(MOST)
    .execute()
  const overseas = await deps.db
    .selectFrom('overseas_applications')
    .select(['id', 'status', 'submitted_at', 'product'])
    .where('user_id', '=', userId)
    .orderBy('submitted_at', 'desc')
    .limit(MOST)
    .execute()
  const tuition = await deps.db
    .selectFrom('education_orders')
    .select(['id', 'school', 'submitted_at'])
    .where('user_id', '=', userId)
    .orderBy('submitted_at', 'desc')
    .limit(MOST)
    .execute()
  const one = (kind: ConsentKind, id: string, about: string, at: number, effect: Found['effect']): Found => ({
    id: consentId(kind, id),
    kind,
    about,
    at,
    effect,
  })
  return [
    ...changes.map((it) =>
      one('change', it.id, it.number, it.submitted_at, ends(['submitted', 'awaiting_payment'].includes(it.status))),
    ),
    ...registrations.map((it) =>
      one(
        'verification',
        it.id,
        t('verification'),
        it.submitted_at,
        ends(['submitted', 'approved'].includes(it.status)),
      ),
    ),
    ...overseas.map((it) =>
      one(
        'overseas',
        it.id,
        productTitle(it.product, lang),
        it.submitted_at,
        ends(OPEN_OVERSEAS.some((status) => status === it.status)),
      ),
    ),
    ...tuition.map((it) => one('tuition', it.id, schoolName(it.school, lang), it.submitted_at, 'done')),
  ]
}

/** Newest first. */
export async function consentsGiven(of: Asked): Promise<{ consents: Consent[] }> {
  const found = (await Promise.all([ofOrders(of), ofClaims(of), ofOthers(of)])).flat()
  const withdrawn = await withdrawnConsents(of.deps.db, of.userId)
  const consents = found.map((it) => ({ ...it, withdrawnAt: withdrawn.get(it.id) ?? null }))
  return { consents: consents.sort((a, b) => b.at - a.at) }
}

type End = (ctx: UserContext, id: string, by: { by: string; why: string }) => Promise<unknown>

const endOrder: End = ({ deps }, id, by) => endWithoutConsent(deps, id, by)

const END: Readonly<Partial<Record<ConsentKind, End>>> = {
  sensitive: endOrder,
  insurer: endOrder,
  claim: async ({ deps }, id, { by, why }) => {
    const row = await deps.db.selectFrom('claims').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return row.status === 'draft'
      ? deps.write((trx) => eraseDraft(deps, trx, row, { by, kind: 'discarded' }))
      : withdrawClaim(deps, { id, by, why })
  },
  change: (ctx, id) => withdrawChange(ctx, id),
  verification: async ({ deps }, id, by) => {
    const { status } = await deps.db
      .selectFrom('registrations')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return deps.write((trx) =>
      status === 'approved' ? revoke(deps, trx, id, by) : reject(deps, trx, id, 'not_verifiable', by),
    )
  },
  overseas: (ctx, id) => withdrawOverseas(ctx, id),
}

/** Each feature refuses by codes of its own: all but a payment under way mean that it is too late. */
async function end(ctx: UserContext, { id, kind }: Consent, by: Parameters<End>[2]): Promise<void> {
  try {
    await END[kind]?.(ctx, id.slice(id.indexOf(':') + 1), by)
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'payment_started') throw new Refusal('not_possible')
    throw error
  }
}

/** Withdraws one consent of the caller: what is under way for it ends, and what would be passed on is not. */
export async function withdrawOne(ctx: UserContext, id: string): Promise<{ consents: Consent[] }> {
  const { deps, lang, caller } = ctx
  const asked = { deps, lang, userId: caller.userId }
  const given = (await consentsGiven(asked)).consents.find((it) => it.id === id)
  if (!given) throw new Refusal('not_found')
  if (given.withdrawnAt !== null || given.effect === 'done') throw new Refusal('not_possible')
  const by = { by: `user:${caller.userId}`, why: 'consent withdrawn' }
  if (given.effect === 'ends') await end(ctx, given, by)
  await deps.write((trx) =>
    writeEvent(trx, {
      entity: 'user',
      entity_id: caller.userId,
      at: deps.clock(),
      by: by.by,
      to_status: 'consent_withdrawn',
      why: by.why,
      data: { purpose: given.kind, consent: id },
    }),
  )
  return consentsGiven(asked)
}
