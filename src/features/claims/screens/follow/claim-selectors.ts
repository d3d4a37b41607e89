/** Data derived from a case: what is still needed, the state of its documents, sums claimed, days used. */
import { daysBetween, dayOf, type Day } from '../../../../lib/days/dates.ts'
import type { Output } from '../../../../lib/contract.ts'
import type { ClaimView, DecisionView, DocumentView, RequestItem, RequestView, watchClaim } from '../../contract.ts'
import { DOCUMENT_KIND_IDS, type DocumentKind } from '../../rules/document-kinds.ts'
import type { DocumentStatus } from '../../rules/status-values.ts'

/** The request that waits for the person. */
export const openRequest = ({ requests }: Pick<ClaimView, 'requests'>): RequestView | undefined =>
  requests.find(({ status }) => status === 'open')

/** Its unanswered items; the request can be sent when there are none. */
export const openItems = ({ items }: Pick<RequestView, 'items'>): RequestItem[] =>
  items.filter(({ status }) => status === 'open')

/** Whether the server has more than a page shows. Documents arrive, are checked and go without a new version. */
export const hasNews = (
  { version, documents }: Pick<ClaimView, 'version' | 'documents'>,
  seen: Output<typeof watchClaim>,
): boolean =>
  seen.version !== version ||
  seen.documents !== documents.length ||
  seen.checking !== documents.filter(({ status }) => status === 'checking').length

/** Whether an answer is from before what is shown. Of one version the last answer counts: its documents may differ. */
export const isOlder = (
  answer: Pick<ClaimView, 'version'> | string,
  shown: Pick<ClaimView, 'version'> | string,
): boolean => typeof answer !== 'string' && typeof shown !== 'string' && answer.version < shown.version

/** One line of the short list of documents. */
export interface DocumentLine {
  id: string
  kind: DocumentKind
  /** Number of files; 0 where something is missing. */
  count: number
  state: 'needed' | 'unavailable' | 'unsent' | 'not_used' | 'failed' | 'checking' | 'received' | 'accepted'
  /** Title of the request's item, where it has one. */
  item?: RequestItem
}

const WORST = ['not_used', 'failed', 'checking', 'received', 'accepted'] as const

/**
 * The status of a document within its case. One that was sent back must be replaced only while a request asks for it;
 * afterwards another has been sent, or the case went on without.
 */
export function documentStanding(
  { id, status, item, by }: Pick<DocumentView, 'id' | 'status' | 'item' | 'by'>,
  requests: ClaimView['requests'],
): Exclude<DocumentStatus, 'set_aside'> | 'replaced' | 'not_used' | 'unsent' {
  // On the server, and nobody reads it before the answer to the request is sent.
  if (
    status === 'received' &&
    by === 'user' &&
    item !== null &&
    requests.some((request) => request.status === 'open' && request.items.some((it) => it.id === item))
  )
    return 'unsent'
  if (status === 'set_aside') return 'not_used'
  if (status !== 'needs_replacement') return status
  const about = requests.flatMap((request) =>
    request.items
      .filter(({ replaces }) => replaces === id)
      .map((it) => ({ asked: request.status === 'open', answer: it.status })),
  )
  if (about.some(({ answer }) => answer === 'answered' || answer === 'settled')) return 'replaced'
  return about.some(({ asked, answer }) => asked && answer === 'open') ? 'needs_replacement' : 'not_used'
}

/** Documents by kind with their worst status, and what is still needed. Replaced documents are not counted. */
export function documentLines({ documents, requests }: Pick<ClaimView, 'documents' | 'requests'>): DocumentLine[] {
  const asked = requests.filter(({ status }) => status === 'open').flatMap((request) => request.items)
  const waiting = new Set(
    asked.filter(({ status }) => status === 'open' || status === 'unavailable').map(({ replaces }) => replaces),
  )
  return DOCUMENT_KIND_IDS.flatMap((kind) => {
    const own = documents
      .filter((document) => document.kind === kind && !waiting.has(document.id))
      .map((document) => documentStanding(document, requests))
      .filter((standing) => standing !== 'replaced')
    const state = WORST.find((it) => own.includes(it))
    const unsent = own.filter((standing) => standing === 'unsent').length
    return [
      ...(state ? [{ id: kind, kind, count: own.length - unsent, state }] : []),
      ...(unsent > 0 ? [{ id: `${kind}-unsent`, kind, count: unsent, state: 'unsent' as const }] : []),
      ...asked
        .filter((item) => item.kind === kind && (item.status === 'open' || item.status === 'unavailable'))
        .map((item) => ({
          id: item.id,
          kind,
          count: 0,
          state: item.status === 'open' ? ('needed' as const) : ('unavailable' as const),
          item,
        })),
    ]
  })
}

/** How many of the counted ones are accepted: "4 of 5 documents". */
export function acceptedOf(lines: readonly DocumentLine[]): { accepted: number; all: number } {
  return { accepted: lines.filter(({ state }) => state === 'accepted').length, all: lines.length }
}

/** Days from the first to the last visit, each once. */
export const visitDays = ({ answers: { visits } }: Pick<ClaimView, 'answers'>): Day[] =>
  [...new Set(visits.map(({ day }) => day).filter(Boolean))].sort()

/** The decision with this id, else the newest. */
export const decisionOf = ({ decisions }: Pick<ClaimView, 'decisions'>, id: string | null): DecisionView | undefined =>
  decisions.find((decision) => decision.id === id) ?? [...decisions].sort((a, b) => b.at - a.at)[0]

/** Its index among the decisions, from 0. */
export const decisionNumber = ({ decisions }: Pick<ClaimView, 'decisions'>, { at }: Pick<DecisionView, 'at'>): number =>
  decisions.filter((decision) => decision.at < at).length

/** Whether a review of this decision may be requested today. */
export const mayAppeal = (
  { may, decisions }: Pick<ClaimView, 'may' | 'decisions'>,
  { id, appealUntil }: DecisionView,
  today: Day,
): boolean => may.appeal && decisionOf({ decisions }, null)?.id === id && (appealUntil === null || appealUntil >= today)

/**
 * The last day of asking for a review, where it is over and none was asked for: who comes too late must read why
 * nothing is offered.
 */
export function reviewTimeOver(
  { decisions, appeals }: Pick<ClaimView, 'decisions' | 'appeals'>,
  { id, appealUntil }: DecisionView,
  today: Day,
): Day | null {
  return appealUntil !== null &&
    appealUntil < today &&
    decisionOf({ decisions }, null)?.id === id &&
    !appeals.some(({ decision }) => decision === id)
    ? appealUntil
    : null
}

/**
 * The payments of one decision, the latest first: a second decision pays the difference, and its payments began after
 * it.
 */
export function paymentsOf(
  { decisions, payments }: Pick<ClaimView, 'decisions' | 'payments'>,
  { at }: Pick<DecisionView, 'at'>,
): ClaimView['payments'] {
  const next = Math.min(...decisions.filter((it) => it.at > at).map((it) => it.at))
  return payments
    .filter(({ startedAt, onAccount }) => !onAccount && startedAt >= at && startedAt < next)
    .sort((a, b) => b.startedAt - a.startedAt)
}

/** What decisions before a review have paid to the person, and what was paid on account: the review adds to it. */
export function paidBefore(
  { decisions, onAccount }: Pick<ClaimView, 'decisions' | 'onAccount'>,
  { at }: Pick<DecisionView, 'at'>,
): number {
  const earlier = decisions.filter((it) => it.at < at)
  return earlier.length === 0
    ? 0
    : earlier.reduce((all, { sheet }) => all + sheet.paidToYou, onAccount.paid?.amount ?? 0)
}

/** The same with what went to a hospital. */
export const paidBeforeToAll = (
  claim: Pick<ClaimView, 'decisions' | 'onAccount'>,
  decision: Pick<DecisionView, 'at'>,
): number =>
  claim.decisions
    .filter(({ at }) => at < decision.at)
    .reduce((all, { sheet }) => all + sheet.paidToHospital, paidBefore(claim, decision))

/** Whole days from the decision to the arrival of the money. */
export const daysToPay = (decidedAt: number, settledAt: number): number =>
  daysBetween(dayOf(decidedAt), dayOf(settledAt))

/** Documents of a category, oldest first. */
export const ofCategory = (documents: readonly DocumentView[], category: number): DocumentView[] =>
  documents.filter((document) => document.category === category).sort((a, b) => a.receivedAt - b.receivedAt)

/** Words for the day by which a step is promised: past days are worded as a promise, not as a future event. */
export const promiseWords = (due: Day, today: Day, coming: string): string =>
  due < today ? 'claimprogress:steps.late' : coming

/** Whether somebody other than the person has changed the case since it was last shown. Their own acts need no notice. */
export function changedByOthers(
  before: Pick<ClaimView, 'version' | 'status' | 'activity'>,
  now: Pick<ClaimView, 'version' | 'status' | 'activity'>,
): boolean {
  if (before.version === now.version) return false
  const known = new Set(before.activity.map(({ id }) => id))
  const news = now.activity.filter(({ id }) => !known.has(id))
  return news.length > 0 ? news.some(({ by }) => by !== 'you') : before.status !== now.status
}
