/** A case in review and its parts, of which the samples are made. */
import { startOfCover } from '../../../../lib/days/dates.ts'
import { EMPTY_ANSWERS, type ClaimAnswers } from '../../rules/claim-fields.ts'
import type { Clock } from '../../rules/promise-clock-schema.ts'
import type { ActivityView, ClaimView, DocumentView, RequestItem } from '../../contract.ts'
import { categoryOf, type DocumentKind } from '../../rules/document-kinds.ts'

const SHA = '7f3a91c2'.padEnd(64, '0')
export const at = (day: string, hour = 10, minute = 0): number => startOfCover(day) + hour * 3_600_000 + minute * 60_000
export const both = (en: string, cn: string) => ({ en, cn })

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

export const clockOf = (over: Partial<Clock> = {}): Clock => ({
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

export const steps = (
  over: Partial<Record<ClaimView['steps'][number]['id'], Partial<ClaimView['steps'][number]>>> = {},
): ClaimView['steps'] =>
  (['sent', 'registered', 'checking', 'decision', 'payment'] as const).map((id, i) => ({
    id,
    state: i < 2 ? 'done' : i === 2 ? 'now' : 'next',
    at: i < 3 ? at(i === 0 ? '2026-11-14' : '2026-11-16', 2, 41) : null,
    dueOn: null,
    ...over[id],
  }))

export const base: ClaimView = {
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
