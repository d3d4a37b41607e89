import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXAMPLE_CNY, EXAMPLE_GBP, EXAMPLE_RATE } from '../../../../lib/money/settlement-example.ts'
import { LANGS } from '../../../../lib/locale.ts'
import { loadPlans } from '../../../plans/server/door.ts'
import { assessmentSchema, CLAUSES, type Assessment } from './assessment.ts'
import { addsUp, NotSettled, settle } from './calculate-settlement.ts'
import { assessments, both, EXAMPLE_A, EXAMPLE_B, EXAMPLE_C, EXAMPLE_D, off } from './calculate-settlement.testing.ts'
import { LINE_STEPS, sheetSchema, type Sheet, type SheetStep } from '../settlement-sheet.ts'

const step = (sheet: Sheet, kind: SheetStep['kind']) => sheet.steps.find((it) => it.kind === kind)
const amounts = (sheet: Sheet) => sheet.steps.map(({ kind, amount }) => `${kind} ${amount}`)

describe('the worked examples of domain §5.4, to the cent', () => {
  it('A: a GP visit in London, as the front page shows it', () => {
    const { sheet } = settle(EXAMPLE_A)
    const home = (id: string): number | undefined =>
      [...EXAMPLE_GBP, ...EXAMPLE_CNY].find((line) => line.id === id)?.sum.amount
    const [invoice] = sheet.invoices
    expect(invoice).toMatchObject({
      invoiced: home('invoiced'),
      eligible: 23_840,
      converted: home('eligible'),
      rate: { rate: EXAMPLE_RATE.rate, clause: '8.7' },
    })
    expect(invoice?.lines.flatMap((line) => line.deductions.map((it) => -it.amount))).toEqual([
      home('bloodTest'),
      home('vitamins'),
    ])
    expect(amounts(sheet)).toEqual([
      `deductible ${-(home('deductible') ?? 0)}`,
      `share ${-(home('share') ?? 0)}`,
      'other_insurance 0',
      'above_limit 0',
    ])
    expect(step(sheet, 'share')?.note).toEqual({ en: '10% of 1,881.36', cn: '1,881.36的10%' })
    expect(sheet).toMatchObject({
      payable: home('paid'),
      paidToHospital: 0,
      paidToYou: 169_322,
      outcome: 'partially_approved',
    })
  })

  it('B: appendicitis, with hospital and ambulance apart', () => {
    const { sheet, groups } = settle(EXAMPLE_B)
    expect(sheet.invoices[0]).toMatchObject({ invoiced: 2_831_500, eligible: 1_758_700, converted: 12_486_770 })
    expect(amounts(sheet)).toEqual(['deductible 100000', 'share 1238677', 'other_insurance 355000', 'above_limit 0'])
    expect(step(sheet, 'share')?.note.en).toBe('11,641.27 hospital + 745.50 ambulance')
    expect(groups.map((it) => it.share)).toEqual([1_164_127, 74_550])
    expect(sheet).toMatchObject({
      payable: 10_793_093,
      paidToHospital: 10_122_143,
      paidToYou: 670_950,
      outcome: 'partially_approved',
    })
  })

  it('C: Japan after public insurance, quoted per 100 yen', () => {
    const { sheet } = settle(EXAMPLE_C)
    expect(sheet).toMatchObject({ eligible: 67_797, payable: 67_797, paidToYou: 67_797 })
  })

  it('D: known before cover, nothing payable', () => {
    const { sheet } = settle(EXAMPLE_D)
    expect(sheet).toMatchObject({ eligible: 0, payable: 0, paidToYou: 0, outcome: 'rejected' })
    expect(amounts(sheet)).toEqual(['deductible 0', 'share 0', 'other_insurance 0', 'above_limit 0'])
    // The plan pays nine tenths: of zero the note says "none", and not "100%".
    expect(sheet.steps[1]?.note).toEqual({ en: 'none', cn: '无' })
  })
})

describe('a settlement', () => {
  it('pays the difference after an earlier decision, and is judged by all of it', () => {
    const first = settle(EXAMPLE_A).sheet
    const second = settle({
      ...EXAMPLE_A,
      alreadyPaid: first.payable,
      invoices: EXAMPLE_A.invoices.map((it) => ({
        ...it,
        lines: it.lines.map((line) => (line.id === 'blood' ? { ...line, deductions: [] } : line)),
      })),
    }).sheet
    expect(step(second, 'already_paid')?.amount).toBe(first.payable)
    // 15.00 × 9.15 = 137.25, minus a tenth.
    expect(second.paidToYou).toBe(12_353)
    expect(second.outcome).toBe('partially_approved')
    expect(settle({ ...EXAMPLE_A, alreadyPaid: first.payable }).sheet).toMatchObject({
      payable: 0,
      outcome: 'partially_approved',
    })
  })

  it('is approved where the plan bears its terms alone, and a network discount refuses nothing', () => {
    const invoices = EXAMPLE_A.invoices.map((it) => ({
      ...it,
      lines: it.lines.map((line) => ({ ...line, deductions: [] })),
    }))
    expect(settle({ ...EXAMPLE_A, invoices }).sheet.outcome).toBe('approved')
    const discounted = invoices.map((it) => ({
      ...it,
      lines: it.lines.map((line) => ({ ...line, deductions: [off('network_discount', 100, '3.4')] })),
    }))
    expect(settle({ ...EXAMPLE_A, invoices: discounted }).sheet.outcome).toBe('approved')
    expect(settle({ ...EXAMPLE_A, invoices, limit: 100_000 }).sheet).toMatchObject({
      payable: 100_000,
      outcome: 'partially_approved',
    })
  })

  it('stops taking the own share where its cap is reached', () => {
    const { sheet } = settle({ ...EXAMPLE_B, shareCap: 500_000, paidToHospital: 0 })
    expect(step(sheet, 'share')).toMatchObject({
      amount: 500_000,
      note: { en: 'capped: 5,000.00 was left of 12,386.77' },
    })
  })

  it('refuses what contradicts itself', () => {
    const [invoice] = EXAMPLE_A.invoices
    if (!invoice) throw new Error('no invoice')
    const fields = (change: object): unknown => {
      try {
        return settle({ ...EXAMPLE_A, ...change })
      } catch (error) {
        return error instanceof NotSettled ? error.fields : error
      }
    }
    expect(fields({ invoices: [{ ...invoice, rate: null }] })).toEqual({ 'invoices.0.rate': 'rate_missing' })
    expect(fields({ invoices: [{ ...invoice, group: 'none' }] })).toEqual({ 'invoices.0.group': 'no_group' })
    expect(
      fields({
        invoices: [
          {
            ...invoice,
            lines: invoice.lines.map((it) => ({ ...it, deductions: [off('not_covered', it.amount + 1, '6.1')] })),
          },
        ],
      }),
    ).toMatchObject({ 'invoices.0.lines.0': 'above_line' })
    expect(fields({ invoices: [invoice, invoice] })).toMatchObject({ 'invoices.1': 'twice' })
    expect(fields({ alreadyPaid: 169_323 })).toEqual({ alreadyPaid: 'worse_than_before' })
    expect(fields({ paidToHospital: 169_323 })).toEqual({ paidToHospital: 'above_payable' })
  })
})

it('rests its own steps on clauses that every plan sold here has, in both languages', () => {
  const plans = loadPlans()
  for (const plan of plans.plans.filter((it) => it.online)) {
    for (const lang of LANGS)
      expect(plans.clauses(lang, plan.id).articles.map((it) => it.id)).toEqual(
        expect.arrayContaining(Object.values(CLAUSES)),
      )
  }
})

describe('every settlement', () => {
  it('adds up, is never negative, and keeps the shape of its contract', () => {
    fc.assert(
      fc.property(assessments, (assessment) => {
        expect(assessmentSchema.safeParse(assessment).success).toBe(true)
        const { sheet, groups } = settle(assessment)
        expect(addsUp(sheet)).toBe(true)
        expect(sheetSchema.safeParse(sheet).success).toBe(true)
        // The groups' parts add up to the eligible total: converting by parts causes no difference.
        expect(groups.reduce((sum, it) => sum + it.eligible, 0)).toBe(sheet.eligible)
        if (assessment.limit !== null) expect(sheet.payable).toBeLessThanOrEqual(assessment.limit)
      }),
    )
  })

  it('is the same whatever the order of lines and invoices', () => {
    fc.assert(
      fc.property(assessments, (assessment) => {
        const turned = {
          ...assessment,
          invoices: assessment.invoices.map((it) => ({ ...it, lines: it.lines.toReversed() })).toReversed(),
        }
        const { steps, eligible, payable } = settle(turned).sheet
        const { sheet } = settle(assessment)
        expect({ steps, eligible, payable }).toEqual({
          steps: sheet.steps,
          eligible: sheet.eligible,
          payable: sheet.payable,
        })
      }),
    )
  })

  it('shows a cent that is moved anywhere', () => {
    fc.assert(
      fc.property(assessments, fc.nat(), fc.constantFrom(-1, 1), (assessment, pick, by) => {
        const { sheet } = settle(assessment)
        const places: ((s: Sheet) => void)[] = [
          (s) => void (s.eligible += by),
          (s) => void (s.payable += by),
          (s) => void (s.paidToYou += by),
          (s) => void (s.paidToHospital += by),
          ...sheet.steps.map((_, i) => (s: Sheet) => void ((s.steps[i] as SheetStep).amount += by)),
          ...sheet.invoices.flatMap((_, i) =>
            (['invoiced', 'eligible', 'converted'] as const).map((key) => (s: Sheet) => {
              const invoice = s.invoices[i]
              if (invoice) invoice[key] += by
            }),
          ),
        ]
        const forged = structuredClone(sheet)
        places[pick % places.length]?.(forged)
        expect(addsUp(forged)).toBe(false)
      }),
    )
  })

  describe('what others have paid for one invoice', () => {
    const note = both('school', '学校')
    const paidFor = (assessment: Assessment): Map<string, number> =>
      new Map(
        settle(assessment).sheet.invoices.map((it) => [
          it.id,
          it.lines.reduce(
            (all, { settled: s }) => all + (s ? LINE_STEPS.reduce((sum, kind) => sum - s[kind], s.eligible) : 0),
            0,
          ),
        ]),
      )
    /** An assessment, one of its invoices, and two sums that somebody else has paid for it, the smaller one first. */
    const stated = fc
      .record({ assessment: assessments, pick: fc.nat(), a: fc.nat(20_000_000), b: fc.nat(20_000_000) })
      .map(({ assessment, pick, a, b }) => {
        const { id } = assessment.invoices[pick % assessment.invoices.length] ?? { id: '' }
        const bare = { ...assessment, alreadyPaid: 0, otherInsurance: [] }
        const say = (amount: number): Assessment => ({ ...bare, otherInsurance: [{ amount, note, of: id }] })
        return { bare, id, less: say(Math.min(a, b)), more: say(Math.max(a, b)) }
      })

    it('comes off that invoice and no other, and never more than is paid for it', () => {
      fc.assert(
        fc.property(stated, ({ bare, id, less, more }) => {
          const without = paidFor({ ...bare, limit: null })
          const [few, many] = [less, more].map((it) => paidFor({ ...it, limit: null }))
          for (const [invoice, paid] of without)
            if (invoice !== id) expect([few?.get(invoice), many?.get(invoice)]).toEqual([paid, paid])
          const due = without.get(id) ?? 0
          const rest = (it: Assessment): number => Math.max(0, due - (it.otherInsurance[0]?.amount ?? 0))
          expect([few?.get(id), many?.get(id)]).toEqual([rest(less), rest(more)])
        }),
      )
    })
    it('changes nothing where nothing is paid for the invoice, whatever the limits', () => {
      fc.assert(
        fc.property(stated, ({ bare, id, more }) => {
          const eaten = (it: Assessment): Assessment => ({
            ...it,
            groups: [
              ...it.groups,
              { id: 'eaten', name: note, deductible: 100_000_000_000, deductibleNote: note, share: 90 },
            ],
            invoices: it.invoices.map((one) =>
              one.id === id ? { ...one, group: 'eaten', lines: one.lines.map(({ group: _, ...rest }) => rest) } : one,
            ),
          })
          const [without, said] = [settle(eaten(bare)).sheet, settle(eaten(more)).sheet]
          expect(said.payable).toBe(without.payable)
          expect(said.invoices).toEqual(without.invoices)
        }),
      )
    })
    it('names a visit or an invoice of the assessment', () => {
      const of = (name: string) => settle({ ...EXAMPLE_A, otherInsurance: [{ amount: 1, note, of: name }] })
      expect(of('i1').sheet.payable).toBe(169_321)
      expect(() => of('i9')).toThrow('no_invoice')
    })
  })
})
