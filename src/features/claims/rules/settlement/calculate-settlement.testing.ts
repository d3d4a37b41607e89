/** For tests: the four worked examples of domain §5.4 as assessments, and random assessments. */
import fc from 'fast-check'
import type { Currency } from '../../../../lib/money/money.ts'
import { CURRENCIES } from '../../../../lib/money/currencies.ts'
import type { Assessment, AssessmentInvoice, Group } from './assessment.ts'
import { settle } from './calculate-settlement.ts'
import { LINE_DEDUCTIONS } from '../settlement-sheet.ts'

export const both = (en: string, cn = en): { en: string; cn: string } => ({ en, cn })
type Line = AssessmentInvoice['lines'][number]
type Deduction = Line['deductions'][number]

export const off = (kind: Deduction['kind'], amount: number, clause: string): Deduction => ({
  kind,
  amount,
  clause,
  reason: both(`off by ${clause}`),
})
export const line = (id: string, amount: number, ...deductions: Deduction[]): Line => ({
  id,
  name: both(id),
  amount,
  deductions,
})
const rate = (text: string, day: string, per: 1 | 100 = 1): AssessmentInvoice['rate'] => ({
  rate: text,
  per,
  day,
  source: both('sample rate table', '示例汇率表'),
})
const group = (id: string, deductible: number, share: number, note = both('this visit', '本次就诊')): Group => ({
  id,
  name: both(id),
  deductible,
  deductibleNote: note,
  share,
})

export const BASE: Omit<Assessment, 'groups' | 'invoices'> = {
  currency: 'CNY',
  shareCap: null,
  otherInsurance: [],
  limit: null,
  limitNote: both('none', '无'),
  alreadyPaid: 0,
  alreadyNote: both('before', '此前'),
  paidToHospital: 0,
  benefits: [],
  illness: '2026-03-01',
  overruled: [],
}
const invoice = (
  over: Partial<AssessmentInvoice> & Pick<AssessmentInvoice, 'currency' | 'lines' | 'rate' | 'day'>,
): AssessmentInvoice => ({ id: 'i1', visit: null, number: '', provider: '', group: 'all', ...over })

/** A GP visit in London under Global Study, Standard. */
export const EXAMPLE_A: Assessment = {
  ...BASE,
  groups: [group('all', 30_000, 90)],
  invoices: [
    invoice({
      currency: 'GBP',
      day: '2026-03-03',
      rate: rate('9.1500', '2026-03-03'),
      lines: [
        line('visit', 12_000),
        line('blood', 9_500, off('above_customary', 1_500, '6.3')),
        line('medicine', 3_840),
        line('vitamins', 2_200, off('not_covered', 2_200, '6.7')),
      ],
    }),
  ],
}
/** Appendicitis, two nights, under US Campus, Gold. */
export const EXAMPLE_B: Assessment = {
  ...BASE,
  groups: [group('hospital', 100_000, 90, both('year, now used up', '年免赔额，已用完')), group('ambulance', 0, 90)],
  otherInsurance: [
    { amount: 355_000, note: both('school fund USD 500.00, paid to hospital', '学校基金500.00美元，已付医院') },
  ],
  paidToHospital: 10_122_143,
  invoices: [
    invoice({
      currency: 'USD',
      day: '2026-03-14',
      rate: rate('7.1000', '2026-03-14'),
      group: 'hospital',
      lines: [
        line('er', 248_000, off('network_discount', 86_800, '3.4')),
        line('surgeon', 630_000, off('network_discount', 220_500, '3.4')),
        line('ward', 1_490_000, off('network_discount', 596_000, '3.4')),
        line('ct', 315_000, off('network_discount', 126_000, '3.4')),
        line('extras', 8_500, off('not_covered', 8_500, '6.9')),
        { ...line('ambulance', 140_000, off('above_customary', 35_000, '6.3')), group: 'ambulance' },
      ],
    }),
  ],
}
/** Japan after NHI, under Asia Plus, Basic. */
export const EXAMPLE_C: Assessment = {
  ...BASE,
  groups: [group('all', 0, 100)],
  invoices: [
    invoice({
      currency: 'JPY',
      day: '2026-03-03',
      rate: rate('4.6500', '2026-03-03', 100),
      lines: [line('fee', 48_600, off('not_covered', 34_020, '6.4'))],
    }),
  ],
}
/** Asthma known before cover, under UK Plus. */
export const EXAMPLE_D: Assessment = {
  ...BASE,
  groups: [group('all', 30_000, 90)],
  invoices: [
    invoice({
      currency: 'GBP',
      day: '2026-03-03',
      rate: rate('9.1500', '2026-03-03'),
      lines: [line('care', 64_000, off('not_covered', 64_000, '5.2'))],
    }),
  ],
}

const GROUPS = ['g1', 'g2', 'g3']
const lines = (of: string) =>
  fc
    .array(
      fc.record({
        amount: fc.integer({ min: 0, max: 5_000_000 }),
        cuts: fc.array(
          fc.record({
            part: fc.integer({ min: 1, max: 60 }),
            kind: fc.constantFrom(...LINE_DEDUCTIONS),
            clause: fc.constantFrom('3.4', '6.3', '6.7', '5.2'),
          }),
          { maxLength: 3 },
        ),
        group: fc.option(fc.constantFrom(...GROUPS), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((drawn) =>
      drawn.map(({ amount, cuts, group: own }, i): Line => {
        let left = amount
        const deductions = cuts.flatMap(({ part, kind, clause }) => {
          const cut = Math.min(left, Math.ceil((amount * part) / 100))
          left -= cut
          return cut > 0 ? [off(kind, cut, clause)] : []
        })
        return { ...line(`${of}-l${i}`, amount, ...deductions), ...(own ? { group: own } : {}) }
      }),
    )

const invoices = fc
  .array(
    fc.record({
      currency: fc.constantFrom<Currency>(...CURRENCIES),
      rate: fc.integer({ min: 100, max: 200_000 }),
      group: fc.constantFrom(...GROUPS),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .chain((drawn) =>
    fc.tuple(
      ...drawn.map(({ currency, rate: figure, group: own }, i) =>
        lines(`i${i}`).map((its): AssessmentInvoice => ({
          id: `i${i}`,
          visit: null,
          number: `N${i}`,
          provider: 'Clinic',
          day: '2026-03-03',
          currency,
          group: own,
          lines: its,
          rate:
            currency === 'CNY'
              ? null
              : rate(
                  `${Math.floor(figure / 10_000)}.${String(figure % 10_000).padStart(4, '0')}`,
                  '2026-03-03',
                  currency === 'JPY' || currency === 'KRW' ? 100 : 1,
                ),
        })),
      ),
    ),
  )

const sum = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20_000_000 }))

/** Any assessment without contradictions. */
export const assessments: fc.Arbitrary<Assessment> = fc
  .record({
    invoices,
    groups: fc.tuple(
      ...GROUPS.map((id) =>
        fc
          .record({ deductible: sum, share: fc.integer({ min: 0, max: 10_000 }) })
          .map((it) => group(id, it.deductible, it.share / 100)),
      ),
    ),
    shareCap: fc.option(sum),
    limit: fc.option(sum),
    other: fc.array(sum, { maxLength: 2 }),
    alreadyPaid: sum,
  })
  .map(({ other, ...it }) =>
    notWorse({ ...BASE, ...it, otherInsurance: other.map((amount) => ({ amount, note: both('school', '学校') })) }),
  )

/** No decision pays less in total than the ones before it. */
const notWorse = (it: Assessment): Assessment => ({
  ...it,
  alreadyPaid: Math.min(it.alreadyPaid, settle({ ...it, alreadyPaid: 0 }).sheet.payable),
})
