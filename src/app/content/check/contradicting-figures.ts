/** Figures of one text that cannot all be right: a period that ends before it begins, a total that is none. Warnings. */
import { problem } from '../../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import type { Lang } from '../../../lib/locale.ts'
import { isEarlierVersion } from './content-files.ts'
import type { MarkdownFile } from './markdown-blocks.ts'
import { partsOf, type Part } from './text-parts.ts'
import { daysIn } from './twin-values.ts'

type Told = [line: number, found: string, why: string, example: string]

export const figureDoubts = (texts: readonly MarkdownFile[]): SourceProblem[] =>
  texts
    .filter(({ path }) => !isEarlierVersion(path))
    .flatMap((text) => {
      const parts = partsOf(text)
      return [
        ...parts.flatMap(({ line, words }) => pairsIn(words, text.lang).map((told): Told => [line, ...told])),
        ...totals(parts),
        ...(text.path.startsWith('notices/') ? dayOfBody(parts, text.lang) : []),
      ].map(([line, found, why, example]) => problem(text.file, line, found, 'contradiction', why, example))
    })

interface Pair {
  pattern: RegExp
  wrong: (first: number, second: number) => boolean
  why: string
  example: string
}
const SUM = String.raw`(?:[A-Z]{3} ?)?([\d,]+(?:\.\d+)?)%?`
const RISE = 'rises?|increases?|goes up|go up|(?:is|are) raised'
const FALL = 'falls?|decreases?|drops?|goes down|go down|(?:is|are) lowered'
const PERIOD = { wrong: (a: number, b: number) => a > b, why: 'ends before it begins: which day is wrong?' }
const AGES = { wrong: (a: number, b: number) => a > b, why: 'are the ages of nobody: are they exchanged?' }
const UP = { wrong: (a: number, b: number) => a >= b, why: 'rises to less: are the figures exchanged?' }
const DOWN = { wrong: (a: number, b: number) => a <= b, why: 'falls to more: are the figures exchanged?' }
const SHARES = { wrong: (a: number, b: number) => a + b !== 100, why: 'are two shares that are not 100% together.' }
const PAIRS: Readonly<Record<Lang, readonly Pair[]>> = {
  en: [
    {
      pattern: /\bfrom (\d{1,2}) (?:to|until) (\d{1,2}) (?=[A-Z][a-z]{2,})/g,
      ...PERIOD,
      example: 'from 5 to 14 February',
    },
    { pattern: /\bage[ds]? (\d{1,2})(?: to |–| and )(\d{1,2})\b/g, ...AGES, example: 'aged 18 to 25' },
    {
      pattern: new RegExp(`\\b(?:${RISE}) from ${SUM} to ${SUM}`, 'g'),
      ...UP,
      example: 'rises from CNY 120 to CNY 130',
    },
    {
      pattern: new RegExp(`\\b(?:${FALL}) from ${SUM} to ${SUM}`, 'g'),
      ...DOWN,
      example: 'falls from CNY 130 to CNY 120',
    },
    { pattern: /\bpays (\d{1,3})%,? and you pay (\d{1,3})%/g, ...SHARES, example: 'pays 80% and you pay 20%' },
  ],
  cn: [
    { pattern: /\d{1,2}月(\d{1,2})日?[至到](\d{1,2})日/g, ...PERIOD, example: '2月5日至14日' },
    { pattern: /(?<!\d)(\d{1,2})(?:周?岁)?[至到](\d{1,2})周?岁/g, ...AGES, example: '18至25岁' },
    {
      pattern: /[由从]([\d,.]+)[元%]?(?:上调|提高|增加|上涨|上升)[至到为]([\d,.]+)/g,
      ...UP,
      example: '由120元上调至130元',
    },
    {
      pattern: /[由从]([\d,.]+)[元%]?(?:下调|降低|减少|下降)[至到为]([\d,.]+)/g,
      ...DOWN,
      example: '由130元下调至120元',
    },
    { pattern: /赔付?(\d{1,3})%，[^。；]{0,8}自付(\d{1,3})%/g, ...SHARES, example: '赔付80%，您自付20%' },
  ],
}

const pairsIn = (words: string, lang: Lang): [string, string, string][] =>
  PAIRS[lang].flatMap(({ pattern, wrong, why, example }) =>
    [...words.matchAll(pattern)].flatMap(({ 0: found, 1: first, 2: second }): [string, string, string][] =>
      wrong(numberOf(first), numberOf(second)) ? [[found.trim(), why, example]] : [],
    ),
  )
const numberOf = (typed = ''): number => Number(typed.replaceAll(',', '').replace(/\.$/, ''))

/** The last row of a table, where it is named as the total of the others. */
function totals(parts: readonly Part[]): Told[] {
  return parts.flatMap((part, i): Told[] => {
    if (part.kind !== 'row' || !/^(?:Total|In all|合计|总计|共计) \|/i.test(part.words)) return []
    const start = parts.slice(0, i).findLastIndex(({ kind }) => kind !== 'row') + 1
    const above = parts.slice(start + 1, i).map(({ words }) => words.split(' | '))
    return part.words.split(' | ').flatMap((cell, column): Told[] => {
      const [total, ...rows] = [cell, ...above.map((cells) => cells[column] ?? '')].map(plainNumber)
      if (column === 0 || total === undefined || rows.length < 2 || rows.includes(undefined)) return []
      const sum = rows.reduce<number>((whole, it) => whole + (it ?? 0), 0)
      return sum === total ? [] : [[part.line, cell, `is not the sum of the rows above it, ${sum}.`, String(sum)]]
    })
  })
}
const plainNumber = (cell: string): number | undefined =>
  /^[\d,]+(?:\.\d+)?$/.test(cell.trim()) ? numberOf(cell.trim()) : undefined

const LAST = /\b(?:last|until|up to|day before)\b|最后|截止|截至|之前|前/
/** A text that names one day alone, and a title that names another. */
function dayOfBody(parts: readonly Part[], lang: Lang): Told[] {
  const title = parts.find(({ kind, words }) => kind === 'field' && words.startsWith('title:'))
  const named = new Map(daysIn(title?.words ?? '', lang))
  // “Sold for the last time on 31 March” belongs to “Ends on 1 April”.
  const below = parts.filter(({ kind, words }) => kind !== 'field' && !LAST.test(words))
  const days = below.flatMap(({ line, words }) => daysIn(words, lang).map(([day, typed]) => ({ line, day, typed })))
  const [first] = days
  if (!first || named.size !== 1 || named.has(first.day) || days.some(({ day }) => day !== first.day)) return []
  const titled = [...named.values()][0] ?? ''
  return [[first.line, first.typed, `is the one day of the text, and the title has ${titled}: which is right?`, titled]]
}
