/** Figures of one text that cannot all be right: a period that ends before it begins, a total that is none. Warnings. */
import { problem } from '../../../lib/content/content-tree.ts'
import { oncePer } from '../../../lib/content/remembering.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import type { Lang } from '../../../lib/locale.ts'
import { isEarlierVersion } from './content-files.ts'
import type { MarkdownFile } from './markdown-blocks.ts'
import { partsOf, type Part } from './text-parts.ts'
import { sumsIn } from './twin-sums.ts'
import { daysIn } from './twin-values.ts'

type Told = [line: number, found: string, why: string, example: string]

export const figureDoubts = (texts: readonly MarkdownFile[]): SourceProblem[] =>
  texts.filter(({ path }) => !isEarlierVersion(path)).flatMap(figureDoubtsOf)

const figureDoubtsOf = oncePer((text: MarkdownFile): SourceProblem[] => {
  const parts = partsOf(text)
  return [
    ...parts.flatMap(({ line, words }) =>
      [...pairsIn(words, text.lang), ...lengthsIn(words, text.lang), ...bareSums(words, text.lang)].map(
        (told): Told => [line, ...told],
      ),
    ),
    ...totals(parts),
    ...(text.path.startsWith('notices/') ? dayOfBody(parts, text.lang) : []),
    ...(/^(?:other|overseas)\//.test(text.path) ? otherPrices(text, parts) : []),
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
const HOURS = {
  wrong: (a: number, b: number) => a > b && b > 0,
  why: 'ends before it begins: is the end on the next day, or a time wrong?',
}
const BLOOD = {
  wrong: (a: number, b: number) => a <= b,
  why: 'are the two values exchanged? The higher one comes first.',
}
const RANGE = { wrong: (a: number, b: number) => a > b, why: 'begins with the greater figure: are they exchanged?' }
const MONTH_NAMES = 'January|February|March|April|May|June|July|August|September|October|November|December'
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
    {
      pattern: /\bfrom (\d{1,2}:\d\d) (?:to|until) (\d{1,2}:\d\d)(?! (?:[ap]\.?m|the next|on the next|next))/g,
      ...HOURS,
      example: 'from 9:00 to 17:00',
    },
    { pattern: /\b[Bb]lood pressure[^.;]{0,20}? (\d{2,3})\/(\d{2,3})\b/g, ...BLOOD, example: '140/90' },
    { pattern: /(?<![\d.])(\d{1,3})% (?:to|and) (\d{1,3})%/g, ...RANGE, example: '30% to 60%' },
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
    { pattern: /(?<![\d日:])(\d{1,2}:\d\d)[至到](\d{1,2}:\d\d)/g, ...HOURS, example: '9:00至17:00' },
    { pattern: /血压[^。；]{0,8}?(\d{2,3})\/(\d{2,3})/g, ...BLOOD, example: '140/90' },
    { pattern: /(?<![\d.])(\d{1,3})%[至到](\d{1,3})%/g, ...RANGE, example: '30%至60%' },
  ],
}

const pairsIn = (words: string, lang: Lang): [string, string, string][] =>
  PAIRS[lang].flatMap(({ pattern, wrong, why, example }) =>
    [...words.matchAll(pattern)].flatMap(({ 0: found, 1: first, 2: second }): [string, string, string][] =>
      wrong(numberOf(first), numberOf(second)) ? [[found.trim(), why, example]] : [],
    ),
  )
/** A time in hours. */
const numberOf = (typed = ''): number => {
  const [whole = '', minutes] = typed.replaceAll(',', '').replace(/\.$/, '').split(':')
  return minutes === undefined ? Number(whole) : Number(whole) + Number(minutes) / 60
}

const RANGES: Readonly<Record<Lang, RegExp>> = {
  en: new RegExp(
    String.raw`\b(\d{1,2})(?: (${MONTH_NAMES}))? (?:to|until) (\d{1,2}) (${MONTH_NAMES})\b(?! (?:20\d\d))`,
    'g',
  ),
  cn: /(?<!\d年)(?<!\d)(\d{1,2})月(\d{1,2})日?[至到](?:(\d{1,2})月)?(\d{1,2})日/g,
}
const LASTS: Readonly<Record<Lang, RegExp>> = {
  en: /\bfor (\w+) (day|week)s?\b|\b(\w+)[ -](day|week)s?, (?:from )?\d/,
  cn: /(?:[共为]|为期|连续|休息|关闭|放假)([\d一两二三四五六七八九十]+)(天|周)/,
}
const NUMERALS = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ')
const NUMERALS_CN = '一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五'.split(' ')
const countOf = (word: string): number =>
  Number(word) || (word === '两' ? 2 : Math.max(NUMERALS.indexOf(word), NUMERALS_CN.indexOf(word)) + 1)

interface Period {
  found: string
  /** Days of a year. */
  from: number
  to: number
  /** Of one month only the days can be exchanged, which is told as a pair. */
  oneMonth: boolean
}
const monthOf = (name: string | undefined): number => MONTH_NAMES.split('|').indexOf(name ?? '') + 1
/** Where a sentence has one alone. */
function periodIn(sentence: string, lang: Lang): Period | undefined {
  const [range, ...more] = sentence.matchAll(RANGES[lang])
  if (!range || more.length > 0) return undefined
  const [found, one = '', two, three, four = ''] = range
  const [first, last] = lang === 'en' ? [monthOf(two ?? four), monthOf(four)] : [Number(one), Number(three ?? one)]
  const [from, to] = lang === 'en' ? [one, three] : [two, four]
  return {
    found,
    from: dayOfYear(first, Number(from)),
    to: dayOfYear(last, Number(to)),
    oneMonth: first === last,
  }
}

/** `for two weeks`, in days, with its words. */
function lengthIn(sentence: string, lang: Lang): [said: string, days: number] | undefined {
  const [said, word, unit, before, of] = LASTS[lang].exec(sentence) ?? []
  const days = countOf((word ?? before ?? '').toLowerCase()) * (/week|周/.test(unit ?? of ?? '') ? 7 : 1)
  return said === undefined || days === 0 ? undefined : [said.trim(), days]
}

/** A stay over the end of a year is shorter than that. */
const LONG = 200
/** Sentences with one period: of months in the wrong order, and of another length than is said beside it. */
const lengthsIn = (words: string, lang: Lang): [string, string, string][] =>
  words.split(lang === 'en' ? /[.;]\s/ : /[。；]/).flatMap((sentence): [string, string, string][] => {
    const period = periodIn(sentence, lang)
    if (!period) return []
    const length = (period.to - period.from + 366) % 366
    if (period.to < period.from && length > LONG)
      return period.oneMonth
        ? []
        : [[period.found, 'ends before it begins: which month is wrong?', 'the earlier day first']]
    const [said, days] = lengthIn(sentence, lang) ?? []
    return said === undefined || days === length || days === length + 1
      ? []
      : [[said, `is beside ${period.found}, which are ${length + 1} days: which is right?`, `${length + 1}`]]
  })
const dayOfYear = (month: number, day: number): number =>
  Math.round((Date.UTC(2028, month - 1, day) - Date.UTC(2028, 0, 1)) / 86_400_000)

const NO_CURRENCY: Readonly<Record<Lang, RegExp>> = {
  en: /\b(?:costs?|fee (?:is|of)|price (?:is|of)|premium (?:is|of)|charges?|pays? up to) (\d[\d,]*(?:\.\d+)?)(?=[.,;]?(?:\s(?:a|per|for|each)\b|\s*$|[.,;]\s))/g,
  cn: /(?:费用|价格|保费|手续费|工本费|收费|押金)(?:为|是|共|约)?(\d[\d,]*(?:\.\d+)?)(?=[，。；]|$)/g,
}
/** `A new card costs 120.` */
const bareSums = (words: string, lang: Lang): [string, string, string][] =>
  [...words.matchAll(NO_CURRENCY[lang])].map(([found, sum]) => [
    found,
    'names no currency: whose money is it?',
    lang === 'en' ? `CNY ${sum}` : `${sum}元`,
  ])

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

const PRICED: Readonly<Record<Lang, RegExp>> = {
  en: /\b(?:a|per|each) (?:year|month|trip|person)\b|\bprice\b|\bcosts?\b/,
  cn: /每[年月次人]|价格|保费/,
}
/** `for EUR 26 a year`, where the product costs 62. */
function otherPrices({ head, lang }: MarkdownFile, parts: readonly Part[]): Told[] {
  const [price, currency] = ['price', 'currency'].map((name) => new RegExp(`^${name}: (\\w+)`, 'm').exec(head)?.[1])
  const known = new Set(head.match(/(?<=: )\d+(?:\.\d+)?$/gm)?.map(Number))
  if (price === undefined) return []
  return parts.flatMap(({ line, words }) =>
    PRICED[lang].test(words)
      ? sumsIn(words, lang).flatMap(([sum, found]): Told[] => {
          const [amount, of] = sum.split(' ')
          return of === currency && !known.has(Number(amount))
            ? [[line, found, `is no figure of this product, which costs ${price}.`, `${currency} ${price}`]]
            : []
        })
      : [],
  )
}
