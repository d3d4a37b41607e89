/** What a text of the interface says beside the values that it is given: another unit, place, currency or moment. */
import { CURRENCY_WORDS } from '../../app/content/check/twin-sums.ts'
import { otherUnitAfter } from '../../app/content/check/contradictions.ts'
import { typedSiteValues } from '../../app/content/check/site-values.ts'
import { closestWord } from '../../lib/text/closest-word.ts'
import { problem } from '../../lib/content/content-tree.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Path, SourceProblem } from '../../lib/content/source-problems.ts'

interface Word {
  file: string
  line: () => number
  key: string
  lang: Lang
  text: string
  /** The same text in the other language, where there is one. */
  twin: string | undefined
}
type Told = [found: string, why: string, example: string]

export const valueDoubts = ({ file, line, key, lang, text, twin }: Word): SourceProblem[] =>
  [
    ...otherUnits(text),
    ...withoutUnit(text),
    ...unknownForms(text),
    ...typedContacts(text),
    ...(key.endsWith('_other') ? typedCount(text) : []),
    ...(twin === undefined ? [] : [...differentFrom(text, twin, lang), ...brokenOff(text, twin, lang)]),
  ].map(([found, why, example]) => problem(file, line(), key, 'value_of_word', `has “${found}”, which ${why}`, example))

/** `{{minutes}} hours`. */
const otherUnits = (text: string): Told[] =>
  [...text.matchAll(/\{\{(?:\w*?)(days|hours|minutes|seconds|months|years)\}\}/gi)].flatMap(
    ({ 0: hole, 1: unit = '', index }): Told[] => {
      const other = otherUnitAfter(unit, text.slice(index + hole.length))
      return other === undefined
        ? []
        : [
            [
              hole,
              `is a number of ${unit.toLowerCase()}, and ${other} stand behind it.`,
              `${hole} ${unit.toLowerCase()}`,
            ],
          ]
    },
  )

/** In which `deadline.ts` writes a value. */
const FORMS = ['deadline', 'shortDeadline']
const unknownForms = (text: string): Told[] =>
  [...text.matchAll(/\{\{\s*[\w.]+\s*,\s*(\w*)\s*\}\}/g)].flatMap(([, form = '']): Told[] =>
    FORMS.includes(form) ? [] : [[form, 'is no form of a value.', closestWord(form, FORMS) ?? 'deadline']],
  )

/** `{{days}} and`: the value is the number alone. */
const withoutUnit = (text: string): Told[] => {
  const [found] = /\{\{(?:days|hours|minutes)\}\}(?: (?=(?:and|or|from|after|before)\b)|(?=[内前后]))/.exec(text) ?? []
  return found === undefined
    ? []
    : [[found.trim(), 'is a bare number, and its unit does not stand behind it.', `${found.trim()} days`]]
}

const PHONE = /(?<![\d-])400[- ]?\d{3}[- ]?\d{4}(?!\d)|\+\d{1,3}[ -]\d[\d -]{6,}\d/
const ADDRESS =
  /https?:\/\/[^\s{}]+|\bwww\.[^\s{}]+|(?<![\w@.])(?:[a-z0-9-]+\.)+(?:com|cn|net|org|io|top|xyz|cc|link)(?![\w.])(?:\/\S*)?/i
/** What shows how to write one. */
const SHOWS_HOW = /(?<!\.)\bexample|such as|\blike\b|例如|例：|比如|如[:：+]?/i
/** Ours are told with the value that they have. */
const typedContacts = (text: string): Told[] =>
  SHOWS_HOW.test(text) || typedSiteValues(text).length > 0
    ? []
    : [PHONE, ADDRESS].flatMap((pattern): Told[] => {
        const [found] = pattern.exec(text) ?? []
        const why = 'is typed, so it stays when it changes: a number or an address is a value, or is left out.'
        return found === undefined ? [] : [[found, why, pattern === PHONE ? '{{phone}}' : '{{url}}']]
      })

/** `errors_other` is said of every number but one. */
function typedCount(text: string): Told[] {
  const [found] = (!text.includes('{{') && /(?<![\w-])\d+(?= \w)/.exec(text)) || []
  return found === undefined ? [] : [[found, 'is shown for every number: write the value.', '{{count}}']]
}

const ZONES: readonly (readonly [string, RegExp, RegExp])[] = [
  ['Beijing', /\bBeijing time\b|\b(?:in|at) Beijing\b/, /北京时间|北京/],
  ['London', /\bLondon time\b/, /伦敦/],
  ['New York', /\bNew York time\b/, /纽约/],
  ['Sydney', /\bSydney time\b/, /悉尼/],
  ['local', /\blocal time\b/i, /当地/],
]
const MIDNIGHTS = [/24:00|24 ?时/, /(?<!\d)0?0:00|(?<!\d)0 ?时/] as const

const zoneOf = (words: string, lang: Lang): string | undefined =>
  ZONES.find(([, en, cn]) => (lang === 'en' ? en : cn).test(words))?.[0]

/** Of English beside Chinese: another place, or none where a reader abroad would take the time for the one there. */
function otherZone(text: string, twin: string): Told[] {
  const [here, there] = [zoneOf(text, 'en'), zoneOf(twin, 'cn')]
  if (here === undefined || here === there) return []
  if (there !== undefined) return [[`${here} time`, `is ${there} time in Chinese: which is right?`, `${there} time`]]
  return /\bBeijing time\b/.test(text)
    ? [['Beijing time', 'the Chinese text does not say: a reader abroad takes it for the time there.', '北京时间']]
    : []
}

/** Told in the text that says it. */
function differentFrom(text: string, twin: string, lang: Lang): Told[] {
  const [end, start] = MIDNIGHTS
  const moments: Told[] =
    lang === 'en' && end.test(text) !== end.test(twin) && start.test(text) !== start.test(twin)
      ? [[end.test(text) ? '24:00' : '00:00', 'is the other end of the day in Chinese: which is right?', '24:00']]
      : []
  const [currency] = CURRENCY_AT_VALUE.exec(text) ?? []
  const alone: Told[] =
    currency === undefined || CURRENCY.test(twin)
      ? []
      : [[currency, 'names a currency, and the other language none: a sum brings its own.', '{{premium}}']]
  return [...(lang === 'en' ? otherZone(text, twin) : []), ...moments, ...alone]
}
const CURRENCY_SOURCE = `(?:${CURRENCY_WORDS.en.join('|')}|RMB|[$¥￥€£])|(?:${CURRENCY_WORDS.cn.join('|')})`
const CURRENCY = new RegExp(CURRENCY_SOURCE, 'u')
const CURRENCY_AT_VALUE = new RegExp(
  String.raw`(?:${CURRENCY_WORDS.en.join('|')}|RMB|[$¥￥€£])[ \u00a0]?\{\{\w+\}\}|\{\{\w+\}\} ?(?:${CURRENCY_WORDS.cn.join('|')})`,
  'u',
)

/** The other language ends as a sentence does. Chinese titles have no mark: only a word that needs another is told. */
function brokenOff(text: string, twin: string, lang: Lang): Told[] {
  const [open, closed] = lang === 'en' ? [/[\w,]$/, /。$/] : [/(?:[，、请在并或和及与但且将被]|如果|因为)$/, /\w\.$/]
  if (!open.test(text) || !closed.test(twin)) return []
  const last = text.slice(-24).replace(/^\S*\s/, '')
  return [
    [
      last,
      'does not end as a sentence: is the rest missing?',
      lang === 'en' ? 'The whole sentence.' : '完整的一句话。',
    ],
  ]
}

const TIMED = /\{\{(days|hours|minutes)\}\}/g
const UNIT_WORDS: Readonly<Record<string, RegExp>> = {
  days: /(?<![\w{.:])\d+(?: (?:working )?days?\b|个?(?:工作)?[天日](?!期))/,
  hours: /(?<![\w{.:])\d+(?: hours?\b|个?小时)/,
  minutes: /(?<![\w{.:])\d+(?: minutes?\b|分钟)/,
}

interface WordsOfFile {
  file: string
  words: ReadonlyMap<string, { text: string; path: Path }> | undefined
  lineOf: (path: Path) => number
}

/** A number typed in a mail for the value that its text message is given. */
export function typedForValue({ file, words, lineOf }: WordsOfFile): SourceProblem[] {
  const groups = Map.groupBy(words ?? [], ([key]) => key.replace(/\.[^.]*$/, ''))
  return [...groups.values()].flatMap((group) => {
    const given = new Set(group.flatMap(([, { text }]) => [...text.matchAll(TIMED)].map(([, name = '']) => name)))
    return group.flatMap(([key, { text, path }]) =>
      [...given].flatMap((name) => {
        const [typed] = (!text.includes(`{{${name}}}`) && UNIT_WORDS[name]?.exec(text)) || []
        const why = `has “${typed}” typed, and this message is given {{${name}}}.`
        return typed === undefined ? [] : [problem(file, lineOf(path), key, 'value_of_word', why, `{{${name}}}`)]
      }),
    )
  })
}

const BRACED = /[{｛]+\s*([\w.]+)\s*[}｝]+/g

interface Names {
  /** What the text is filled with, where that is known. */
  known: readonly string[] | undefined
  /** What anything is called in the sources. */
  names: ReadonlySet<string> | undefined
}

/** Values of a name that the text is not given, and those that lack a brace. */
export function misspeltValues(
  { file, lineOf, words }: WordsOfFile,
  key: string,
  { text, path }: { text: string; path: Path },
  { known, names }: Names,
): SourceProblem[] {
  return [...text.matchAll(BRACED)].flatMap(([whole, value = '']) => {
    const say = (why: string, meant: readonly string[] = known ?? []): SourceProblem[] => {
      const example = `{{${closestWord(value, meant) ?? value}}}`
      return [problem(file, lineOf(path), key, 'placeholder', `has ${whole}${why}`, example)]
    }
    if (!known && /^\{\w+\}$/.test(whole)) return []
    if (!/^\{\{[^{}｛｝]+\}\}$/.test(whole)) return say(': write two plain braces before and after the name.')
    if (known)
      return known.includes(value) ? [] : say(`, which this message is not given. It has: ${known.join(', ')}.`)
    if (!names || names.has(value.replace(/\..*/, ''))) return []
    const others = [...(words ?? [])].flatMap(([, it]) => [...it.text.matchAll(BRACED)].map(([, name = '']) => name))
    return say(
      ', which nothing on this site hands over: check its spelling in both languages.',
      others.filter((name) => names.has(name)),
    )
  })
}
