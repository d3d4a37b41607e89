/** How each step of a settlement was calculated, in words for the sheet. */
import { formatMoney, money, type Currency } from '../../../../lib/money/money.ts'
import type { BothLanguages } from '../claim-value-schemas.ts'
import type { SheetStep } from '../settlement-sheet.ts'
import type { Assessment, GroupResult } from './assessment.ts'
import type { LimitResult } from './cap-benefits.ts'

const total = (values: readonly number[]): number => values.reduce((sum, it) => sum + it, 0)

/** Adds the reasons for which the plan's own figure of a step was set aside. */
export function withReasons({ overruled }: Assessment, step: SheetStep['kind'], note: BothLanguages): BothLanguages {
  const reasons = overruled.filter((it) => it.step === step).map((it) => it.reason)
  return {
    en: [note.en, ...reasons.map((it) => it.en)].join('; '),
    cn: [note.cn, ...reasons.map((it) => it.cn)].join('；'),
  }
}

/** The limit that applies to everything, and each benefit's own limit that cut something off. */
export function limitNoteOf({ benefits, currency, limitNote }: Assessment, { cut }: LimitResult): BothLanguages {
  const cutting = benefits.flatMap(({ benefit, name, limit }) =>
    limit !== null && cut.includes(benefit) ? [{ name, left: figure(limit, currency) }] : [],
  )
  if (cutting.length === 0) return limitNote
  return {
    en: cutting.map(({ name, left }) => `${name.en}: ${left} left`).join('; '),
    cn: cutting.map(({ name, left }) => `${name.cn}剩余${left}`).join('；'),
  }
}

const figure = (amount: number, currency: Currency): string =>
  formatMoney(money(amount, currency), 'en', { style: 'bare' })

/** The deductible of each group. */
export function deductibleNote(groups: readonly GroupResult[], currency: Currency): BothLanguages {
  const taking = groups.filter((it) => it.group.deductible > 0)
  const [only] = taking
  if (!only) return { en: 'none', cn: '无' }
  if (taking.length === 1) return only.group.deductibleNote
  const part =
    (lang: 'en' | 'cn') =>
    ({ group, deductible }: GroupResult): string =>
      lang === 'en'
        ? `${figure(deductible, currency)} ${group.name.en}`
        : `${group.name.cn}${figure(deductible, currency)}`
  return { en: taking.map(part('en')).join(' + '), cn: taking.map(part('cn')).join('，') }
}

/** `10% of 1,881.36`, or each group's part where there are several. */
export function shareNote({ currency, shareCap }: Assessment, groups: readonly GroupResult[]): BothLanguages {
  const own = total(groups.map((it) => it.share))
  if (shareCap !== null && own > shareCap) {
    return {
      en: `capped: ${figure(shareCap, currency)} was left of ${figure(own, currency)}`,
      cn: `自付已达上限：本次${figure(own, currency)}，仅计${figure(shareCap, currency)}`,
    }
  }
  const bearing = groups.filter((it) => it.share > 0)
  const [only] = bearing
  if (!only)
    return groups.some(({ group }) => group.share < 100)
      ? { en: 'none', cn: '无' }
      : { en: 'none: we pay 100%', cn: '无，赔付比例100%' }
  if (bearing.length === 1) {
    const base = figure(only.eligible - only.deductible, currency)
    const percent = Number((100 - only.group.share).toFixed(2))
    return { en: `${percent}% of ${base}`, cn: `${base}的${percent}%` }
  }
  const en = bearing.map(({ group, share }) => `${figure(share, currency)} ${group.name.en}`).join(' + ')
  return { en, cn: bearing.map(({ group, share }) => `${group.name.cn}${figure(share, currency)}`).join('，') }
}

/** Who else has paid. */
export function otherNote({ otherInsurance }: Assessment): BothLanguages {
  const given = otherInsurance.filter((it) => it.amount > 0)
  if (given.length === 0) return { en: 'none', cn: '无' }
  return { en: given.map((it) => it.note.en).join('; '), cn: given.map((it) => it.note.cn).join('；') }
}
