/** What a case says about itself, as data: what is still needed, which documents stand where, sums asked for, days used. */
import { daysBetween, dayOf, type Day } from '../../../../lib/dates.ts'
import type { ClaimView, DecisionView, DocumentView, RequestItem, RequestView } from '../../contract.ts'
import { DOCUMENT_KIND_IDS, type DocumentKind } from '../../document-kinds.ts'
import type { DocumentStatus } from '../../status.ts'

/** The request that waits for the person. */
export const openRequest = ({ requests }: Pick<ClaimView, 'requests'>): RequestView | undefined => requests.find(({ status }) => status === 'open')

/** What it still waits for; it can be sent when nothing is left. */
export const openItems = ({ items }: Pick<RequestView, 'items'>): RequestItem[] => items.filter(({ status }) => status === 'open')

/** One line of the short list of documents. */
export interface DocumentLine {
  id: string
  kind: DocumentKind
  /** Files; 0 where something is still to come. */
  count: number
  state: 'needed' | 'unavailable' | 'not_used' | 'failed' | 'checking' | 'received' | 'accepted'
  /** Title of the request's item, where it has one. */
  item?: RequestItem
}

const WORST = ['not_used', 'failed', 'checking', 'received', 'accepted'] as const

/**
 * How a document stands as the case does. One that a handler did not take is to be sent again only while that is asked for; afterwards
 * another has come in its place, or the case went on without.
 */
export function documentStanding({ id, status }: Pick<DocumentView, 'id' | 'status'>, requests: ClaimView['requests']): DocumentStatus | 'replaced' | 'not_used' {
  if (status !== 'needs_replacement') return status
  const about = requests.flatMap((request) => request.items.filter(({ replaces }) => replaces === id).map((item) => ({ asked: request.status === 'open', item })))
  if (about.some(({ item }) => item.status === 'answered' || item.status === 'settled')) return 'replaced'
  return about.some(({ asked, item }) => asked && item.status === 'open') ? 'needs_replacement' : 'not_used'
}

/** Documents by kind with their worst state, and what is still needed. One that has been replaced is not counted. */
export function documentLines({ documents, requests }: Pick<ClaimView, 'documents' | 'requests'>): DocumentLine[] {
  const asked = requests.filter(({ status }) => status === 'open').flatMap((request) => request.items)
  const waiting = new Set(asked.filter(({ status }) => status === 'open' || status === 'unavailable').map(({ replaces }) => replaces))
  return DOCUMENT_KIND_IDS.flatMap((kind) => {
    const own = documents.filter((document) => document.kind === kind && !waiting.has(document.id))
      .map((document) => documentStanding(document, requests)).filter((standing) => standing !== 'replaced')
    const state = WORST.find((it) => own.includes(it))
    return [
      ...(state ? [{ id: kind, kind, count: own.length, state }] : []),
      ...asked.filter((item) => item.kind === kind && (item.status === 'open' || item.status === 'unavailable'))
        .map((item) => ({ id: item.id, kind, count: 0, state: item.status === 'open' ? ('needed' as const) : ('unavailable' as const), item })),
    ]
  })
}

/** Accepted of all that count: "4 of 5 documents". */
export function acceptedOf(lines: readonly DocumentLine[]): { accepted: number; all: number } {
  return { accepted: lines.filter(({ state }) => state === 'accepted').length, all: lines.length }
}

/** Days from the first to the last visit, without doubles. */
export const visitDays = ({ answers: { visits } }: Pick<ClaimView, 'answers'>): Day[] => [...new Set(visits.map(({ day }) => day).filter(Boolean))].sort()

/** The decision named, else the newest. */
export const decisionOf = ({ decisions }: Pick<ClaimView, 'decisions'>, id: string | null): DecisionView | undefined =>
  decisions.find((decision) => decision.id === id) ?? [...decisions].sort((a, b) => b.at - a.at)[0]

/** Its place among the decisions, from 0. */
export const decisionNumber = ({ decisions }: Pick<ClaimView, 'decisions'>, { at }: Pick<DecisionView, 'at'>): number => decisions.filter((decision) => decision.at < at).length

/** A review of this decision may be asked for today. */
export const mayAppeal = ({ may, decisions }: Pick<ClaimView, 'may' | 'decisions'>, { id, appealUntil }: DecisionView, today: Day): boolean =>
  may.appeal && decisionOf({ decisions }, null)?.id === id && (appealUntil === null || appealUntil >= today)

/** The payments of one decision, the latest first: a second decision pays the difference, and its payments began after it. */
export function paymentsOf({ decisions, payments }: Pick<ClaimView, 'decisions' | 'payments'>, { at }: Pick<DecisionView, 'at'>): ClaimView['payments'] {
  const next = Math.min(...decisions.filter((it) => it.at > at).map((it) => it.at))
  return payments.filter(({ startedAt, onAccount }) => !onAccount && startedAt >= at && startedAt < next).sort((a, b) => b.startedAt - a.startedAt)
}

/** Whole days from the decision to the money. */
export const daysToPay = (decidedAt: number, settledAt: number): number => daysBetween(dayOf(decidedAt), dayOf(settledAt))

/** Documents of a category, oldest first. */
export const ofCategory = (documents: readonly DocumentView[], category: number): DocumentView[] =>
  documents.filter((document) => document.category === category).sort((a, b) => a.receivedAt - b.receivedAt)

/** Words of the day by which a step is promised: once the day is over it was a promise, and is not said as if it were to come. */
export const promiseWords = (due: Day, today: Day, coming: string): string => (due < today ? 'follow:steps.late' : coming)

/** Whether somebody else than the person has done something to the case since it was last shown. Their own acts need no telling. */
export function changedByOthers(before: Pick<ClaimView, 'version' | 'status' | 'activity'>, now: Pick<ClaimView, 'version' | 'status' | 'activity'>): boolean {
  if (before.version === now.version) return false
  const known = new Set(before.activity.map(({ id }) => id))
  const news = now.activity.filter(({ id }) => !known.has(id))
  return news.length > 0 ? news.some(({ by }) => by !== 'you') : before.status !== now.status
}
