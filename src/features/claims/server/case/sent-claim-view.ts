/** A sent claim as its owner sees it. */
import { formatDay, isDay } from '../../../../lib/days/dates.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { money } from '../../../../lib/money/money.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { displayName } from '../../../../server/operator/operator-name.ts'
import { clockAt } from '../../rules/case/promise-clock.ts'
import { heirParts } from '../settlement/heirs-as-payees.ts'
import { returnedPayments } from '../settlement/claim-payments.ts'
import { returnedElsewhere } from '../settlement/returned-accounts.ts'
import { clocks, onAccountClock, promises, stepsOf, turnOf, type CaseState } from '../../rules/case/case-progress.ts'
import { mayOf } from '../../rules/case/allowed-claimant-actions.ts'
import { mayTakeBack } from '../../rules/case/promised-documents.ts'
import type { Case } from './load-case.ts'
import {
  appealText,
  clausesOf,
  eventData,
  linesOf,
  shownSheet,
  stateOf,
  unavailableReasonOf,
} from './decision-columns.ts'
import { awaitedRate } from '../settlement/awaited-rate.ts'
import { maskedAnswers, shownAccount } from '../answer-columns.ts'
import { categoryOf, DOCUMENT_KIND_IDS, type DocumentKind } from '../../rules/document-kinds.ts'
import { tailOf } from '../documents/decision-letter-file.ts'
import {
  readBothLanguages,
  readBothLanguagesOrNull,
  documentView,
  policyView,
  signatureView,
} from '../view-of-claim-parts.ts'
import { claimRowOfCase, todayOf } from './make-listed-claim.ts'
import { ACTIVITIES, documentKey, type Activity } from '../../rules/word-keys.ts'
import type { ActivityView, ClaimView, DecisionView, RequestView } from '../../rules/case/sent-claim-view-schema.ts'

/** The case with what other claims of its owner say about its account. */
export const claimViewAmongOthers = async (deps: Deps, found: Case, lang: Lang): Promise<ClaimView> => ({
  ...claimView(deps, found, lang),
  accountReturned: await returnedElsewhere(deps, found),
})

/** The whole case in its owner's language; not for drafts, which `draftView` shows. */
export function claimView(deps: Deps, found: Case, lang: Lang): ClaimView {
  const { claim, signature } = found
  const now = deps.clock()
  const state = stateOf(found)
  const policy = policyView(deps, found.policy, lang)
  return {
    ...claimRowOfCase(deps, found, { policy, state }),
    version: claim.version,
    policy,
    answers: maskedAnswers(deps, claim),
    signature: signature && signatureView(deps, signature, true),
    steps: stepsOf(state, now),
    clocks: clocks(state, now),
    turn: turnOf(claim.status),
    handler: claim.handler && (claim.handler_name ?? displayName(claim.handler)),
    requests: requestViews(deps, found),
    documents: found.documents.map((it) => documentView(deps, it)),
    takeBack: found.documents.filter((it) => mayTakeBack(it, claim, found.decisions.at(-1)?.at)).map(({ id }) => id),
    activity: activityViews(deps, found, lang),
    decisions: found.decisions.map((it): DecisionView => ({
      id: it.id,
      at: it.at,
      outcome: it.outcome,
      reason: readBothLanguagesOrNull(it.reason),
      clauses: clausesOf(it),
      sheet: shownSheet(it),
      appealUntil: it.appeal_until,
    })),
    payments: paymentViews(deps, found),
    account: accountView(deps, found),
    accountReturned: null,
    payees: payeeViews(deps, found),
    onAccount: onAccountView(state, found, now),
    appeals: appealViews(deps, found, state, now),
    rateAwaited: awaitedRate(claim),
    may: mayOf(state, now),
  }
}

function requestViews(deps: Deps, { requests, items, documents }: Case): RequestView[] {
  const today = todayOf(deps)
  return requests.map((request) => ({
    id: request.id,
    at: request.at,
    dueOn: request.due_on,
    overdue: request.status === 'open' && today > request.due_on,
    status: request.status,
    sentAt: request.sent_at === null ? null : request.sent_at,
    items: items
      .filter((it) => it.request_id === request.id)
      .map((item) => ({
        id: item.id,
        kind: item.kind,
        category: categoryOf(item.kind),
        title: readBothLanguages(item.title),
        reason: readBothLanguages(item.reason),
        must: readBothLanguages(item.must),
        replaces: item.replaces,
        status:
          item.status === 'open' && documents.some((it) => it.item_id === item.id && it.status !== 'failed')
            ? 'answered'
            : item.status,
        documents: documents.filter((it) => it.item_id === item.id).map((it) => documentView(deps, it)),
        unavailable: unavailableReasonOf(deps, item),
      })),
  }))
}

function paymentViews(deps: Deps, found: Case): ClaimView['payments'] {
  const { payments } = found
  const returned = new Set(returnedPayments(found).map((it) => it.id))
  return payments.map((it) => {
    const { bankName, accountNumber, accountName } = shownAccount(deps, it.account)
    return {
      id: it.id,
      status: it.status,
      amount: money(it.amount_minor, it.currency),
      startedAt: it.started_at,
      settledAt: it.settled_at === null ? null : it.settled_at,
      bank: bankName,
      accountTail: tailOf(accountNumber),
      accountName,
      reference: it.reference,
      reason: readBothLanguagesOrNull(it.reason),
      onAccount: it.decision_id === null,
      returned: returned.has(it.id),
      payee: it.payee_id,
    }
  })
}

function accountView(deps: Deps, { claim, payees }: Case): ClaimView['account'] {
  if (claim.account === null || payees.length > 0) return null
  const { bankName, accountNumber, accountName, accountCountry } = shownAccount(deps, claim.account)
  return { bank: bankName, tail: tailOf(accountNumber), name: accountName, country: accountCountry }
}

/** The payees, and each one's part of the total that was decided. */
function payeeViews(deps: Deps, found: Case): ClaimView['payees'] {
  const { paid_minor, currency } = found.claim
  return heirParts(deps, found, paid_minor ?? 0).map(({ payee, person, share, amount }) => {
    const { bankName, accountNumber, accountName, payeeName } = shownAccount(deps, payee.account)
    return {
      id: payee.id,
      name: person?.name ?? payeeName,
      relation: person?.relation ?? null,
      guardian: person?.guardian ?? null,
      share,
      bank: bankName,
      accountTail: tailOf(accountNumber),
      accountName,
      due: currency === null || paid_minor === null ? null : money(amount, currency),
    }
  })
}

/** Money on account: by when it is promised, and how much of it was paid. */
function onAccountView(state: CaseState, { payments }: Case, now: number): ClaimView['onAccount'] {
  const rows = payments.filter((it) => it.decision_id === null)
  const good = rows.filter((it) => it.status !== 'failed')
  const [first] = rows
  return {
    clock: onAccountClock(state, now),
    note: rows.map((it) => readBothLanguagesOrNull(it.note)).find((it) => it !== null) ?? null,
    paid:
      first && good.length > 0
        ? money(
            good.reduce((sum, it) => sum + it.amount_minor, 0),
            first.currency,
          )
        : null,
  }
}

function appealViews(deps: Deps, found: Case, state: CaseState, now: number): ClaimView['appeals'] {
  if (found.appeals.length === 0) return []
  const reviews = promises(state).filter((it) => it.kind === 'review')
  return found.appeals.map((it) => {
    const review = reviews.find((promise) => promise.of === it.decision_id && promise.startedAt === it.at)
    return {
      id: it.id,
      at: it.at,
      decision: it.decision_id,
      text: appealText(deps, it),
      lines: linesOf(it),
      status: it.status,
      clock: review ? clockAt(review, now) : null,
    }
  })
}

const isActivity = (kind: string): kind is Activity => (ACTIVITIES as readonly string[]).includes(kind)
const isKind = (kind: string): kind is DocumentKind => (DOCUMENT_KIND_IDS as readonly string[]).includes(kind)
/** A status and its activity have the same name, except for these. */
const MOVED: Readonly<Record<string, Activity>> = {
  draft: 'started',
  supplement_required: 'request',
  supplement_submitted: 'supplement_sent',
  cancelled: 'withdrawn',
}
/** Ours whoever caused it: after an account was corrected the payment is repeated in the person's own call. */
const BY_US: readonly Activity[] = ['paying', 'on_account']
/** Done by the bank; we only record it. */
const AT_BANK: readonly Activity[] = ['paid', 'payment_failed', 'on_account_paid', 'one_paid']

function activityViews(deps: Deps, { events }: Case, lang: Lang): ActivityView[] {
  return events.toReversed().flatMap((event): ActivityView[] => {
    const { kind: said, day, document } = eventData(event.data)
    const moved =
      event.from_status !== event.to_status && said === undefined
        ? (MOVED[event.to_status] ?? event.to_status)
        : undefined
    const kind = said ?? moved
    // Recorded only as evidence, such as handing a draft to a phone.
    if (kind === undefined || !isActivity(kind)) return []
    const who = BY_US.includes(kind)
      ? 'us'
      : event.by.startsWith('user:')
        ? 'you'
        : AT_BANK.includes(kind)
          ? 'bank'
          : event.by.startsWith('operator:')
            ? 'us'
            : 'system'
    return [
      {
        id: event.id,
        at: event.at,
        by: who,
        kind,
        values: {
          ...(day !== undefined && isDay(day) ? { day: formatDay(day, lang) } : {}),
          ...(document !== undefined && isKind(document) ? { document: deps.words(lang, documentKey(document)) } : {}),
        },
      },
    ]
  })
}
