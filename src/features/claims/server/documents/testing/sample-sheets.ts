/** Sample settlement sheets; persons, hospitals and sums are invented (domain §5.4). */
import type { Sheet, SheetLine } from '../../../rules/settlement-sheet.ts'

const line = (
  id: string,
  en: string,
  cn: string,
  invoiced: number,
  deductions: SheetLine['deductions'] = [],
): SheetLine => ({
  id,
  name: { en, cn },
  invoiced,
  deductions,
  eligible: invoiced - deductions.reduce((sum, { amount }) => sum + amount, 0),
})

/** The sheet of domain §5.4, A. */
export const SHEET_A: Sheet = {
  currency: 'CNY',
  outcome: 'partially_approved',
  invoices: [
    {
      id: 'i1',
      visit: null,
      number: 'LDN-5521',
      provider: 'Bloomsbury Practice (sample)',
      day: '2026-03-03',
      currency: 'GBP',
      lines: [
        line('1', 'Visit', '诊疗费', 12_000),
        line('2', 'Blood test', '验血', 9_500, [
          {
            kind: 'above_customary',
            amount: 1_500,
            clause: '6.3',
            reason: { en: 'the usual price there is GBP 80.00', cn: '当地通常为80.00英镑' },
          },
        ]),
        line('3', 'Medicine', '药品', 3_840),
        line('4', 'Vitamins', '维生素', 2_200, [
          { kind: 'not_covered', amount: 2_200, clause: '6.7', reason: { en: 'not prescribed', cn: '无处方' } },
        ]),
      ],
      invoiced: 27_540,
      eligible: 23_840,
      rate: {
        rate: '9.1500',
        per: 1,
        day: '2026-03-03',
        source: { en: 'central parity', cn: '人民币汇率中间价' },
        clause: '8.7',
      },
      converted: 218_136,
    },
  ],
  eligible: 218_136,
  steps: [
    { kind: 'deductible', amount: 30_000, clause: '4.1', note: { en: 'this visit', cn: '本次就诊' } },
    { kind: 'share', amount: 18_814, clause: '4.2', note: { en: '10% of 1,881.36', cn: '1,881.36的10%' } },
    { kind: 'other_insurance', amount: 0, clause: '8.5', note: { en: 'none', cn: '无' } },
    { kind: 'above_limit', amount: 0, clause: '3.9', note: { en: 'the limit is not reached', cn: '未超限额' } },
  ],
  payable: 169_322,
  paidToHospital: 0,
  paidToYou: 169_322,
}

/** The sheet of domain §5.4, D. */
export const SHEET_D: Sheet = {
  currency: 'CNY',
  outcome: 'rejected',
  invoices: [
    {
      id: 'i1',
      visit: null,
      number: '',
      provider: 'Bloomsbury Practice (sample)',
      day: '2026-03-03',
      currency: 'GBP',
      lines: [
        line('1', 'Asthma clinic', '哮喘门诊', 64_000, [
          {
            kind: 'not_covered',
            amount: 64_000,
            clause: '5.2',
            reason: { en: 'asthma, known since 2023', cn: '哮喘，2023年已确诊' },
          },
        ]),
      ],
      invoiced: 64_000,
      eligible: 0,
      converted: 0,
      rate: {
        rate: '9.1500',
        per: 1,
        day: '2026-03-03',
        source: { en: 'central parity', cn: '人民币汇率中间价' },
        clause: '8.7',
      },
    },
  ],
  eligible: 0,
  steps: [],
  payable: 0,
  paidToHospital: 0,
  paidToYou: 0,
}

/**
 * Many invoices with many lines, so that pages break inside tables. Each line is 10.00, the third of each invoice loses
 * 2.50 twice.
 */
export function longSheet(invoices: number, lines: number): Sheet {
  const cut = (clause: string): SheetLine['deductions'][number] => ({
    kind: 'not_covered',
    amount: 250,
    clause,
    reason: { en: 'personal items and guest meals are not medical care', cn: '生活用品和陪护餐不属于医疗费用' },
  })
  const one = (i: number): Sheet['invoices'][number] => {
    const list = Array.from({ length: lines }, (_, n) =>
      line(
        `${n}`,
        `Service number ${n + 1} of the ward`,
        `病房服务第${n + 1}项`,
        1_000,
        n === 2 ? [cut('6.9'), cut('6.1')] : [],
      ),
    )
    const eligible = list.reduce((sum, it) => sum + it.eligible, 0)
    return {
      id: `i${i}`,
      visit: null,
      number: `INV-${2000 + i}`,
      provider: 'Harbour General Hospital (sample)',
      day: '2026-03-03',
      currency: 'CNY',
      lines: list,
      invoiced: lines * 1_000,
      eligible,
      rate: null,
      converted: eligible,
    }
  }
  const all = Array.from({ length: invoices }, (_, i) => one(i))
  const eligible = all.reduce((sum, it) => sum + it.converted, 0)
  return {
    currency: 'CNY',
    outcome: 'partially_approved',
    invoices: all,
    eligible,
    steps: [],
    payable: eligible,
    paidToHospital: 0,
    paidToYou: eligible,
  }
}
