/** The benefit table: its rows, what is in each cell, and the words for it. Words are `plans:benefit.*`. */
import { PLAN_LIMITS } from '../../../lib/plan-limits.ts'
import type { Lang } from '../../../lib/locale.ts'
import { formatAmount, type Money } from '../../../lib/money/money.ts'
import type { Plan, Share, Term, Tier } from './plan-types.ts'
import { BENEFITS, type Benefit, type BenefitId } from './benefit-types.ts'

/** Looks up interface words: `t('plans:benefit.value.visaLetter')`. The same function that pages and islands use. */
export type T = (key: string, values?: Record<string, unknown>) => string

export const GROUPS = ['care', 'emergency', 'life', 'buying'] as const
export type GroupId = (typeof GROUPS)[number]

const PLAIN_ROWS = [
  'yearMaximum',
  'perIllness',
  'deductible',
  'share',
  'ownCap',
  'preExisting',
  'waiting',
  'directBilling',
  'helpLine',
  'term',
  'ages',
  'family',
  'visaLetter',
  'extend',
  'refund',
] as const
export type RowId = BenefitId | (typeof PLAIN_ROWS)[number]

/** Every row, in the order it is shown. */
export const ROWS: readonly { readonly id: RowId; readonly group: GroupId }[] = [
  ...rowsOf('care', [
    'yearMaximum',
    'perIllness',
    'deductible',
    'share',
    'ownCap',
    'preExisting',
    'waiting',
    'drugs',
    'mental',
    'dental',
    'maternity',
    'hospitalCash',
    'directBilling',
  ]),
  ...rowsOf('emergency', ['evacuation', 'remains', 'familyVisit', 'helpLine']),
  ...rowsOf('life', ['accident', 'liability', 'studyStop', 'belongings', 'delay']),
  ...rowsOf('buying', ['term', 'ages', 'family', 'visaLetter', 'extend', 'refund']),
]

/** The article on which a row is based, by the numbering of domain §5.3. Shown where the plan's terms have that article. */
export const CLAUSE_OF: Partial<Record<RowId, string>> = {
  yearMaximum: '3.1',
  perIllness: '3.1',
  deductible: '4.1',
  share: '4.2',
  ownCap: '4.2',
  preExisting: '5.2',
  waiting: '5.1',
  drugs: '3.2',
  mental: '3.1',
  dental: '3.5',
  maternity: '3.1',
  hospitalCash: '3.1',
  evacuation: '3.6',
  remains: '3.6',
  familyVisit: '3.6',
  accident: '3.7',
  liability: '3.8',
  studyStop: '3.8',
  belongings: '3.8',
  delay: '3.8',
  term: '1.2',
  ages: '2.1',
  extend: '1.3',
  refund: '9.3',
}

function rowsOf(group: GroupId, ids: RowId[]): { id: RowId; group: GroupId }[] {
  return ids.map((id) => ({ id, group }))
}

export const isBenefit = (id: RowId): id is BenefitId => (BENEFITS as readonly string[]).includes(id)

/** Is nothing taken off first, whoever has it and wherever they are? */
export const hasNoDeductible = ({ amount, withoutPublic }: Tier['deductible']): boolean =>
  amount.amount === 0 && (withoutPublic?.amount ?? 0) === 0

/** Does the plan pay all of what is covered, wherever care is had? Then there is no share to bear, and none to cap. */
export const paysAll = ({ network, outside, withoutPublic = 100, other = 100 }: Share): boolean =>
  Math.min(network, outside, withoutPublic, other) === 100

/** One cell in words: the value, and details that are printed small below it. `none` marks "not covered". */
export interface CellWords {
  readonly value: string
  readonly notes: readonly string[]
  readonly none: boolean
}

const cell = (value: string, notes: (string | undefined | false)[] = [], none = false): CellWords => ({
  value,
  notes: notes.filter((note) => note !== undefined && note !== false),
  none,
})

const word = (t: T, key: string, values?: Record<string, unknown>): string => t(`plans:benefit.${key}`, values)

/** The words of a row for a tier. Rows that do not apply to a tier say so ("—" is never printed). */
export function cellWords(row: RowId, plan: Plan, tier: Tier, t: T, lang: Lang): CellWords {
  const m = (amount: Money): string => formatAmount(amount, lang)
  if (isBenefit(row)) return benefitWords(tier.benefits[row], t, lang)
  switch (row) {
    case 'yearMaximum':
      return cell(typeof tier.yearMaximum === 'string' ? word(t, `value.${tier.yearMaximum}`) : m(tier.yearMaximum))
    case 'perIllness':
      return cell(tier.perIllness ? m(tier.perIllness) : word(t, 'value.withinMaximum'))
    case 'deductible':
      return deductibleWords(tier, t, m)
    case 'share':
      return shareWords(plan, tier, t)
    case 'ownCap':
      return tier.share.ownCap
        ? cell(word(t, 'value.perYear', { amount: m(tier.share.ownCap) }))
        : cell(word(t, paysAll(tier.share) ? 'value.nothingToBear' : 'value.noCap'))
    case 'preExisting':
      return preExistingWords(tier, t, m)
    case 'waiting':
      if (!plan.waiting) return cell(word(t, 'value.noWaiting'))
      return cell(word(t, `value.${plan.waiting.unit}s`, { count: plan.waiting.count }), [
        plan.waiting.afterArrival && word(t, 'note.afterArrival'),
        word(t, 'note.accidentsAtOnce'),
      ])
    case 'directBilling':
      return cell(word(t, `billing.${plan.directBilling}`))
    case 'helpLine':
      return cell(word(t, 'value.allHours'))
    case 'term':
      return cell(termWords(tier.term, t))
    case 'ages':
      return cell(agesWords(plan, t))
    case 'family':
      return plan.family
        ? cell(word(t, 'value.family'), [word(t, 'note.familyPrice', plan.family)])
        : cell(word(t, 'value.noFamily'), [], true)
    case 'visaLetter':
      return cell(word(t, plan.online ? 'value.visaLetter' : 'value.fromInsurer'))
    case 'extend':
      return plan.extendYears
        ? cell(word(t, 'value.extend', { years: plan.extendYears }))
        : cell(word(t, 'value.noExtend'))
    case 'refund':
      return plan.refund.kind === 'net_premium'
        ? cell(word(t, 'value.refundMainland', { percent: PLAN_LIMITS.netPremiumPercent }))
        : cell(
            word(t, plan.refund.fee.amount > 0 ? 'value.refundFee' : 'value.refundMonths', { fee: m(plan.refund.fee) }),
            [plan.refund.needsProof && word(t, 'note.refundProof')],
          )
  }
}

/** A benefit in words: "CNY 300 for each 5 hours", "at most CNY 900". */
function benefitWords(b: Benefit, t: T, lang: Lang): CellWords {
  const m = (amount: Money | undefined): string => (amount ? formatAmount(amount, lang) : '')
  const notes = [
    b.item && word(t, 'note.item', { amount: m(b.item) }),
    b.family && word(t, 'note.familyLimit', { amount: m(b.family) }),
    b.injury && word(t, 'note.injury', { amount: m(b.injury) }),
    b.max && word(t, 'note.max', { amount: m(b.max) }),
    b.days !== undefined && word(t, 'note.days', { count: b.days }),
    b.deductible && word(t, 'note.deductible', { amount: m(b.deductible) }),
    b.afterMonths !== undefined && word(t, 'note.afterMonths', { months: b.afterMonths }),
    ...b.conditions.map((id) => word(t, `note.${id}`)),
  ]
  if (b.state === 'visits') return cell(word(t, 'value.visits', { visits: b.visits }), notes)
  if (b.state !== 'amount') return cell(word(t, `value.${b.state}`), notes, b.state === 'none')
  if (b.perHours !== undefined)
    return cell(word(t, 'value.perHours', { amount: m(b.amount), hours: b.perHours }), notes)
  if (b.days !== undefined) return cell(word(t, 'value.perDay', { amount: m(b.amount) }), notes)
  return cell(m(b.amount), notes)
}

/** Lists show the value alone, so it never says "none" of a deductible that only some do not bear. */
function deductibleValue(d: Tier['deductible'], t: T, m: (amount: Money) => string): string {
  if (d.withoutPublic) return word(t, 'deductible.unlessPublic', { amount: m(d.withoutPublic) })
  return d.amount.amount === 0 ? word(t, 'value.noDeductible') : word(t, `deductible.${d.per}`, { amount: m(d.amount) })
}

function deductibleWords({ deductible: d }: Tier, t: T, m: (amount: Money) => string): CellWords {
  return cell(deductibleValue(d, t, m), [
    d.emergencyRoom && word(t, 'note.emergencyRoom', { amount: m(d.emergencyRoom) }),
    d.campusClinic?.amount === 0 && word(t, 'note.campusClinic'),
  ])
}

function shareWords(plan: Plan, { share }: Tier, t: T): CellWords {
  if (share.other !== undefined) {
    return cell(word(t, 'share.schedule', { gp: share.network, other: share.other }), [
      word(t, 'note.ward', { share: share.ward }),
    ])
  }
  const after = plan.after && word(t, `after.${plan.after}`)
  if (share.network !== share.outside) {
    return cell(word(t, 'share.network', { share: share.network }), [
      word(t, 'note.outside', { share: share.outside }),
      after,
    ])
  }
  return share.withoutPublic === undefined
    ? cell(word(t, 'share.all', { share: share.network }), [after])
    : cell(word(t, 'share.unlessPublic', { share: share.network, without: share.withoutPublic }), [after])
}

function preExistingWords({ preExisting: p }: Tier, t: T, m: (amount: Money) => string): CellWords {
  const sudden = 'suddenOnset' in p && p.suddenOnset ? p.suddenOnset : undefined
  switch (p.kind) {
    case 'excluded':
      return cell(word(t, 'preExisting.excluded'), [sudden && word(t, 'note.acuteOnset', { amount: m(sudden) })], true)
    case 'after_months':
      if (p.months === 0) return cell(word(t, 'preExisting.fromStart'))
      return cell(word(t, 'preExisting.afterMonths', { months: p.months }), [
        sudden && word(t, 'note.suddenOnset', { amount: m(sudden) }),
        p.psychiatricMonths !== undefined && word(t, 'note.psychiatric', { months: p.psychiatricMonths }),
      ])
    case 'on_application':
      return cell(word(t, 'preExisting.onApplication'))
    case 'stable_days':
      return cell(word(t, 'preExisting.stable', { count: p.days }))
  }
}

/** "1 to 12 months" / "1至12个月". */
const termWords = (term: Term, t: T): string => word(t, `term.${term.unit}`, { from: term.from, to: term.to })

/** "6 to 40" / "6至40周岁"; any age. */
const agesWords = ({ ages }: Pick<Plan, 'ages'>, t: T): string =>
  ages.to >= 120 ? word(t, 'value.anyAge') : word(t, 'value.ages', ages)
