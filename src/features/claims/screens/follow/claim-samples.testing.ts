/** Cases as the server returns them, one for each possible course: for tests and for viewing screens without a server. */
import { addDays, startOfCover } from '../../../../lib/days/dates.ts'
import { EMPTY_ANSWERS, type ClaimAnswers } from '../../rules/claim-fields.ts'
import type { Clock } from '../../rules/promise-clock-schema.ts'
import type { ActivityView, ClaimView, DecisionView, DocumentView, RequestItem } from '../../contract.ts'
import { categoryOf, type DocumentKind } from '../../rules/document-kinds.ts'
import type { Sheet } from '../../rules/settlement-sheet.ts'

const SHA = '7f3a91c2'.padEnd(64, '0')
const at = (day: string, hour = 10, minute = 0): number => startOfCover(day) + hour * 3_600_000 + minute * 60_000
const both = (en: string, cn: string) => ({ en, cn })

export const documentOf = (kind: DocumentKind, over: Partial<DocumentView> = {}): DocumentView => ({
  id: `doc-${kind}-1`,
  kind,
  category: categoryOf(kind),
  item: null,
  name: 'IMG_2041.jpg',
  mime: 'image/jpeg',
  pages: 1,
  size: 421_888,
  sha256: SHA,
  receivedAt: at('2026-11-14', 2, 35),
  by: 'user',
  status: 'accepted',
  fault: null,
  reason: null,
  hasThumb: true,
  reused: false,
  ...over,
})

const answers: ClaimAnswers = {
  ...EMPTY_ANSWERS,
  type: 'accident',
  incidentDay: '2026-11-12',
  incidentTime: '16:20',
  admitted: false,
  thirdParty: false,
  place: 'Brookline Avenue, Boston',
  contactPerson: '林语桐',
  contactPhone: '+86 138 0571 0527',
  email: 'yutong.lin@example.com',
  description: 'Fractured wrist, bicycle fall. I braked on wet leaves and fell on my left hand.',
  hospital: { slug: '', name: 'Longfellow Urgent Care', city: 'Boston', country: 'US' },
  visits: [
    { id: 'v1aa', day: '2026-11-12', amount: 90_410, currency: 'USD', invoice: 'INV-20877', elsewhere: null },
    { id: 'v2aa', day: '2026-11-19', amount: 18_000, currency: 'USD', invoice: 'INV-21150', elsewhere: null },
  ],
  medicine: true,
  otherInsurance: false,
  accountOwn: true,
  accountCountry: 'CN',
  accountName: '林语桐',
  accountNumber: '6217001234567894417',
  bankName: '中国银行',
  declarations: ['true'],
}

const clockOf = (over: Partial<Clock> = {}): Clock => ({
  kind: 'decision',
  state: 'running',
  day: 3,
  of: 5,
  startedOn: '2026-11-16',
  stoppedOn: null,
  dueOn: '2026-11-20',
  complex: false,
  ...over,
})

export const itemOf = (id: string, kind: DocumentKind, over: Partial<RequestItem> = {}): RequestItem => ({
  id,
  kind,
  category: categoryOf(kind),
  title: both('Second page of the invoice', '发票第2页'),
  reason: both(
    'Page 1 ends at “carried forward” and has no total. We cannot add up the claim without page 2.',
    '第1页末尾写着“转下页”，没有合计。没有第2页，无法计算赔款。',
  ),
  must: both(
    'It must show the total, the invoice number INV-20877 and the clinic’s stamp.',
    '要看得清合计、发票号INV-20877和医院印章。',
  ),
  replaces: null,
  status: 'open',
  documents: [],
  unavailable: null,
  ...over,
})

const activity: ActivityView[] = [
  { id: 'e5', at: at('2026-11-19', 15, 12), by: 'us', kind: 'request', values: { day: '3 December 2026' } },
  {
    id: 'e4',
    at: at('2026-11-18', 11, 3),
    by: 'us',
    kind: 'document_accepted',
    values: { document: 'Medical record' },
  },
  { id: 'e3', at: at('2026-11-16', 9, 30), by: 'us', kind: 'in_review', values: {} },
  { id: 'e2', at: at('2026-11-16', 9, 28), by: 'us', kind: 'registered', values: {} },
  { id: 'e1', at: at('2026-11-14', 2, 41), by: 'you', kind: 'submitted', values: {} },
]

const steps = (
  over: Partial<Record<ClaimView['steps'][number]['id'], Partial<ClaimView['steps'][number]>>> = {},
): ClaimView['steps'] =>
  (['sent', 'registered', 'checking', 'decision', 'payment'] as const).map((id, i) => ({
    id,
    state: i < 2 ? 'done' : i === 2 ? 'now' : 'next',
    at: i < 3 ? at(i === 0 ? '2026-11-14' : '2026-11-16', 2, 41) : null,
    dueOn: null,
    ...over[id],
  }))

const base: ClaimView = {
  id: 'claim-0001',
  caseNumber: 'YF-C-261114-0382',
  status: 'in_review',
  type: 'accident',
  title: 'Fractured wrist, bicycle fall',
  insured: '林语桐',
  policyNumber: 'YF26-0901-003817',
  planName: 'US Campus',
  incidentDay: '2026-11-12',
  needs: 0,
  needsBy: null,
  clock: clockOf(),
  claimed: [{ amount: 108_410, currency: 'USD' }],
  outcome: null,
  paid: null,
  insurer: 'lanqiao',
  step: null,
  lapsesAt: null,
  createdAt: at('2026-11-13'),
  updatedAt: at('2026-11-19'),
  submittedAt: at('2026-11-14', 2, 41),
  decidedAt: null,
  version: 4,
  policy: {
    id: '01k9policy0000000000000000',
    number: 'YF26-0901-003817',
    plan: 'us-campus',
    planName: 'US Campus',
    tierName: 'Gold',
    insurerName: 'Lanqiao',
    insured: '林语桐',
    start: '2026-09-01',
    end: '2027-08-31',
    cancelledOn: null,
    neverInForce: false,
    death: false,
  },
  answers,
  signature: {
    kind: 'drawn',
    name: '林语桐',
    at: at('2026-11-14', 2, 20),
    lang: 'cn',
    textVersion: '2026-11',
    textSha256: SHA,
    stands: true,
  },
  steps: steps(),
  clocks: [clockOf()],
  turn: 'us',
  handler: 'Wu Min',
  requests: [],
  documents: [
    documentOf('id_copy', { name: 'passport.jpg' }),
    documentOf('invoice', { name: 'invoice-1.jpg' }),
    documentOf('medical_record', { pages: 3, name: 'records.pdf', mime: 'application/pdf' }),
    documentOf('accident_statement'),
    documentOf('proof_of_account', { status: 'received' }),
    documentOf('test_report', { by: 'admin', name: 'x-ray report.pdf', mime: 'application/pdf' }),
  ],
  activity,
  takeBack: [],
  decisions: [],
  payments: [],
  account: { bank: '中国银行', tail: '4417', name: '林语桐', country: 'CN' },
  accountReturned: null,
  payees: [],
  onAccount: { clock: null, note: null, paid: null },
  appeals: [],
  rateAwaited: null,
  may: { withdraw: true, appeal: false, supplement: false, addDocument: true, correctAccount: false },
}

/** The sheet of domain §5.4 A, and an invoice in the currency of the settlement. */
const sheetA: Sheet = {
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

const decision: DecisionView = {
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
const done = (kind: Clock['kind'], day: number, of: number): Clock => clockOf({ kind, state: 'done', day, of })
const decided: Partial<ClaimView> = {
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
const paymentOf = (over: Partial<ClaimView['payments'][number]> = {}): ClaimView['payments'][number] => ({
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
const request = (items: RequestItem[]): ClaimView['requests'] => [
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

const supplement: ClaimView = {
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
const paid: ClaimView = {
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
const due = clockOf({ kind: 'payment', day: 2, of: 10, startedOn: '2026-11-25', dueOn: '2026-12-05' })
const review = clockOf({ kind: 'review', day: 2, of: 10, startedOn: '2026-12-03', dueOn: '2026-12-13' })
const rejected: ClaimView = {
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

export const CASES = {
  review: base,
  complex: { ...base, clock: clockOf({ of: 30, day: 12, complex: true, dueOn: '2026-12-15' }) },
  supplement,
  several: {
    ...supplement,
    needs: 2,
    requests: request([
      itemOf('item-0001', 'invoice', {
        status: 'answered',
        documents: [documentOf('invoice', { id: 'doc-answer-1', status: 'received', item: 'item-0001' })],
      }),
      itemOf('item-0002', 'medical_record', {
        title: both('Record of 19 November', '11月19日的病历'),
        reason: both('There is an invoice of that day and no record.', '当天有发票，没有病历。'),
      }),
      itemOf('item-0003', 'prescription', {
        title: both('Prescription for ibuprofen', '布洛芬处方'),
        reason: both('The pharmacy’s receipt names no doctor.', '药房小票没有医生姓名。'),
        unavailable: null,
      }),
    ]),
  },
  late: {
    ...base,
    clock: clockOf({ state: 'late', day: 6, dueOn: '2026-11-20' }),
    steps: steps({ decision: { state: 'late', dueOn: '2026-11-20' }, checking: { state: 'done' } }),
  },
  paying: {
    ...base,
    ...decided,
    status: 'paying',
    clock: due,
    payments: [paymentOf({ status: 'paying', settledAt: null, reference: null })],
    turn: 'bank',
  },
  failed: {
    ...base,
    ...decided,
    status: 'payment_failed',
    needs: 1,
    clock: { ...due, state: 'stopped', stoppedOn: '2026-11-28' },
    turn: 'you',
    payments: [
      paymentOf({
        status: 'failed',
        settledAt: at('2026-11-28'),
        reason: both('The bank says: account name and number do not belong together.', '银行答复：户名与账号不符。'),
      }),
    ],
    may: { ...base.may, withdraw: false, correctAccount: true },
  },
  paid,
  rejected,
  appealed: {
    ...rejected,
    clock: review,
    clocks: [done('decision', 4, 5), review],
    turn: 'us',
    may: { ...rejected.may, appeal: false },
    status: 'in_review',
    steps: [...rejected.steps, { id: 'review', state: 'now', at: at('2026-12-03'), dueOn: '2026-12-13' }],
    appeals: [
      {
        id: 'appeal-01',
        at: at('2026-12-03'),
        decision: 'decision-02',
        text: 'The doctor’s letter says that it was first seen this autumn.',
        lines: [],
        clock: review,
        status: 'open',
      },
    ],
  },
  withdrawn: {
    ...base,
    status: 'cancelled',
    clock: null,
    clocks: [],
    turn: 'nobody',
    may: { ...base.may, withdraw: false },
    steps: [...steps().slice(0, 1), { id: 'withdrawn', state: 'done', at: at('2026-11-17'), dueOn: null }],
  },
  reviewed: {
    ...paid,
    may: { ...paid.may, appeal: false },
    outcome: 'approved',
    paid: { amount: 200_677, currency: 'CNY' },
    clocks: [done('decision', 5, 5), done('payment', 7, 10), done('review', 6, 10), done('payment', 3, 10)],
    decisions: [
      decision,
      {
        ...decision,
        id: 'decision-03',
        at: at('2026-12-12'),
        outcome: 'approved',
        reason: null,
        clauses: [],
        appealUntil: null,
        sheet: {
          ...sheetA,
          outcome: 'approved',
          eligible: 253_235,
          payable: 13_354,
          paidToYou: 13_354,
          invoices: sheetA.invoices.map((invoice) =>
            invoice.id === 'i1'
              ? {
                  ...invoice,
                  eligible: 25_490,
                  converted: 233_235,
                  lines: invoice.lines.map((line) =>
                    line.id === 'l4'
                      ? {
                          ...line,
                          deductions: [
                            {
                              kind: 'not_covered' as const,
                              amount: 550,
                              clause: '6.7',
                              reason: both('One of four not prescribed', '四盒中有一盒没有处方'),
                            },
                          ],
                          eligible: 1_650,
                        }
                      : line,
                  ),
                }
              : invoice,
          ),
          steps: [
            {
              kind: 'deductible',
              amount: 30_000,
              clause: '4.1',
              note: both('300.00 for this illness', '本次疾病300.00'),
            },
            { kind: 'share', amount: 22_559, clause: '4.2', note: both('10.107% of 2,232.35', '2,232.35的10.107%') },
            {
              kind: 'already_paid',
              amount: 187_322,
              clause: '8.4',
              note: both('decision of 25 November 2026', '2026年11月25日的决定'),
            },
          ],
        },
      },
    ],
    payments: [
      paymentOf(),
      paymentOf({
        id: 'payment-02',
        amount: { amount: 13_354, currency: 'CNY' },
        startedAt: at('2026-12-13'),
        settledAt: at('2026-12-15'),
        reference: '2612 1500 1800 01',
      }),
    ],
    appeals: [
      {
        id: 'appeal-02',
        at: at('2026-12-03'),
        decision: 'decision-01',
        text: 'Here is the prescription.',
        lines: ['l4'],
        clock: null,
        status: 'answered',
      },
    ],
  },
  pingan: { ...paid, insurer: 'pingan' },
} as const satisfies Record<string, ClaimView>

export const draftRow = {
  ...base,
  id: 'draft-0001',
  status: 'draft' as const,
  caseNumber: null,
  title: '',
  type: 'dental' as const,
  incidentDay: '2026-11-18',
  clock: null,
  claimed: [],
  step: 'event' as const,
  lapsesAt: at(addDays('2026-11-18', 60)),
  updatedAt: at('2026-11-18', 20, 4),
  submittedAt: null,
}
