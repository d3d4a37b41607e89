/**
 * The five calls as a team would write them without our server: reads of a `Store`, sealed values opened and parsed
 * without a schema, plain objects for `JSON.stringify`. Only the rules of the trade are ours, because every stack would
 * have the same ones: days and money, what a plan covers, clocks and steps of a claim, what is missing in a draft.
 */
import { z } from 'zod'
import { maskContact } from '../../../src/lib/people/contact.ts'
import { dayOf } from '../../../src/lib/days/dates.ts'
import type { Lang } from '../../../src/lib/locale.ts'
import { documentNames, namesOf, type Names } from '../../../src/lib/people/name-in-language.ts'
import { POLICY_TABS } from '../../../src/features/policies/contract.ts'
import { medicalLimitText } from '../../../src/features/policies/server/documents/benefit-figures.ts'
import { cancelledPeriod, coverPeriod } from '../../../src/features/policies/server/messages/cover-period.ts'
import { planNames, planOf } from '../../../src/features/policies/server/documents/policy-document-facts.ts'
import { policyStatus } from '../../../src/features/policies/server/policy-states.ts'
import { cardLineOf, helpLinesOf } from '../../../src/features/plans/server/door.ts'
import type { Answers } from '../../../src/features/orders/contract.ts'
import { listedDraft } from '../../../src/features/orders/server/draft/load-open-order.ts'
import { claim } from './claim-answer.ts'
import { claims } from './claim-list-answer.ts'
import { checkedWhenSealed } from '../../../src/server/keys/seal.ts'
import { open, PEOPLE, TEXT, type Asking, type Peer } from './peer.ts'
import type { OrderRow, PeerCall, PolicyRow, Reader } from './rows.ts'

const PAGE = 20
const ORDER_ANSWERS = checkedWhenSealed<Answers>()
const NAMES = checkedWhenSealed<Record<Lang, string>>()
const money = (amount: number, currency: string | null) => ({ amount, currency })

async function me({ peer, session }: Asking): Promise<unknown> {
  const { id, name, mobile, email } = await peer.store.user(session.user_id)
  const contact = (sealed: string | null): string | null =>
    sealed === null ? null : maskContact(open(peer, 'users.contact', TEXT, sealed))
  const [maskedMobile, maskedEmail] = [contact(mobile), contact(email)]
  return {
    user: {
      id,
      name: name === null ? (maskedMobile ?? maskedEmail ?? '') : open(peer, 'users.name', TEXT, name),
      mobile: maskedMobile,
      email: maskedEmail,
    },
    endsAt: session.ends_at,
  }
}

const policiesInput = z.object({ tab: z.enum(POLICY_TABS).default('valid'), page: z.coerce.number().int().default(1) })

async function policyLines({ peer, session, lang }: Asking, query: unknown): Promise<unknown> {
  const { store, deps } = peer
  const { tab, page } = policiesInput.parse(query)
  const today = dayOf(deps.clock())
  const contacts = await store.contacts(session.user_id)
  const [mobile, email] = ['mobile', 'email'].map((channel) => contacts.find((it) => it.channel === channel))
  const reader: Reader = {
    user: session.user_id,
    mobile: mobile?.mac ?? '',
    mobileFrom: mobile?.counts_from ?? 0,
    email: email?.mac ?? '',
    emailFrom: email?.counts_from ?? 0,
  }
  const counts = await store.policyCounts(reader, today)
  const rows = await store.policies(reader, tab, today, { limit: PAGE, offset: (page - 1) * PAGE })
  return {
    policies: rows.map((row) => policyLine(peer, row, reader, today, lang)),
    counts,
    pages: Math.max(1, Math.ceil(counts[tab] / PAGE)),
    today,
  }
}

function policyLine(peer: Peer, row: PolicyRow, reader: Reader, today: string, lang: Lang) {
  const { plans, deps } = peer
  const people = open(peer, 'policies.people', PEOPLE, row.people)
  const named = ({ name, otherName }: Names) => ({ name, otherName: otherName ?? null })
  const holder = namesOf(people.policyholder, lang)
  const on = row.status === 'cancelled' && row.cancelled_at !== null ? dayOf(row.cancelled_at) : null
  const covered =
    on === null
      ? coverPeriod(row.starts, row.ends, today)
      : cancelledPeriod(row.starts, row.ends, on, row.premium_minor === 0)
  const words = (key: string, values?: Record<string, unknown>): string => deps.words(lang, key, values)
  return {
    id: row.id,
    number: row.number,
    status: policyStatus(row.status === 'cancelled' ? 'cancelled' : 'issued', row.starts, row.ends, today),
    plan: row.plan,
    ...planNames(plans, row, lang),
    insurerName: plans.insurerWords(lang, row.insurer).name,
    insured: named(namesOf(people.insured, lang)),
    printed: named(documentNames(people.insured, lang)),
    policyholder: holder.otherName ? `${holder.name} ${holder.otherName}` : holder.name,
    relationship: words(`policydocuments:relationships.${row.relationship}`),
    medical: medicalLimitText({ ...planOf(plans, row), lang, deathBenefit: row.death_benefit }, plans, words),
    helpLine: cardLineOf(helpLinesOf(plans, row.plan, lang), row.destination),
    helpLineAnywhere: helpLinesOf(plans, row.plan, lang).anywhere,
    period: covered ?? { ...coverPeriod(row.starts, row.ends, row.ends), used: 0 },
    cancelled: on === null ? null : { on, inForce: covered !== null },
    premium: money(row.premium_minor, row.currency),
    orderId: row.order_id,
    role: isBuyer(row, reader) ? 'buyer' : 'insured',
    ownName: row.relationship === 'self',
  }
}

const isBuyer = (row: PolicyRow, { user, mobile, mobileFrom, email, emailFrom }: Reader): boolean =>
  row.user_id === user ||
  (mobile !== '' && row.buyer_mobile_mac === mobile && row.issued_at > mobileFrom) ||
  (email !== '' && row.buyer_email_mac === email && row.issued_at > emailFrom)

const ordersInput = z.object({ limit: z.coerce.number().int().max(50).default(20) })
const PAY_MARGIN_MS = 60_000

async function orderLines({ peer, session, lang }: Asking, query: unknown): Promise<unknown> {
  const { limit } = ordersInput.parse(query)
  const rows = await peer.store.orders(session.user_id, limit + 1)
  return {
    orders: rows.slice(0, limit).map((row) => orderLine(peer, row, lang)),
    more: rows.length > limit,
    counts: null,
    now: peer.deps.clock(),
  }
}

function orderLine(peer: Peer, row: OrderRow, lang: Lang) {
  const draft =
    row.answers === null || row.reads === null
      ? undefined
      : listedDraft(
          peer.deps,
          { ...row, reads: row.reads },
          open(peer, 'orders.answers', ORDER_ANSWERS, row.answers),
          row.consents,
        )
  const review = row.status === 'created' && row.review !== null ? JSON.parse(row.review) : null
  return {
    id: row.id,
    status: row.status,
    premium: draft ? draft.premium : row.premium_minor === null ? null : money(row.premium_minor, row.currency),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at === null ? null : row.expires_at - PAY_MARGIN_MS,
    policyId: row.policy_id,
    accepted: review?.status === 'passed' && review.why !== null,
    cancelledOn: cancelledOn(row.policies),
    premiumNow: null,
    policies: [],
    open: draft ? draft.open : row.status === 'under_review' || row.status === 'declined' ? 'check' : 'pay',
    plan: row.plan,
    tier: row.tier,
    start: row.start,
    end: row.end,
    insured: row.insured_name === null ? '' : open(peer, 'orders.insured', NAMES, row.insured_name)[lang],
  }
}

function cancelledOn(policies: OrderRow['policies']): string | null {
  if (policies.some(({ status }) => status === 'issued')) return null
  const ended = policies.map((it) => it.cancelled_at).filter((at) => at !== null)
  return ended.length === 0 ? null : dayOf(Math.max(...ended))
}

export type Answer = (asking: Asking, query: unknown) => Promise<unknown>

/** By the path of the call. */
export const ANSWERS: Readonly<Record<PeerCall, Answer>> = {
  'session/me': me,
  'policy/list': policyLines,
  'order/list': orderLines,
  'claim/list': claims,
  'claim/get': claim,
}
