/** Cases that were asked for more, decided and paid, with their sheets. */
import type { Clock } from '../../rules/promise-clock-schema.ts'
import type { ClaimView, DecisionView, RequestItem } from '../../contract.ts'
import type { Sheet } from '../../rules/settlement-sheet.ts'
import { at, both, clockOf, itemOf, steps, base } from './claim-sample-parts.testing.ts'

/** The sheet of domain §5.4 A, and an invoice in the currency of the settlement. */
export const sheetA: Sheet = {
  currency: 'CNY',
  outcome: 'partially_approved',
  invoices: [
    {
      id: 'i1',
      visit: 'v1aa',
      number: 'INV-20877',
      provider: 'Longfellow Urgent Care',
      day: '2026-11-12',
      currency: 'GBP',
      invoiced: 27_540,
      eligible: 23_840,
      lines: [
        { id: 'l1', name: both('GP visit', '全科门诊'), invoiced: 12_000, deductions: [], eligible: 12_000 },
        {
          id: 'l2',
          name: both('Blood test', '血液检查'),
          invoiced: 9_500,
          deductions: [
            {
              kind: 'above_customary',
              amount: 1_500,
              clause: '6.3',
              reason: both('15.00 above the usual price there', '超出当地惯常价格15.00'),
            },
          ],
          eligible: 8_000,
        },
        { id: 'l3', name: both('Medicine', '药品'), invoiced: 3_840, deductions: [], eligible: 3_840 },
        {
          id: 'l4',
          name: both('Vitamins', '维生素'),
          invoiced: 2_200,
          deductions: [
            { kind: 'not_covered', amount: 2_200, clause: '6.7', reason: both('Not prescribed', '没有处方') },
          ],
          eligible: 0,
        },
      ],
      rate: { rate: '9.1500', per: 1, day: '2026-11-12', source: both('central parity', '中间价'), clause: '8.7' },
      converted: 218_136,
    },
    {
      id: 'i2',
      visit: 'v2aa',
      number: 'INV-21150',
      provider: 'Longfellow Urgent Care',
      day: '2026-11-19',
      currency: 'CNY',
      invoiced: 20_000,
      eligible: 20_000,
      lines: [{ id: 'l5', name: both('Follow-up', '复诊'), invoiced: 20_000, deductions: [], eligible: 20_000 }],
      rate: null,
      converted: 20_000,
    },
  ],
  eligible: 238_136,
  steps: [
    { kind: 'deductible', amount: 30_000, clause: '4.1', note: both('300.00 for this illness', '本次疾病300.00') },
    { kind: 'share', amount: 20_814, clause: '4.2', note: both('10% of 2,081.36', '2,081.36的10%') },
  ],
  payable: 187_322,
  paidToHospital: 0,
  paidToYou: 187_322,
}

export const decision: DecisionView = {
  id: 'decision-01',
  at: at('2026-11-25', 16, 40),
  outcome: 'partially_approved',
  reason: both(
    'Vitamins were not prescribed, and the blood test cost more than is usual there.',
    '维生素没有处方，血液检查超出当地惯常价格。',
  ),
  clauses: ['6.7', '6.3'],
  sheet: sheetA,
  appealUntil: '2027-01-24',
}
export const done = (kind: Clock['kind'], day: number, of: number): Clock => clockOf({ kind, state: 'done', day, of })
export const decided: Partial<ClaimView> = {
  outcome: 'partially_approved',
  decidedAt: decision.at,
  decisions: [decision],
  paid: { amount: 187_322, currency: 'CNY' },
  clocks: [done('decision', 5, 5)],
  steps: steps({
    checking: { state: 'done' },
    decision: { state: 'done', at: decision.at },
    payment: { state: 'now', at: decision.at, dueOn: '2026-12-05' },
  }),
  may: { ...base.may, withdraw: false, appeal: true },
}
export const paymentOf = (over: Partial<ClaimView['payments'][number]> = {}): ClaimView['payments'][number] => ({
  id: 'payment-01',
  status: 'paid',
  amount: { amount: 187_322, currency: 'CNY' },
  startedAt: at('2026-11-26'),
  settledAt: at('2026-12-02', 10, 17),
  bank: 'Bank of China',
  accountTail: '4417',
  accountName: '林语桐',
  reference: '2612 0210 1700 83',
  reason: null,
  onAccount: false,
  returned: false,
  payee: null,
  ...over,
})
export const request = (items: RequestItem[]): ClaimView['requests'] => [
  {
    id: 'request-01',
    at: at('2026-11-19', 15, 12),
    dueOn: '2026-12-03',
    overdue: false,
    status: 'open',
    sentAt: null,
    items,
  },
]
const stopped = clockOf({ state: 'stopped', stoppedOn: '2026-11-19', dueOn: '2026-11-22' })

export const supplement: ClaimView = {
  ...base,
  status: 'supplement_required',
  needs: 1,
  needsBy: '2026-12-03',
  clock: stopped,
  clocks: [stopped],
  turn: 'you',
  requests: request([itemOf('item-0001', 'invoice')]),
  may: { ...base.may, supplement: true },
}
export const paid: ClaimView = {
  ...base,
  ...decided,
  status: 'paid',
  clock: done('payment', 7, 10),
  clocks: [done('decision', 5, 5), done('payment', 7, 10)],
  payments: [paymentOf()],
  turn: 'nobody',
  requests: [
    {
      id: 'request-01',
      at: at('2026-11-19'),
      dueOn: '2026-12-03',
      overdue: false,
      status: 'closed',
      sentAt: at('2026-11-23'),
      items: [itemOf('item-0001', 'invoice', { status: 'settled' })],
    },
  ],
  steps: steps({
    checking: { state: 'done' },
    decision: { state: 'done', at: decision.at },
    payment: { state: 'done', at: at('2026-12-02') },
  }),
}
const refusal: DecisionView = {
  ...decision,
  id: 'decision-02',
  outcome: 'rejected',
  reason: both('Asthma was known before cover began.', '哮喘在投保前已确诊。'),
  clauses: ['5.2'],
  sheet: {
    ...sheetA,
    outcome: 'rejected',
    eligible: 0,
    steps: [],
    payable: 0,
    paidToYou: 0,
    invoices: sheetA.invoices.slice(0, 1).map((invoice) => ({
      ...invoice,
      eligible: 0,
      converted: 0,
      lines: invoice.lines.map((line) => ({
        ...line,
        eligible: 0,
        deductions: [
          {
            kind: 'not_covered' as const,
            amount: line.invoiced,
            clause: '5.2',
            reason: both('Pre-existing condition', '既往症'),
          },
        ],
      })),
    })),
  },
}
export const due = clockOf({ kind: 'payment', day: 2, of: 10, startedOn: '2026-11-25', dueOn: '2026-12-05' })
export const review = clockOf({ kind: 'review', day: 2, of: 10, startedOn: '2026-12-03', dueOn: '2026-12-13' })
export const rejected: ClaimView = {
  ...base,
  ...decided,
  status: 'rejected',
  outcome: 'rejected',
  paid: null,
  clock: done('decision', 4, 5),
  decisions: [refusal],
  turn: 'nobody',
  steps: steps({ checking: { state: 'done' }, decision: { state: 'done', at: decision.at } }).slice(0, 4),
}
