/**
 * `{{limits.decisionDays}}` in content: a figure is stored in one place, and prose quotes it.
 * It does not depend on markdown, so pages, PDFs and plain text are all filled by the same code.
 */
import { formatDay } from '../days/dates.ts'
import { LIMITS } from '../limits-and-periods.ts'
import type { Lang } from '../locale.ts'
import { closestWord } from '../text/closest-word.ts'
import { money } from '../money/money.ts'
import { netPremiumFor } from '../money/net-premium.ts'
import { keysOf } from '../object-keys.ts'
import {
  EXAMPLE_ELIGIBLE_CNY,
  EXAMPLE_ELIGIBLE_GBP,
  EXAMPLE_RATE,
  EXAMPLE_TIERS,
  tierSums,
} from '../money/settlement-example.ts'
import { SITE } from '../site.ts'
import {
  US_BILL_IDS,
  US_BILL_LINES,
  US_BILL_RATE,
  US_BILL_TERMS,
  usBillCounts,
  usBillSums,
} from '../money/us-bill-example.ts'

/** Values known only at purchase. Each is formatted text in the language of the page, units included. */
export const ORDER_PLACEHOLDERS = [
  'plan.name',
  'plan.tier',
  'plan.insurer',
  'plan.where',
  'plan.ages',
  'plan.family',
  'plan.terms',
  'plan.waiting',
  'plan.preExisting',
  'plan.yearMaximum',
  'plan.deductible',
  'plan.share',
  'plan.refundFee',
  'plan.deathBenefit',
  'plan.filing',
  'plan.termsVersion',
  'plan.helpLine',
  'plan.recipientAbroad',
  'plan.complaintLine',
  'order.policyholder',
  'order.insured',
  'order.relationship',
  'order.start',
  'order.end',
  'order.premium',
] as const
export type OrderPlaceholder = (typeof ORDER_PLACEHOLDERS)[number]
export type OrderValues = Record<OrderPlaceholder, string>

const PATTERN = /\{\{\s*([^{}]*?)\s*\}\}/g

/** An unknown or unfilled placeholder: a mistake of the text, named by file and line so that an editor finds it. */
export class UnknownPlaceholder extends Error {
  constructor(name: string, file: string, line: number) {
    super(`${file}:${line}: unknown placeholder {{${name}}}`)
    this.name = 'UnknownPlaceholder'
  }
}

/** Whole numbers in the form of both languages: 5000 → `5,000`. */
const figure = (n: number): string => n.toLocaleString('en-GB')

/** The worked example of the refund value (domain §3.2): premium × net share × (1 − days in force ÷ days of term). */
const REFUND_EXAMPLE = { premiumMinor: 384_000, termDays: 365, usedDays: 100 } as const
export function refundExampleMinor(): number {
  const { premiumMinor, termDays, usedDays } = REFUND_EXAMPLE
  return netPremiumFor(money(premiumMinor, 'CNY'), termDays - usedDays, termDays).amount
}
const sum = (minor: number): string =>
  (minor / 100).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const TIERS = keysOf(EXAMPLE_TIERS)

/** The settlement example (`settlement-example.ts`): `bill.converted`, `bill.basic.share` … */
function billValues(lang: Lang): Record<string, string> {
  const tiers = TIERS.flatMap((tier) => {
    const { deductible, percent } = EXAMPLE_TIERS[tier]
    const { after, share, paid } = tierSums(tier)
    const sums = {
      deductible: sum(deductible.amount),
      after: sum(after.amount),
      percent: String(percent),
      share: sum(share.amount),
      paid: sum(paid.amount),
    }
    return Object.entries(sums).map(([name, value]) => [`bill.${tier}.${name}`, value])
  })
  return {
    'bill.eligible': sum(EXAMPLE_ELIGIBLE_GBP.amount),
    'bill.rate': EXAMPLE_RATE.rate,
    'bill.day': formatDay(EXAMPLE_RATE.day, lang),
    'bill.converted': sum(EXAMPLE_ELIGIBLE_CNY.amount),
    ...Object.fromEntries(tiers),
  }
}

/** The example bill of a US hospital (`us-bill-example.ts`): `usBill.ward.charged`, `usBill.paid` … */
function usBillValues(lang: Lang): Record<string, string> {
  const lines = US_BILL_IDS.flatMap((id) => [
    [`usBill.${id}.charged`, sum(US_BILL_LINES[id].charged.amount)],
    [`usBill.${id}.counts`, sum(usBillCounts(id).amount)],
  ])
  const sums = Object.entries({
    ...usBillSums(),
    deductible: US_BILL_TERMS.deductible,
    school: US_BILL_TERMS.elsewhere,
  })
  return {
    'usBill.rate': US_BILL_RATE.rate,
    'usBill.day': formatDay(US_BILL_RATE.day, lang),
    'usBill.percent': String(US_BILL_TERMS.percent),
    ...Object.fromEntries([...lines, ...sums.map(([name, { amount }]) => [`usBill.${name}`, sum(amount)])]),
  }
}

const common = new Map<Lang, Readonly<Record<string, string>>>()

/**
 * The placeholders with the same value everywhere: limits, the operator, the examples of a refund and of a bill. Every
 * text needs them.
 */
export function commonValues(lang: Lang): Readonly<Record<string, string>> {
  const values = common.get(lang) ?? Object.freeze(makeCommon(lang))
  common.set(lang, values)
  return values
}

function makeCommon(lang: Lang): Record<string, string> {
  const out: Record<string, string> = {
    'example.premium': sum(REFUND_EXAMPLE.premiumMinor),
    'example.termDays': figure(REFUND_EXAMPLE.termDays),
    'example.usedDays': figure(REFUND_EXAMPLE.usedDays),
    'example.leftDays': figure(REFUND_EXAMPLE.termDays - REFUND_EXAMPLE.usedDays),
    'example.refund': sum(refundExampleMinor()),
    ...billValues(lang),
    ...usBillValues(lang),
  }
  for (const [key, value] of Object.entries(LIMITS)) out[`limits.${key}`] = figure(value)
  for (const [key, value] of Object.entries(SITE[lang])) out[`site.${key}`] = value
  return out
}

/**
 * Fills `{{name}}` from `values`; names in `keep` stay as they are for a later filling.
 * Throws {@link UnknownPlaceholder} with the line counted from `firstLine`.
 */
export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string>>,
  where: { file: string; firstLine?: number; keep?: readonly string[] },
): string {
  return text.replace(PATTERN, (whole, name: string, at: number) => {
    if (where.keep?.includes(name)) return `{{${name}}}`
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) {
      throw new UnknownPlaceholder(
        name || whole,
        where.file,
        (where.firstLine ?? 1) + text.slice(0, at).split('\n').length - 1,
      )
    }
    return value
  })
}

/** Every placeholder of a text that has no value, with its line counted from 1. */
export function unknownPlaceholders(
  text: string,
  values: Readonly<Record<string, string>>,
  keep: readonly string[] = [],
): { name: string; line: number }[] {
  if (!text.includes('{{')) return []
  return [...text.matchAll(PATTERN)]
    .filter(([, name = '']) => !Object.hasOwn(values, name) && !keep.includes(name))
    .map((match) => ({ name: match[0], line: text.slice(0, match.index).split('\n').length }))
}

export const BROKEN_PLACEHOLDER = 'is not a figure yet: write two plain braces before and after its name.'

/**
 * Finds `{site.phone}`, `{{site.phone}`, `{{name}`, `｛｛site.phone｝｝`, whose braces readers would see, with the line
 * counted from 1.
 */
export function brokenPlaceholders(text: string): { name: string; line: number }[] {
  const rest = text.replace(PATTERN, (whole) => ' '.repeat(whole.length))
  return [
    ...rest.matchAll(
      /[{｛]{1,2}\s*[a-zA-Z]+\.[\w.]+\s*[}｝]{0,2}|[{｛]{2}\s*[a-zA-Z]+\s*[}｝]{0,2}|[a-zA-Z]+\.[\w.]+\s*[}｝]{1,2}/g,
    ),
  ].map((match) => ({ name: match[0], line: rest.slice(0, match.index).split('\n').length }))
}

/** The known placeholder closest to a misspelt `name`. */
export const closestPlaceholder = (name: string, known: readonly string[]): string =>
  `{{${closestWord(name.replace(/[{}｛｝\s]/g, ''), known) ?? ''}}}`
