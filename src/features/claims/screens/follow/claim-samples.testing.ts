/** Cases as the server returns them, one for each possible course: for tests and for viewing screens without a server. */
import { addDays } from '../../../../lib/days/dates.ts'
import type { ClaimView } from '../../contract.ts'
import {
  sheetA,
  decision,
  done,
  decided,
  paymentOf,
  request,
  supplement,
  paid,
  due,
  review,
  rejected,
} from './claim-sample-outcomes.testing.ts'
import { at, both, documentOf, clockOf, itemOf, steps, base } from './claim-sample-parts.testing.ts'

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
