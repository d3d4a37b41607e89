/**
 * What both languages of a paragraph, item, row or field state: numbers, sums, days, times, units, figures by name, and
 * where links lead. Read as values, because the languages write them differently: `USD 100,000` is `10万美元`,
 * `9 pm` is 21:00, `two weeks` is 两周.
 */
import { problem } from '../../../lib/content/content-tree.ts'
import { oncePerText } from '../../../lib/content/remembering.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { otherLang, type Lang } from '../../../lib/locale.ts'
import { isEarlierVersion } from './content-files.ts'
import type { MarkdownFile } from './markdown-blocks.ts'
import { partsOf, type Part } from './text-parts.ts'
import { asLong, mayMeanOne, numeralsIn, periodsIn, withoutSamePeriods } from './twin-periods.ts'
import { otherMoney, sumsIn } from './twin-sums.ts'
import { agesIn, codesIn, localWordsIn, metricIn, otherNumbers, shorterIn } from './twin-marks.ts'
import { twinPath } from './translations.ts'

/** What was found, and the words that say it. */
type Values = ReadonlyMap<string, string>

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'.split('|')
const DAY_EN = new RegExp(
  String.raw`\b(?:(\d{1,2})(?: to |–| and |, ))?(\d{1,2})(?:st|nd|rd|th)? (${MONTHS.join('|')})\b`,
  'g',
)
const DAY_CN = /(\d{1,2})月(\d{1,2})日?(?:[至到和、~—–-](\d{1,2})日)?/g

/** `12-24`; a range names its month once. */
export const daysIn = (words: string, lang: Lang): [string, string][] =>
  [...words.matchAll(lang === 'en' ? DAY_EN : DAY_CN)].flatMap(([typed, one, two, three]) => {
    const [month, ...days] = lang === 'en' ? [MONTHS.indexOf(three ?? '') + 1, one, two] : [Number(one), two, three]
    return days.flatMap((day): [string, string][] => (day === undefined ? [] : [[`${month}-${Number(day)}`, typed]]))
  })

/** In hours and minutes of a day. */
export function timesIn(words: string, lang: Lang): [string, string][] {
  const clock = [...words.matchAll(/(?<![\d:.])(\d{1,2}):(\d\d)(?!\d)(?: ?([ap])\.?m\b)?/g)].map(
    ([typed, hours, minutes, half]): [string, string] => [`${hourOf(hours, half)}:${minutes}`, typed],
  )
  const whole =
    lang === 'en'
      ? [...words.matchAll(/(?<![\d:.])(\d{1,2}) ?([ap])\.?m\b/g)].map(([typed, hours, half]): [string, string] => [
          `${hourOf(hours, half)}:00`,
          typed,
        ])
      : [...words.matchAll(/(?<![\d:.])(\d{1,2})[时点](?!间)/g)].map(([typed, hours]): [string, string] => [
          `${Number(hours)}:00`,
          typed,
        ])
  return [...clock, ...whole]
}
const hourOf = (hours: string | undefined, half: string | undefined): number =>
  (Number(hours) % (half === undefined ? 25 : 12)) + (half === 'p' ? 12 : 0)

/** Phone numbers and the like: five digits or more, however they are set apart. */
export const numbersIn = (words: string): [string, string][] =>
  [...words.matchAll(/(?<![\w.,:/])\+?\d[\d ()-]{3,}\d(?!\w|[ ()-]{1,2}\d|%|[:.,]\d)/g)].flatMap(
    ([typed]): [string, string][] => {
      const digits = typed.replace(/\D/g, '')
      return digits.length >= 5 && !/^(?:19|20)\d\d-/.test(typed) && !/^\d{1,3}(?: \d{1,2})? ?- ?\d/.test(typed)
        ? [[digits, typed]]
        : []
    },
  )

const namesIn = (words: string): [string, string][] =>
  [...words.matchAll(/\{\{(?!site\.|order\.|plan\.|name|insurer|where)([\w.-]+)\}\}/g)].map(([typed, name = '']) => [
    name,
    typed,
  ])

const clausesIn = (words: string, lang: Lang): [string, string][] =>
  [...words.matchAll(lang === 'en' ? /\b[Cc]lauses? (\d+(?:\.\d+)?)/g : /条款 ?(\d+(?:\.\d+)?)/g)].map(
    ([typed, id = '']) => [id, typed],
  )

const ZONES = {
  en: { 'Beijing time': 'beijing', 'in Beijing': 'beijing', 'local time': 'local' },
  cn: { 北京时间: 'beijing', 当地时间: 'local' },
} as const
const zonesIn = (words: string, lang: Lang): [string, string][] =>
  Object.entries(ZONES[lang]).flatMap(([typed, zone]): [string, string][] =>
    words.includes(typed) ? [[zone, typed]] : [],
  )

type Kind =
  | ('sum' | 'day' | 'time' | 'number' | 'period' | 'figure')
  | ('clause' | 'zone' | 'age' | 'code' | 'local' | 'metric')
const KINDS: readonly (readonly [Kind, (words: string, lang: Lang) => [string, string][]])[] = [
  ['sum', sumsIn],
  ['day', daysIn],
  ['time', timesIn],
  ['number', numbersIn],
  ['period', periodsIn],
  ['figure', namesIn],
  ['clause', clausesIn],
  ['zone', zonesIn],
  ['age', agesIn],
  ['code', codesIn],
  ['local', localWordsIn],
  ['metric', metricIn],
]

/**
 * Warnings for an editor, where each language has a value that the other lacks: one alone may be said in other words,
 * or left out of a title. Texts whose parts differ, and names of figures that only one text has, are told of first.
 */
export const twinValueDoubts = (texts: readonly MarkdownFile[]): SourceProblem[] => {
  const byPath = new Map(texts.map((text) => [text.path, text]))
  return texts.flatMap((cn) => {
    const en = cn.lang === 'cn' && !isEarlierVersion(cn.path) ? byPath.get(twinPath(cn.path)) : undefined
    if (!en) return []
    const [here, there] = [partsOf(cn), partsOf(en)]
    if (here.length !== there.length) return []
    const say = (line: number, typed: string, other: string, otherLine: number): SourceProblem => {
      const why = `is in the place of “${other}” in ${en.file}:${otherLine}. Both languages say the same: correct the one that is wrong.`
      return problem(cn.file, line, typed, 'twin_values', why, `the same as “${other}”`)
    }
    const inParts = here.flatMap((part, i) => {
      const twin = there[i] ?? part
      return differing(twin.words, part.words)
        .filter(([typed, other]) => !typed.startsWith('{{') || (en.body.includes(typed) && cn.body.includes(other)))
        .map(([typed, other]) => say(part.line, typed, other, twin.line))
    })
    const cutShort = here.flatMap((part, i) => lostSentence(en, there[i] ?? part, cn, part))
    return [
      ...inParts,
      ...cutShort,
      ...differingLinks(cn, en, say),
      ...lackingPicture(cn, en),
      ...lackingPicture(en, cn),
    ]
  })
}

/** Told where something seems to be missing. */
function lostSentence(en: MarkdownFile, there: Part, cn: MarkdownFile, here: Part): SourceProblem[] {
  const lang = shorterIn(there.words, here.words)
  if (lang === undefined || here.kind !== 'paragraph') return []
  const [short, part, long, other] = lang === 'cn' ? [cn, here, en, there] : [en, there, cn, here]
  const why = `says much less than ${long.file}:${other.line}: is a sentence missing here?`
  const example = lang === 'cn' ? '缺少的那一句。' : 'The sentence that is missing.'
  return [problem(short.file, part.line, part.words.replace(/^(.{40}).+$/, '$1…'), 'twin_values', why, example)]
}

/** Words of Chinese and of English, kind by kind. */
const differing = oncePerText((en: string, cn: string): [string, string][] => differingIn(en, cn, KINDS))
function differingIn(en: string, cn: string, kinds: typeof KINDS): [string, string][] {
  const money = otherMoney(en, cn)
  const found = [...inKinds(en, cn, kinds), ...(money ? [[money.typed, money.other] satisfies [string, string]] : [])]
  const other = found.length > 0 ? undefined : otherNumbers(...withoutSamePeriods(en, cn))
  return other ? [other] : [...new Map(found.map((it) => [it[1], it])).values()]
}
/** `BIC` is SWIFT on a label. */
const FIGURES = KINDS.filter(([kind]) => kind !== 'code')
/** The same of a word of the interface, which gives its values names of its own. */
export const differingFigures = oncePerText((en: string, cn: string): [string, string][] => {
  const bare = (words: string): string => words.replace(/\{\{[^}]*\}\}/g, ' ')
  return differingIn(bare(en), bare(cn), FIGURES)
})
const inKinds = (en: string, cn: string, kinds: typeof KINDS): [string, string][] =>
  kinds.flatMap(([kind, find]): [string, string][] => {
    const found = { en: new Map(find(en, 'en')), cn: new Map(find(cn, 'cn')) }
    // Cells that were exchanged: columns in another order.
    if (kind === 'time' && exchanged(found.en, found.cn)) return [[timesOf(found.cn), timesOf(found.en)]]
    const twice = kind === 'time' ? timeTwice(find(en, 'en'), find(cn, 'cn')) : undefined
    if (twice) return [twice]
    if (kind === 'age') return otherAge(found, { en, cn })
    const [other] = found.en.size > 0 && found.cn.size > 0 ? lacking(kind, found, cn, 'en') : []
    const [typed] = other ? lacking(kind, found, en, 'cn') : []
    return other && typed ? [[typed[1], other[1]]] : []
  })

/** An age that the other language, which names ages too, has in no form: alone, because 23 may stand there twice. */
function otherAge(found: Record<Lang, Values>, words: Record<Lang, string>): [string, string][] {
  const last = { en: [...found.en.values()].at(-1), cn: [...found.cn.values()].at(-1) }
  if (last.en === undefined || last.cn === undefined) return []
  const missing = (lang: Lang): string | undefined => {
    const pool = poolOf(words[otherLang(lang)], otherLang(lang))
    return [...found[lang]].find(([age]) => !pool.has(Number(age)))?.[1]
  }
  const [typed, other] = [missing('cn'), missing('en')]
  return typed === undefined && other === undefined ? [] : [[typed ?? last.cn, other ?? last.en]]
}

/** `From 00:00 to 00:00` and 0时至24时: as many times, of which one language has one twice and the other two. */
function timeTwice(en: [string, string][], cn: [string, string][]): [string, string] | undefined {
  const [theirs, ours] = [new Map(en), new Map(cn)]
  if (en.length !== cn.length || theirs.size === ours.size) return undefined
  const odd = en.findIndex(([time], i) => time !== cn[i]?.[0])
  return odd < 0 ? undefined : [cn[odd]?.[1] ?? '', en[odd]?.[1] ?? '']
}

const timesOf = (found: Values): string => [...found.values()].join(', ')
const exchanged = (one: Values, other: Values): boolean =>
  one.size > 1 &&
  new Set(one.keys()).symmetricDifference(new Set(other.keys())).size === 0 &&
  [...one.keys()].join() !== [...other.keys()].join()

/** Paths within the site, in any order. */
function differingLinks(
  cn: MarkdownFile,
  en: MarkdownFile,
  say: (line: number, typed: string, other: string, otherLine: number) => SourceProblem,
): SourceProblem[] {
  const linksOf = ({ body, bodyLine }: MarkdownFile): Map<string, number> =>
    new Map(
      [...body.matchAll(/\]\((\/[^)\s#]*)/g)].map(({ 1: path = '', index }) => [
        path,
        bodyLine + body.slice(0, index).split('\n').length - 1,
      ]),
    )
  const [here, there] = [linksOf(cn), linksOf(en)]
  const [mine] = [...here].filter(([path]) => !there.has(path))
  const [other] = [...there].filter(([path]) => !here.has(path))
  return mine && other ? [say(mine[1], mine[0], other[0], other[1])] : []
}

/** What the other language does not have, in any form: alone in a range, a currency or unit is said once. */
function lacking(kind: Kind, found: Record<Lang, Values>, words: string, lang: Lang): [string, string][] {
  const there = found[otherLang(lang)]
  const pool = poolOf(words, otherLang(lang))
  return [...found[lang]].filter(([value]) => {
    if (there.has(value)) return false
    if (kind === 'number') return !words.replace(/\D/g, '').includes(value)
    if (kind === 'code') return !words.toUpperCase().includes(value)
    if (kind !== 'sum' && kind !== 'period') return true
    if (kind === 'period' && [...there.keys()].some((it) => asLong(it, value))) return false
    const [count, unit = ''] = value.split(' ')
    if (kind === 'period' && count === '1') return !mayMeanOne(unit, words, otherLang(lang))
    const numbers = value.match(/\d+(?:\.\d+)?/g)?.map(Number) ?? []
    if (!numbers.every((it) => pool.has(it))) return true
    // The number is there, with another unit or currency.
    return [...there.keys()].some((it) => it.split(' ')[0] === count)
  })
}

function poolOf(words: string, lang: Lang): Set<number> {
  const pool = new Set([0, 1])
  for (const [digits] of words.matchAll(/\d+(?:,\d{3})*(?:\.\d+)?/g)) pool.add(Number(digits.replaceAll(',', '')))
  for (const [, digits = '', wan] of words.matchAll(/(\d+(?:\.\d+)?)(?=[^。；]*?([万亿]))/g))
    pool.add(Number(digits) * (wan === '亿' ? 100_000_000 : 10_000))
  for (const { value = 0 } of numeralsIn(words, lang)) pool.add(value)
  return pool
}

/** A picture that only the other language shows. */
function lackingPicture(here: MarkdownFile, there: MarkdownFile): SourceProblem[] {
  const picturesOf = ({ body }: MarkdownFile): string[] =>
    [...body.matchAll(/!\[[^\]]*\]\((\S+?)\)/g)].map(([, path = '']) => path)
  const [missing] = picturesOf(there).filter((path) => !picturesOf(here).includes(path))
  const why = `is a picture that ${there.file} shows. Show it here too, with its description in this language.`
  return missing === undefined
    ? []
    : [problem(here.file, here.bodyLine, missing, 'twin_values', why, `![…](${missing})`)]
}
