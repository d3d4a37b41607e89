/**
 * Sums that a plan's texts and terms have as numbers, in the currency of the plan: its figures have names, and one that
 * is typed stays as it is when the figure changes. One that is no figure of the plan contradicts them.
 */
import type { Currency } from '../../../lib/money/currencies.ts'
import { LANGS, type Lang } from '../../../lib/locale.ts'
import { formatAmount, money } from '../../../lib/money/money.ts'
import type { PlanSet } from './load-plans.ts'
import type { Problem } from './plan-file-problems.ts'

/** Signs of a currency beside its code in English and its name in Chinese. */
const SIGNS: Partial<Record<Currency, string>> = {
  CNY: 'RMB|[¥￥]|人民币',
  USD: String.raw`US\$|\$`,
  GBP: '£',
  EUR: '€',
  AUD: String.raw`A?\$`,
  NZD: String.raw`NZ\$|\$|纽元|新元`,
  CAD: String.raw`C?\$`,
}
const AFTER: Partial<Record<Currency, string>> = { CNY: 'yuan|块', NZD: '纽元', GBP: '镑', EUR: 'euros?' }
const NUMBER = String.raw`(?<![\d.,])(\d+(?:,\d{3})*(?:\.\d+)?)(?: ?(万))?`

/** `NZD 500`, `$500`, `500 NZD`, `500新西兰元`, `2.5万新西兰元`. */
function sumPattern(currency: Currency): RegExp {
  const name = formatAmount(money(0, currency), 'cn').replace(/[\d.,]/g, '')
  const before = [currency, SIGNS[currency] ?? []].flat().join('|')
  const after = [currency, name, AFTER[currency] ?? []].flat().join('|')
  return new RegExp(String.raw`(?:${before})[ \u00a0]?${NUMBER}|${NUMBER} ?(?:${after})(?!\w)`, 'g')
}
const valueOf = (digits: string, tenThousands: string | undefined): number =>
  Number(digits.replaceAll(',', '')) * (tenThousands ? 10_000 : 1)

/** Warnings: a sum may be an example, or a rule of a country. `read` gives the text of a file below `content`. */
export const typedFigures = (set: PlanSet, read: (file: string) => string | undefined): Problem[] =>
  set.plans.flatMap(({ id, currency }) =>
    LANGS.flatMap((lang) =>
      ['plans', 'clauses'].flatMap((folder) => {
        const file = `content/${folder}/${lang}/${id}.md`
        return typedIn(file, read(file) ?? '', { currency, names: namesOf(set, id, lang) })
      }),
    ),
  )

interface Known {
  currency: Currency
  /** The names of each sum: shorter ones first. */
  names: ReadonlyMap<number, readonly string[]>
}

function typedIn(file: string, text: string, { currency, names }: Known): Problem[] {
  const pattern = sumPattern(currency)
  return text.split('\n').flatMap((words, i) =>
    [...words.replace(/\{\{[^}]*\}\}/g, '{}').matchAll(pattern)].map(
      ([typed, digits, wan, others, otherWan]): Problem => {
        const found = names.get(valueOf(digits ?? others ?? '', wan ?? otherWan)) ?? []
        const [name = '{{each.deductible}}'] = found
        const message =
          found.length > 0
            ? `is typed, and so much is ${found.slice(0, 3).join(' or ')}. If the sentence is about that, write this name: then both change together. If it is about another figure, write the name of that one: its amount may be another.`
            : 'is typed, and this plan has no such figure. Write the name of the one that is meant, unless it is none of the plan.'
        return { file, line: i + 1, field: typed, code: 'typed_figure', message, example: name }
      },
    ),
  )
}

function namesOf(set: PlanSet, id: string, lang: Lang): Map<number, string[]> {
  const names = new Map<number, string[]>()
  const pattern = sumPattern(set.plan(id).currency)
  const known = Object.entries(set.figures(lang, id)).sort(([a], [b]) => a.length - b.length)
  for (const [name, value] of known) {
    const [whole, digits, wan, others, otherWan] = [...value.matchAll(pattern)][0] ?? []
    if (whole !== value || !/^(?:tier|price|refund|each|requirement)\./.test(name)) continue
    const sum = valueOf(digits ?? others ?? '', wan ?? otherWan)
    const same = names.get(sum) ?? []
    // `….full` and `….amount` say the same where the short name is a sum already.
    if (!same.includes(`{{${name.replace(/\.(?:full|amount)$/, '')}}}`)) names.set(sum, [...same, `{{${name}}}`])
  }
  return names
}
