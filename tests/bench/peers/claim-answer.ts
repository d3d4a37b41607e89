/** One claim that was sent, as its person sees it. */
import { z } from 'zod'
import { dayOf, formatDay } from '../../../src/lib/days/dates.ts'
import { maskIdNumber } from '../../../src/lib/people/id-number-text.ts'
import type { Lang } from '../../../src/lib/locale.ts'
import { mayOf } from '../../../src/features/claims/rules/case/allowed-claimant-actions.ts'
import { mayTakeBack } from '../../../src/features/claims/rules/case/promised-documents.ts'
import {
  clocks,
  onAccountClock,
  promises,
  stepsOf,
  turnOf,
} from '../../../src/features/claims/rules/case/case-progress.ts'
import { clockAt } from '../../../src/features/claims/rules/case/promise-clock.ts'
import type { Clock } from '../../../src/features/claims/rules/promise-clock-schema.ts'
import { EMPTY_ANSWERS, type ClaimAccount, type ClaimAnswers } from '../../../src/features/claims/rules/claim-fields.ts'
import { categoryOf } from '../../../src/features/claims/rules/document-kinds.ts'
import { shareWords } from '../../../src/features/claims/rules/heir-shares.ts'
import { sharesOf } from '../../../src/features/claims/rules/settlement/split-among-payees.ts'
import { ACTIVITIES, documentKey, type Activity } from '../../../src/features/claims/rules/word-keys.ts'
import { claimLine, money, policyOf, stateOf } from './claim-list-answer.ts'
import { checkedWhenSealed } from '../../../src/server/keys/seal.ts'
import { open, TEXT, type Asking, type Peer } from './peer.ts'
import type { ClaimRow, EventRow } from './rows.ts'

const CLAIM_ANSWERS = checkedWhenSealed<{ answers: Partial<ClaimAnswers> }>()
const ACCOUNT = checkedWhenSealed<ClaimAccount>()
const HEIR = checkedWhenSealed<{ name: string; relation: string; guardian: string | null }>()
const tailOf = (accountNumber: string): string => accountNumber.replace(/\W/g, '').slice(-4)

const claimInput = z.object({ id: z.string() })

export async function claim({ peer, session, lang }: Asking, query: unknown): Promise<unknown> {
  const { id } = claimInput.parse(query)
  const row = await peer.store.claim(session.user_id, id)
  if (!row || row.status === 'draft' || row.status === 'discarded') throw new Error('no such claim')
  const now = peer.deps.clock()
  const state = stateOf(row)
  const policy = policyOf(peer, row.policy, lang)
  const asked = row.requests.findLast((it) => it.status === 'open')
  return {
    ...claimLine(peer, row, policy, {
      state,
      dueOn: asked?.due_on,
      waiting: row.items.filter(
        (it) =>
          it.request_id === asked?.id && it.status === 'open' && !row.documents.some((of) => of.item_id === it.id),
      ).length,
    }),
    version: row.version,
    policy,
    answers: maskedAnswers(peer, row),
    signature: signatureOf(peer, row.signatures.at(-1)),
    steps: stepsOf(state, now),
    clocks: clocks(state, now),
    turn: turnOf(row.status),
    handler: row.handler === null ? null : (row.handler_name ?? row.handler),
    requests: requestsOf(peer, row, dayOf(now)),
    documents: row.documents.map((it) => documentOf(peer, it)),
    takeBack: row.documents.filter((it) => mayTakeBack(it, row, row.decisions.at(-1)?.at)).map((it) => it.id),
    activity: activityOf(peer, row.events, lang),
    decisions: row.decisions.map((it) => decisionOf(peer, it)),
    payments: paymentsOf(peer, row),
    account: accountOf(peer, row),
    // Of a claim that is paid no other account is looked for.
    accountReturned: null,
    payees: payeesOf(peer, row),
    onAccount: onAccountOf(peer, row, onAccountClock(state, now)),
    appeals: appealsOf(peer, row, promises(state), now),
    rateAwaited: null,
    may: mayOf(state, now),
  }
}

type Of<K extends 'signatures' | 'decisions' | 'items' | 'documents'> = ClaimRow[K][number]

const signatureOf = (peer: Peer, row: Of<'signatures'> | undefined) =>
  row
    ? {
        kind: row.kind,
        name: open(peer, 'claims.name', TEXT, row.name),
        at: row.at,
        lang: row.text_lang,
        textVersion: row.text_version,
        textSha256: row.text_sha256,
        stands: true,
      }
    : null

const requestsOf = (peer: Peer, row: ClaimRow, today: string) =>
  row.requests.map((request) => ({
    id: request.id,
    at: request.at,
    dueOn: request.due_on,
    overdue: request.status === 'open' && today > request.due_on,
    status: request.status,
    sentAt: request.sent_at,
    items: row.items.filter((it) => it.request_id === request.id).map((it) => itemOf(peer, row, it)),
  }))

const decisionOf = (peer: Peer, row: Of<'decisions'>) => ({
  id: row.id,
  at: row.at,
  outcome: row.outcome,
  reason: row.reason === null ? null : written(peer, row.reason),
  clauses: JSON.parse(row.clauses),
  sheet: written(peer, row.sheet),
  appealUntil: row.appeal_until,
})

const paymentsOf = (peer: Peer, { payments }: ClaimRow) =>
  payments.map((it, i) => {
    const { bankName, accountNumber, accountName } = open(peer, 'claims.account', ACCOUNT, it.account)
    const later = payments.some((of, j) => j > i && of.decision_id === it.decision_id && of.payee_id === it.payee_id)
    return {
      id: it.id,
      status: it.status,
      amount: money(it.amount_minor, it.currency),
      startedAt: it.started_at,
      settledAt: it.settled_at,
      bank: bankName,
      accountTail: tailOf(accountNumber),
      accountName,
      reference: it.reference,
      reason: it.reason === null ? null : JSON.parse(it.reason),
      onAccount: it.decision_id === null,
      returned: it.status === 'failed' && !later,
      payee: it.payee_id,
    }
  })

function onAccountOf(peer: Peer, { payments }: ClaimRow, clock: Clock | null) {
  const rows = payments.filter((it) => it.decision_id === null)
  const good = rows.filter((it) => it.status !== 'failed')
  const [first] = good
  const notes = rows.map((it) => (it.note === null ? null : written(peer, it.note)))
  return {
    clock,
    note: notes.find((it) => it !== null) ?? null,
    paid: first
      ? money(
          good.reduce((sum, it) => sum + it.amount_minor, 0),
          first.currency,
        )
      : null,
  }
}

const appealsOf = (peer: Peer, { appeals }: ClaimRow, all: ReturnType<typeof promises>, now: number) =>
  appeals.map((it) => {
    const review = all.find((of) => of.kind === 'review' && of.of === it.decision_id && of.startedAt === it.at)
    return {
      id: it.id,
      at: it.at,
      decision: it.decision_id,
      text: open(peer, 'claims.appeal', TEXT, it.text),
      lines: JSON.parse(it.lines),
      clock: review ? clockAt(review, now) : null,
      status: it.status,
    }
  })

/** A handler's text: JSON, sealed as a text. */
const written = (peer: Peer, sealed: string): unknown => JSON.parse(open(peer, 'claims.written', TEXT, sealed))

function maskedAnswers(peer: Peer, row: ClaimRow): ClaimAnswers {
  const { answers } = open(peer, 'claims.answers', CLAIM_ANSWERS, row.answers)
  const all = { ...EMPTY_ANSWERS, ...answers }
  const maskedId = <T extends { idNumber: string }>(of: T): T => ({
    ...of,
    idNumber: of.idNumber === '' ? '' : maskIdNumber(of.idNumber),
  })
  const maskedAccount = <T extends Pick<ClaimAnswers, 'accountNumber' | 'bankFields'>>(of: T): T => ({
    ...of,
    accountNumber: of.accountNumber === '' ? '' : `•••• ${of.accountNumber.replace(/[\s-]/g, '').slice(-4)}`,
    bankFields: of.bankFields['branch'] === undefined ? {} : { branch: of.bankFields['branch'] },
  })
  return {
    ...maskedAccount(all),
    claimant: maskedId(all.claimant),
    heirs: all.heirs.map((heir) => maskedAccount(maskedId(heir))),
  }
}

function accountOf(peer: Peer, { account, payees }: ClaimRow) {
  if (account === null || payees.length > 0) return null
  const { bankName, accountNumber, accountName, accountCountry } = open(peer, 'claims.account', ACCOUNT, account)
  return { bank: bankName, tail: tailOf(accountNumber), name: accountName, country: accountCountry }
}

function payeesOf(peer: Peer, { payees, paid_minor, currency }: ClaimRow) {
  if (payees.length === 0) return []
  const parts = payees.map((it) => it.parts)
  const amounts = sharesOf(paid_minor ?? 0, parts)
  return payees.map((it, i) => {
    const account = open(peer, 'claims.account', ACCOUNT, it.account)
    const person = it.person === null ? null : open(peer, 'claims.heir', HEIR, it.person)
    return {
      id: it.id,
      name: person?.name ?? account.payeeName,
      relation: person?.relation ?? null,
      guardian: person?.guardian ?? null,
      share: shareWords(it.parts, parts),
      bank: account.bankName,
      accountTail: tailOf(account.accountNumber),
      accountName: account.accountName,
      due: currency === null || paid_minor === null ? null : money(amounts[i] ?? 0, currency),
    }
  })
}

function itemOf(peer: Peer, { documents }: ClaimRow, item: Of<'items'>) {
  const answering = documents.filter((it) => it.item_id === item.id)
  return {
    id: item.id,
    kind: item.kind,
    category: categoryOf(item.kind),
    title: written(peer, item.title),
    reason: written(peer, item.reason),
    must: written(peer, item.must),
    replaces: item.replaces,
    status: item.status === 'open' && answering.some((it) => it.status !== 'failed') ? 'answered' : item.status,
    documents: answering.map((it) => documentOf(peer, it)),
    unavailable: item.unavailable === null ? null : open(peer, 'claims.unavailable', TEXT, item.unavailable),
  }
}

const documentOf = (peer: Peer, row: Of<'documents'>) => ({
  id: row.id,
  kind: row.kind,
  category: row.category,
  item: row.item_id,
  name: open(peer, 'claims.file', TEXT, row.name),
  mime: row.mime,
  pages: row.pages,
  size: row.size,
  sha256: row.sha256,
  receivedAt: row.received_at,
  by: row.by,
  status: row.status,
  fault: row.fault,
  reason: row.reason === null ? null : written(peer, row.reason),
  hasThumb: row.thumb_id !== null,
  reused: row.reused_from !== null,
})

const MOVED: Readonly<Record<string, string>> = {
  draft: 'started',
  supplement_required: 'request',
  supplement_submitted: 'supplement_sent',
  cancelled: 'withdrawn',
}

function activityOf({ deps }: Peer, events: readonly EventRow[], lang: Lang): unknown[] {
  return events.toReversed().flatMap((event) => {
    const { kind: said, day, document } = event.data === null ? {} : JSON.parse(event.data)
    const moved = event.from_status !== event.to_status && said === undefined
    const kind: string | undefined = said ?? (moved ? (MOVED[event.to_status] ?? event.to_status) : undefined)
    if (kind === undefined || !(ACTIVITIES as readonly string[]).includes(kind)) return []
    return [
      {
        id: event.id,
        at: event.at,
        by: whoDid(kind as Activity, event.by),
        kind,
        values: {
          ...(day === undefined ? {} : { day: formatDay(day, lang) }),
          ...(document === undefined ? {} : { document: deps.words(lang, documentKey(document)) }),
        },
      },
    ]
  })
}

function whoDid(kind: Activity, by: string): string {
  if (kind === 'paying' || kind === 'on_account') return 'us'
  if (by.startsWith('user:')) return 'you'
  if (['paid', 'payment_failed', 'on_account_paid', 'one_paid'].includes(kind)) return 'bank'
  return by.startsWith('operator:') ? 'us' : 'system'
}
