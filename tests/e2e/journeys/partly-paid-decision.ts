/** A decision that pays a part of the claim that `Claimant` sends. */
import type { Assessment } from '../../../src/features/claims/rules/settlement/assessment.ts'

const both = (en: string, cn: string) => ({ en, cn })

/** Domain §5.4: one line is paid at nine tenths after the deductible, one not at all. */
export const ASSESSMENT: Assessment = {
  currency: 'CNY',
  shareCap: null,
  otherInsurance: [],
  limit: null,
  limitNote: both('–', '–'),
  alreadyPaid: 0,
  alreadyNote: both('–', '–'),
  benefits: [],
  illness: '2026-03-01',
  overruled: [],
  paidToHospital: 0,
  groups: [
    {
      id: 'visit',
      name: both('This illness', '本次疾病'),
      deductible: 30_000,
      deductibleNote: both('this visit', '本次就诊'),
      share: 90,
    },
  ],
  invoices: [
    {
      id: 'i1',
      visit: 'v001',
      number: 'INV-20877',
      provider: 'Sample Street Practice',
      day: '2026-03-01',
      currency: 'GBP',
      group: 'visit',
      rate: { rate: '9.1500', per: 1, day: '2026-03-01', source: both('central parity', '中间价') },
      lines: [
        { id: 'l1', name: both('GP visit', '全科门诊'), amount: 6_340, deductions: [] },
        {
          id: 'l2',
          name: both('Vitamins', '维生素'),
          amount: 2_200,
          deductions: [
            { kind: 'not_covered', amount: 2_200, clause: '6.7', reason: both('Not prescribed', '没有处方') },
          ],
        },
      ],
    },
  ],
}
export const DECISION = {
  assessment: ASSESSMENT,
  reason: both('Vitamins were not prescribed.', '维生素没有处方。'),
  clauses: ['6.7'],
}
