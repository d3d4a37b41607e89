import { describe, expect, test } from 'vitest'
import type { Visit } from '../claim-fields.ts'
import type { AssessmentInvoice } from './assessment.ts'
import { discrepancyLine, discrepanciesOf, unanswered, withoutId } from './discrepancies.ts'

const POLICY = { start: '2026-09-02', end: '2027-09-01', cancelledOn: null }
const VISIT: Visit = {
  id: 'v001',
  day: '2026-11-12',
  amount: 8_500,
  currency: 'USD',
  invoice: 'INV-1',
  elsewhere: null,
}
const told = (...visits: Visit[]) => ({
  type: 'outpatient' as const,
  incidentDay: '2026-11-12',
  admitted: null,
  otherInsurance: false,
  visits,
  hospital: { slug: '', name: 'Sample Clinic', city: '', country: '' },
})
const words = { en: 'x', cn: '某' }
const invoice = (over: Partial<AssessmentInvoice> = {}, ...amounts: number[]): AssessmentInvoice => ({
  id: 'invoice-1',
  visit: 'v001',
  number: '',
  provider: 'sample  clinic',
  day: '2026-11-12',
  currency: 'USD',
  group: 'all',
  rate: null,
  lines: (amounts.length > 0 ? amounts : [8_500]).map((amount, i) => ({
    id: `1.${i}`,
    name: words,
    amount,
    deductions: [],
  })),
  ...over,
})
const of = (invoices: AssessmentInvoice[], visits = [VISIT], policy = POLICY) =>
  discrepanciesOf({ invoices, otherInsurance: [] }, told(...visits), policy, '2026-11-22').map((it) => it.id)

describe('what is assessed beside what was claimed', () => {
  test('the same is no doubt', () => expect(of([invoice()])).toEqual([]))
  test('USD 85.00 claimed, 600.00 + 25.00 assessed', () => {
    const [doubt] = discrepanciesOf(
      { invoices: [invoice({}, 60_000, 2_500)], otherInsurance: [] },
      told(VISIT),
      POLICY,
      '2026-11-22',
    )
    expect(doubt).toMatchObject({ id: 'v001.amount', by: 'confirm' })
    expect(doubt && discrepancyLine(doubt).replaceAll('\u00a0', ' ')).toBe(
      '! v001.amount  amount differs from the claim: claimed USD 85.00, assessed USD 625.00  (--confirm)',
    )
  })
  test('currency, day and provider each by name', () => {
    expect(of([invoice({ currency: 'CAD', day: '2026-11-13', provider: 'Other Clinic' })])).toEqual([
      'v001.currency',
      'v001.day',
      'v001.provider',
    ])
  })
  test('two invoices of one visit are taken together', () => {
    expect(of([invoice({}, 6_000), invoice({ id: 'invoice-2' }, 2_500)])).toEqual([])
    expect(of([invoice({}, 6_000), invoice({ id: 'invoice-2' }, 2_400)])).toEqual(['v001.amount'])
  })
  test('a visit that is left out, an invoice that nobody claimed', () => {
    expect(of([invoice({ visit: null })])).toEqual(['v001.left_out', 'invoice-1.not_claimed'])
    expect(of([invoice({ visit: null })], [])).toEqual([])
  })
})

describe('days that the policy does not cover', () => {
  const before: Visit = { ...VISIT, day: '2026-01-01' }
  test('are overridden, not confirmed', () =>
    expect(of([invoice({ day: '2026-01-01' })], [before])).toEqual(['v001.visit_before_cover']))
  test('are not lost by assessing another day', () =>
    expect(of([invoice()], [before])).toEqual(['v001.day', 'v001.visit_before_cover']))
  test('do not matter where nothing of the invoice is paid for', () => {
    const off = [{ kind: 'not_covered' as const, amount: 8_500, clause: '3.1', reason: words }]
    expect(
      of(
        [invoice({ day: '2026-01-01', lines: [{ id: '1.1', name: words, amount: 8_500, deductions: off }] })],
        [before],
      ),
    ).toEqual([])
  })
})

test('everything is named, and nothing else', () => {
  const doubts = discrepanciesOf(
    { invoices: [invoice({ day: '2026-01-01' }, 600)], otherInsurance: [] },
    told({ ...VISIT, day: '2026-01-01' }),
    POLICY,
    '2026-11-22',
  )
  expect(unanswered(doubts, { confirm: [], override: [] })).toEqual({
    'v001.amount': 'needs --confirm',
    'v001.visit_before_cover': 'needs --override',
  })
  expect(unanswered(doubts, { confirm: ['v001.amount', 'v001.visit_before_cover'], override: [] })).toEqual({
    'v001.visit_before_cover': 'needs --override',
  })
  expect(unanswered(doubts, { confirm: ['v001.amount', 'v009.day'], override: ['v001.visit_before_cover'] })).toEqual({
    'v009.day': 'nothing to confirm',
  })
  expect(unanswered(doubts, { confirm: ['v001.amount'], override: ['v001.visit_before_cover'] })).toEqual({})
})

describe('other insurance that the claim mentions', () => {
  const paid: Visit = { ...VISIT, other: { payer: 'Campus plan', typed: '20', amount: 2_000 } }
  const doubts = (otherInsurance: { amount: number; note: typeof words }[], visit = paid, yes = true) =>
    discrepanciesOf(
      { invoices: [invoice()], otherInsurance },
      { ...told(visit), otherInsurance: yes },
      POLICY,
      '2026-11-22',
    )
  test('is a doubt while nothing is taken off for it', () => {
    expect(doubts([])).toMatchObject([{ id: 'other_insurance', claimed: 'yes, v001 USD\u00a020.00', assessed: 'none' }])
    expect(doubts([], VISIT)).toMatchObject([{ id: 'other_insurance', claimed: 'yes' }])
    expect(doubts([{ amount: 0, note: words }])).toHaveLength(1)
  })
  test('is none once something is, or where the answer is no', () => {
    expect(doubts([{ amount: 1, note: words }])).toEqual([])
    expect(doubts([], paid, false)).toEqual([])
  })
})

describe('a case without an ID of the insured person', () => {
  const paid = { invoices: [invoice()] }
  const without = (...documents: Parameters<typeof withoutId>[0]['documents']) =>
    withoutId({ type: 'outpatient', documents }, paid).map(({ id }) => id)
  test('is confirmed before anything is paid', () => {
    expect(without()).toEqual(['insured.no_id'])
    expect(without({ kind: 'id_copy', status: 'needs_replacement' })).toEqual(['insured.no_id'])
    // Until it has been checked nobody knows that it can be opened.
    expect(without({ kind: 'id_copy', status: 'checking' })).toEqual(['insured.no_id'])
    expect(without({ kind: 'id_copy', status: 'set_aside' })).toEqual(['insured.no_id'])
    expect(without({ kind: 'id_copy', status: 'received' })).toEqual([])
  })
  test('needs no confirmation for a refusal, nor after a death', () => {
    const refused = invoice({
      lines: [
        {
          id: '1.0',
          name: words,
          amount: 8_500,
          deductions: [{ kind: 'not_covered', amount: 8_500, clause: '6.7', reason: words }],
        },
      ],
    })
    expect(withoutId({ type: 'outpatient', documents: [] }, { invoices: [refused] })).toEqual([])
    expect(withoutId({ type: 'death', documents: [] }, paid)).toEqual([])
    expect(withoutId({ type: 'outpatient', documents: [] })).toHaveLength(1)
  })
})
