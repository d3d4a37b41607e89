import { expect, test } from 'vitest'
import { claimView } from '../../contract.ts'
import { claimRow } from '../../list-contract.ts'
import {
  acceptedOf,
  changedByOthers,
  decisionNumber,
  decisionOf,
  documentLines,
  documentStanding,
  hasNews,
  isOlder,
  mayAppeal,
  openItems,
  openRequest,
  paidBefore,
  paidBeforeToAll,
  promiseWords,
  reviewTimeOver,
  visitDays,
} from './claim-selectors.ts'
import { documentOf, itemOf } from './claim-sample-parts.testing.ts'
import { CASES, draftRow } from './claim-samples.testing.ts'

test('the cases are cases as the contract has them', () => {
  for (const [name, view] of Object.entries(CASES))
    expect(claimView.safeParse(view).error?.issues, name).toBeUndefined()
  expect(claimRow.safeParse(draftRow).error?.issues).toBeUndefined()
})

test('a document that came, went or was checked after the claim was loaded is news', () => {
  const checking = documentOf('medical_record', { status: 'checking' })
  const shown = { version: 4, documents: [documentOf('medical_record', { status: 'accepted' }), checking] }
  expect(hasNews(shown, { version: 4, documents: 2, checking: 1 })).toBe(false)
  for (const seen of [
    { version: 5, documents: 2, checking: 1 },
    { version: 4, documents: 3, checking: 1 },
    { version: 4, documents: 1, checking: 1 },
    { version: 4, documents: 2, checking: 0 },
  ])
    expect(hasNews(shown, seen)).toBe(true)
})

test('an answer overtaken by a newer one is older; one of the same version, or that there is no claim, is not', () => {
  expect(isOlder({ version: 3 }, { version: 4 })).toBe(true)
  expect(isOlder({ version: 4 }, { version: 4 })).toBe(false)
  expect(isOlder('missing', { version: 4 })).toBe(false)
  expect(isOlder({ version: 1 }, 'draft')).toBe(false)
})

test('what a request still waits for', () => {
  const request = openRequest(CASES.several)
  expect(request && openItems(request).map(({ id }) => id)).toEqual(['item-0002', 'item-0003'])
  expect(request && openItems({ items: request.items.map((item) => ({ ...item, status: 'unavailable' })) })).toEqual([])
  expect(openRequest(CASES.paid)).toBeUndefined()
})

test('documents by kind with their worst state, and what is needed', () => {
  const lines = documentLines(CASES.supplement)
  expect(lines.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'id_copy accepted',
    'invoice accepted',
    'invoice needed',
    'medical_record accepted',
    'test_report accepted',
    'accident_statement accepted',
    'proof_of_account received',
  ])
  expect(acceptedOf(lines)).toEqual({ accepted: 5, all: 7 })
})

test('a document that was or will be replaced does not count', () => {
  const old = documentOf('invoice', { id: 'doc-old-01', status: 'needs_replacement' })
  const requests = (status: 'open' | 'answered') => [
    { ...CASES.supplement.requests[0]!, items: [itemOf('item-0001', 'invoice', { replaces: old.id, status })] },
  ]
  expect(documentLines({ documents: [old], requests: requests('open') }).map(({ state }) => state)).toEqual(['needed'])
  expect(
    documentLines({
      documents: [old, documentOf('invoice', { status: 'received' })],
      requests: requests('answered'),
    }).map(({ state, count }) => [state, count]),
  ).toEqual([['received', 1]])
})

test('what was asked for anew and did not come is not asked for any more once the case went on', () => {
  const old = documentOf('invoice', { id: 'doc-old-01', status: 'needs_replacement' })
  const request = (status: 'open' | 'sent' | 'closed', item: 'open' | 'unavailable' | 'answered') => [
    {
      ...CASES.supplement.requests[0]!,
      status,
      items: [itemOf('item-0001', 'invoice', { replaces: old.id, status: item })],
    },
  ]
  expect(documentStanding(old, request('open', 'open'))).toBe('needs_replacement')
  expect(documentStanding(old, request('open', 'answered'))).toBe('replaced')
  for (const requests of [request('sent', 'unavailable'), request('closed', 'open'), []]) {
    expect(documentStanding(old, requests)).toBe('not_used')
    expect(documentLines({ documents: [old], requests }).map(({ state }) => state)).toEqual(['not_used'])
  }
})

test('a change is told when others made it, and never as news of one\u2019s own act', () => {
  const before = CASES.supplement
  const changedBy = (by: 'you' | 'us' | 'system') => ({
    ...before,
    version: before.version + 1,
    activity: [{ id: 'new', at: 1, by, kind: 'in_review', values: {} }, ...before.activity],
  })
  expect(changedByOthers(before, changedBy('us'))).toBe(true)
  expect(changedByOthers(before, changedBy('you'))).toBe(false)
  expect(changedByOthers(before, { ...changedBy('you'), status: 'supplement_submitted' })).toBe(false)
  // A record-only event: nothing on the page changes.
  expect(changedByOthers(before, { ...before, version: before.version + 1 })).toBe(false)
  expect(changedByOthers(before, before)).toBe(false)
})

test('decisions in their order, and who may ask for a review', () => {
  const [first] = CASES.paid.decisions
  if (!first) throw new Error('no decision')
  const later = { ...first, id: 'decision-09', at: first.at + 1000 }
  const claim = { ...CASES.paid, decisions: [first, later] }
  expect(decisionOf(claim, null)?.id).toBe(later.id)
  expect(decisionOf(claim, first.id)?.id).toBe(first.id)
  expect(decisionNumber(claim, later)).toBe(1)
  expect(mayAppeal(claim, first, '2026-12-01')).toBe(false)
  expect(mayAppeal(claim, later, '2026-12-01')).toBe(true)
  expect(mayAppeal(claim, later, '2027-01-25')).toBe(false)
  expect(visitDays(claim)).toEqual(['2026-11-12', '2026-11-19'])
})

test('whoever comes too late for a review reads until when it could be asked for', () => {
  const { decisions, appeals } = CASES.paid
  const decision = decisionOf(CASES.paid, null)
  if (!decision?.appealUntil) throw new Error('no review is possible')
  expect(reviewTimeOver({ decisions, appeals }, decision, '2026-12-01')).toBeNull()
  expect(reviewTimeOver({ decisions, appeals }, decision, '2027-12-01')).toBe(decision.appealUntil)
  expect(
    reviewTimeOver(
      { decisions, appeals: [{ ...CASES.appealed.appeals[0], decision: decision.id }] },
      decision,
      '2027-12-01',
    ),
  ).toBeNull()
})

test('a file for an open request is added and not sent yet', () => {
  const added = documentOf('medical_record', { id: 'doc-added', status: 'received', item: 'item-0002' })
  const [asked] = CASES.several.requests
  expect(asked).toBeDefined()
  expect(documentStanding(added, CASES.several.requests)).toBe('unsent')
  expect(documentStanding({ ...added, by: 'admin' }, CASES.several.requests)).toBe('received')
  expect(documentStanding({ ...added, status: 'failed' }, CASES.several.requests)).toBe('failed')
  expect(
    documentStanding(
      added,
      CASES.several.requests.map((it) => ({ ...it, status: 'sent' as const })),
    ),
  ).toBe('received')
  const there = documentOf('medical_record', { status: 'accepted' })
  expect(
    documentLines({ documents: [there, added], requests: CASES.several.requests })
      .filter(({ kind }) => kind === 'medical_record')
      .map(({ state, count }) => [state, count]),
  ).toEqual([
    ['accepted', 1],
    ['unsent', 1],
    ['needed', 0],
  ])
})

test('a day that is over is not promised again', () => {
  expect(promiseWords('2026-11-24', '2026-11-24', 'claimprogress:steps.by')).toBe('claimprogress:steps.by')
  expect(promiseWords('2026-11-24', '2026-11-25', 'claimprogress:steps.by')).toBe('claimprogress:steps.late')
})

test('a review adds to what was paid before it; a first decision has nothing before it', () => {
  const [first] = CASES.paid.decisions
  if (!first) throw new Error('no decision')
  const second = { ...first, id: 'decision-02', at: first.at + 1 }
  const claim = { decisions: [first, second], onAccount: CASES.paid.onAccount }
  expect(paidBefore(claim, first)).toBe(0)
  expect(paidBefore(claim, second)).toBe(first.sheet.paidToYou)
  const onAccount = { ...CASES.paid.onAccount, paid: { amount: 100, currency: 'CNY' as const } }
  expect(paidBefore({ ...claim, onAccount }, second)).toBe(first.sheet.paidToYou + 100)
  const toHospital = { ...first, sheet: { ...first.sheet, paidToHospital: 900 } }
  expect(paidBeforeToAll({ ...claim, decisions: [toHospital, second] }, second)).toBe(first.sheet.paidToYou + 900)
})
