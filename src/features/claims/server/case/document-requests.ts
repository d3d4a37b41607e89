/**
 * Asks for documents: all at once, each with its reason; an accepted one is never asked for again (domain §5.1, design
 * §6.6).
 */
import { addDays, dayOf, type Day } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { recordCreation, transition, tryTransition } from '../../../../server/transition.ts'
import {
  moveClaim,
  requireStatus,
  recordActivity,
  inCaseTransaction,
  type Actor,
  type CaseTransaction,
} from './case-transaction.ts'
import { currentClock } from '../../rules/case/case-progress.ts'
import { sealUnavailableReason, stateOf, unavailableReasonOf } from './decision-columns.ts'
import type { Case } from './load-case.ts'
import { requireChecked } from '../draft/document-check-result.ts'
import type { DocumentKind } from '../../rules/document-kinds.ts'
import { readBothLanguages } from '../view-of-claim-parts.ts'
import { itemMachine, requestMachine } from '../claim-states.ts'
import type { ItemStatus } from '../../rules/status-values.ts'
import type { BothLanguages } from '../../rules/claim-value-schemas.ts'
import type { ClaimRequestTable } from '../../tables.ts'
import { caseMessages, sendCaseMessage } from './case-messages.ts'
import { documentKey } from '../../rules/word-keys.ts'
import { sealItem } from './sealed-text.ts'

/** One thing to ask for. Without a title of its own it has the document's name and what it must show. */
export interface RequestedItem {
  kind: DocumentKind
  reason: BothLanguages
  title?: BothLanguages
  must?: BothLanguages
  /** The document it replaces. */
  replaces?: string
}

type ById = Actor & { id: string }
/** The columns of a new item. */
const openAt = (at: number) => ({ status: 'open' as const, version: 1, updated_at: at })

/** A word of the interface in both languages, the form in which requests store texts. */
export const sameInBothLanguages = (deps: Deps, key: string): BothLanguages => ({
  en: deps.words('en', key),
  cn: deps.words('cn', key),
})

/**
 * Sends one request with everything that is needed, including documents sent back; the clock pauses. Refuses
 * `nothing_asked` without items, `not_again` for an accepted document, `due_past`.
 */
export async function requestDocuments(
  deps: Deps,
  { items, dueOn, ...act }: ById & { items: readonly RequestedItem[]; dueOn?: Day },
): Promise<string> {
  return inCaseTransaction(deps, act, async (caseTx) => {
    const { id, until, count } = await askFor(caseTx, items, dueOn)
    await sendCaseMessage(caseTx, caseMessages.claim_request, { day: until, count })
    return id
  })
}

/** The same inside a larger transaction; the caller sends the message to the claimant. */
export async function askFor(
  caseTx: CaseTransaction,
  items: readonly RequestedItem[],
  dueOn?: Day,
): Promise<{ id: string; until: Day; count: number }> {
  requireStatus(caseTx, 'in_review')
  const { deps, trx, found, at, by } = caseTx
  const today = dayOf(at)
  const until = dueOn ?? addDays(today, LIMITS.supplementDays)
  if (until < today) throw new Refusal('due_past')
  const asked = [...items, ...refusedDocuments(found, items)]
  if (asked.length === 0) throw new Refusal('nothing_asked')
  asked.forEach((it, i) => refuseRepeatedRequest(found, it, i, deps))
  const id = newId()
  await trx
    .insertInto('claim_requests')
    .values({ id, claim_id: found.claim.id, at, due_on: until, sent_at: null, by: by, ...openAt(at) })
    .execute()
  await recordCreation(trx, {
    machine: requestMachine,
    id,
    status: 'open',
    by: by,
    at,
    data: { claim: found.claim.id },
  })
  for (const it of asked) {
    const item = newId()
    await trx
      .insertInto('claim_request_items')
      .values(
        sealItem(deps, {
          id: item,
          request_id: id,
          claim_id: found.claim.id,
          kind: it.kind,
          title: JSON.stringify(it.title ?? sameInBothLanguages(deps, documentKey(it.kind))),
          reason: JSON.stringify(it.reason),
          must: JSON.stringify(it.must ?? sameInBothLanguages(deps, documentKey(it.kind, 'rule'))),
          replaces: it.replaces ?? null,
          unavailable: null,
          ...openAt(at),
        }),
      )
      .execute()
    await recordCreation(trx, {
      machine: itemMachine,
      id: item,
      status: 'open',
      by: by,
      at,
      data: { request: id, document: it.kind },
    })
  }
  await moveClaim(caseTx, { to: 'supplement_required', kind: 'request', day: until })
  return { id, until, count: asked.length }
}

/** Documents that were sent back and are not on the list yet: each belongs in the next request. */
function refusedDocuments({ documents, items: earlier }: Case, items: readonly RequestedItem[]): RequestedItem[] {
  const named = new Set([...items, ...earlier].map((it) => it.replaces))
  return documents.flatMap((it) =>
    it.status === 'needs_replacement' && it.reason !== null && !named.has(it.id)
      ? [{ kind: it.kind, reason: readBothLanguages(it.reason), replaces: it.id }]
      : [],
  )
}

/**
 * An accepted document is never asked for again: neither by its id nor by its kind, unless the title says what else is
 * meant.
 */
function refuseRepeatedRequest({ documents, items }: Case, asked: RequestedItem, i: number, deps: Deps): void {
  const refuse = (): never => {
    throw new Refusal('not_again', { fields: { [`items.${i}`]: 'not_again' } })
  }
  if (asked.replaces !== undefined) {
    const replaced = documents.find((it) => it.id === asked.replaces)
    if (!replaced) throw new Refusal('invalid', { fields: { [`items.${i}.replaces`]: 'not_found' } })
    if (replaced.status === 'accepted') refuse()
    return
  }
  const accepted = documents.filter((it) => it.kind === asked.kind && it.status === 'accepted')
  const plain = sameInBothLanguages(deps, documentKey(asked.kind)).en
  const title = asked.title?.en ?? plain
  const answered = items.some(
    (it) => accepted.some((document) => document.item_id === it.id) && readBothLanguages(it.title).en === title,
  )
  if (answered || (accepted.length > 0 && title === plain)) refuse()
}

/** The request that the claimant has to answer now. */
export const openRequest = ({ requests }: Case): ClaimRequestTable | undefined =>
  requests.findLast((it) => it.status === 'open')

/** Has a document, or the person's reason why it cannot be obtained. */
export const isReady = ({ documents }: Pick<Case, 'documents'>, item: { id: string; status: string }): boolean =>
  item.status === 'unavailable' || documents.some((it) => it.item_id === item.id && it.status !== 'failed')

/** "I cannot get this document": an empty text withdraws it. */
export async function markUnavailable(
  deps: Deps,
  { item: itemId, text, ...act }: ById & { item: string; text: string },
): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    const request = caseTx.found.claim.status === 'supplement_required' ? openRequest(caseTx.found) : undefined
    const item = caseTx.found.items.find((it) => it.id === itemId && it.request_id === request?.id)
    if (!item) throw new Refusal('not_asked')
    const why = text.trim()
    // The same text again, from a second tap or a repeated call, is not recorded.
    if (item.status === 'unavailable' ? unavailableReasonOf(deps, item) === why : why === '') return
    if (item.status === 'unavailable' && why !== '')
      await setUnavailableText(caseTx, item.id, sealUnavailableReason(deps, why))
    else
      await moveItem(caseTx, item.id, why === '' ? 'open' : 'unavailable', {
        unavailable: why === '' ? null : sealUnavailableReason(deps, why),
      })
    await recordActivity(caseTx, why === '' ? 'quiet' : 'item_unavailable', { data: { document: item.kind } })
  })
}

/**
 * Sends what was asked for; the clock continues. Refuses `incomplete` with the items that have neither document nor
 * reason.
 */
export async function supplement(
  deps: Deps,
  { request: requestId, ...act }: ById & { request: string; version: number },
): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    const { trx, found, at } = caseTx
    const request = found.claim.status === 'supplement_required' ? openRequest(found) : undefined
    if (!request || request.id !== requestId) throw new Refusal('not_asked')
    const items = found.items.filter((it) => it.request_id === request.id)
    const missing = items.filter((it) => !isReady(found, it))
    if (missing.length > 0)
      throw new Refusal('incomplete', { fields: Object.fromEntries(missing.map((it) => [it.id, 'document_required'])) })
    await requireChecked(trx, found.claim.id, at)
    for (const it of items) {
      if (it.status === 'open') await moveItem(caseTx, it.id, 'answered')
    }
    await transition(trx, { machine: requestMachine, id: request.id, to: 'sent', by: act.by, at, set: { sent_at: at } })
    await moveClaim(caseTx, { to: 'supplement_submitted' })
    await sendCaseMessage(caseTx, caseMessages.claim_supplement_sent, { day: await decisionDueOn(caseTx) })
  })
}

/** The last day of the running promise after a change; it reads the case again. */
export async function decisionDueOn(caseTx: CaseTransaction): Promise<Day> {
  const { found } = caseTx
  const events = await caseTx.trx
    .selectFrom('events')
    .selectAll()
    .where('entity', '=', 'claim')
    .where('entity_id', '=', found.claim.id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return currentClock(stateOf({ ...found, events }), caseTx.at)?.dueOn ?? dayOf(caseTx.at)
}

/**
 * Continues without what is missing: because a handler decided so, or the due day has passed. What was sent already is
 * kept.
 */
export async function proceedWithout(
  deps: Deps,
  { lapsed = false, ...act }: ById & { lapsed?: boolean },
): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    requireStatus(caseTx, 'supplement_required')
    const request = openRequest(caseTx.found)
    if (lapsed && request && dayOf(caseTx.at) <= request.due_on) return
    await closeRequests(caseTx)
    await moveClaim(caseTx, { to: 'in_review', kind: 'went_on' })
    await sendCaseMessage(caseTx, lapsed ? caseMessages.claim_request_lapsed : caseMessages.claim_went_on, {
      day: await decisionDueOn(caseTx),
    })
  })
}

/** Nothing is required any more: closes open and sent requests and settles their items. */
export async function closeRequests(caseTx: CaseTransaction): Promise<void> {
  const {
    trx,
    found: { requests, items },
    by,
    at,
  } = caseTx
  for (const { id } of requests) await tryTransition(trx, { machine: requestMachine, id, to: 'closed', by, at })
  for (const { id } of items)
    await tryTransition(trx, { machine: itemMachine, id, to: 'settled', from: ['open', 'answered'], by, at })
}

const moveItem = (
  { trx, by, at }: CaseTransaction,
  id: string,
  to: ItemStatus,
  set: { unavailable?: string | null } = {},
) => transition(trx, { machine: itemMachine, id, to, by, at, set })

/** Changes the reason why it cannot be obtained: no change of status; the claim's own event records it. */
async function setUnavailableText({ trx, at }: CaseTransaction, id: string, unavailable: string): Promise<void> {
  await trx
    .updateTable('claim_request_items')
    .set({ unavailable, updated_at: at })
    .where('id', '=', id)
    .where('status', '=', 'unavailable')
    .execute()
}
