/** What both languages of a text write alike: ages, codes and short names, words of a third language, measures. */
import type { Lang } from '../../../lib/locale.ts'

type Found = [value: string, typed: string][]

const AGES: Readonly<Record<Lang, RegExp>> = {
  en: new RegExp(
    String.raw`\b[Aa]ge[ds]? (?:of )?(\d{1,2})(?:(?: to |–| and | or )(\d{1,2}))?\b|\b(\d{1,2}) (?:to (\d{1,2}) )?years? old` +
      String.raw`|\b(?:[Uu]nder|[Oo]ver|[Tt]urn(?:s|ed|ing)?) (\d{1,2})\b(?![.,:]\d|[-–%]| ?(?:%|days?|hours?|minutes?|weeks?|months?|km|kg|[A-Z]{3}\b))`,
    'g',
  ),
  cn: /(?<!\d)(\d{1,2})(?:周?岁)?(?:[至到–、和或-](\d{1,2}))?周?岁/g,
}
/** Of a band both ends. */
export const agesIn = (words: string, lang: Lang): Found =>
  [...words.matchAll(AGES[lang])].flatMap(([typed, ...ends]) =>
    ends.flatMap((age): Found => (age === undefined ? [] : [[String(Number(age)), typed]])),
  )

/** People of a policy; a label may say for whose benefit in other words. */
const ROLES: readonly Readonly<Record<Lang, RegExp>>[] = [
  { en: /\bpolicyholders?\b/gi, cn: /投保人/g },
  { en: /\binsured (?:person|people)\b|\binsured\b(?=[’,.]| is\b)/gi, cn: /被保险人/g },
  { en: /\bbeneficiar(?:y|ies)\b|\bdies\b/gi, cn: /受益人/g },
]
/** One of them in the place of another: English names the one more often, and Chinese the other. */
export function otherRole(en: string, cn: string): [typed: string, other: string] | undefined {
  const counts = ROLES.map((role) => ({ en: en.match(role.en) ?? [], cn: cn.match(role.cn) ?? [] }))
  const other = counts.find((it) => it.en.length > it.cn.length)?.en[0]
  const typed = counts.find((it) => it.cn.length > it.en.length)?.cn[0]
  return other === undefined || typed === undefined ? undefined : [typed, other]
}

/** `D-4`, `ICD-10`, `NHIS`. Currencies are compared with their sums. */
export const codesIn = (words: string): Found =>
  [
    ...words
      .replace(/\{\{[^}]*\}\}|https?:\S+/g, ' ')
      .matchAll(
        /(?<![A-Za-z\d.-])(?:[A-Z]{1,4}-\d{1,3}|(?!USD|EUR|GBP|AUD|NZD|CAD|HKD|SGD|JPY|KRW|MYR|CNY|RMB)[A-Z]{3,6})(?![A-Za-z\d-])/g,
      ),
  ].map(([typed]) => [typed, typed])

/** Hangul and kana, which neither language changes. */
export const localWordsIn = (words: string): Found =>
  [...words.matchAll(/[\p{Script=Hangul}]+|[\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}/gu)].map(([typed]) => [
    typed,
    typed,
  ])

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'.split('|')
const WORDS: Readonly<Record<Lang, readonly string[]>> = {
  en: 'one two three four five six seven eight nine ten eleven twelve'.split(' '),
  cn: '一 二 三 四 五 六 七 八 九 十 十一 十二'.split(' '),
}
/** What else a language may write for a number: `2 pm`, `March`, 10万. */
function otherForms(words: string, lang: Lang): number[] {
  if (lang === 'cn')
    return [
      ...[...words.matchAll(/(\d[\d,]*(?:\.\d+)?)(?=[^。；]*?([万亿]))/g)].map(
        ([, digits = '', unit]) => Number(digits.replaceAll(',', '')) * (unit === '亿' ? 100_000_000 : 10_000),
      ),
      ...(words.includes('半') ? [6, 30, 0.5] : []),
      ...WORDS.cn.flatMap((word, i) => (words.includes(word) ? [i + 1] : [])),
    ]
  return [
    ...[...words.matchAll(/(\d{1,2})(?::\d\d)? ?p\.?m\b/g)].map(([, hours]) => Number(hours) + 12),
    ...MONTHS.flatMap((month, i) => (words.includes(month) ? [i + 1] : [])),
    ...[...words.matchAll(/\b(\d+) months?\b/g)].map(([, months]) => Number(months) / 12),
    // 2027/28
    ...[...words.matchAll(/\/(\d\d)\b/g)].map(([, year]) => 2000 + Number(year)),
    ...[...words.matchAll(/(\d+(?:\.\d+)?) million/g)].map(([, count]) => Number(count) * 1_000_000),
    ...WORDS.en.flatMap((word, i) => (new RegExp(`\\b${word}`, 'i').test(words) ? [i + 1] : [])),
  ]
}
const plainNumbers = (words: string): [number, string][] =>
  [
    ...words
      .replace(/\{\{[^}]*\}\}|https?:\S+|[\w.-]+@\S+/g, ' ')
      .matchAll(/(?<![A-Za-z\d.,-])\d+(?:,\d{3})*(?:\.\d+)?/g),
  ].map(([typed]) => [Number(typed.replaceAll(',', '')), typed])
/** A number of each language that the other one has in no form. */
export function otherNumbers(en: string, cn: string): [string, string] | undefined {
  const [there, here] = [plainNumbers(en), plainNumbers(cn)]
  if (there.length === 0 || here.length === 0) return undefined
  const [known, ours] = [
    new Set([...there.map(([it]) => it), ...otherForms(en, 'en')]),
    new Set([...here.map(([it]) => it), ...otherForms(cn, 'cn')]),
  ]
  // `116 117` is 116117.
  const [digits, theirs] = [cn, en].map((it) => it.replace(/\D/g, ''))
  const within = (it: number, all = ''): boolean => it > 99 && all.includes(String(it))
  const typed = here.find(([it]) => !known.has(it) && !within(it, theirs))
  const other = there.find(([it]) => !ours.has(it) && !within(it, digits))
  return typed && other ? [typed[1], other[1]] : undefined
}

const UNITS: readonly (readonly [string, RegExp, RegExp])[] = [
  ['metre', /^ ?(?:m|metres?)\b/, /^ ?米/],
  ['kilometre', /^ ?(?:km|kilometres?)\b/, /^ ?(?:公里|千米|km\b)/],
  ['mile', /^ ?miles?\b/, /^ ?英里/],
  ['gram', /^ ?(?:g|grams?)\b/, /^ ?克/],
  ['kilogram', /^ ?(?:kg|kilograms?)\b/, /^ ?(?:公斤|千克|kg\b)/],
  ['Celsius', /^ ?(?:°C|℃|degrees\b(?! F))/, /^ ?(?:℃|°C|度|摄氏度)/],
  ['Fahrenheit', /^ ?(?:°F|degrees Fahrenheit)/, /^ ?(?:℉|°F|华氏度)/],
]
export const metricIn = (words: string, lang: Lang): Found =>
  [...words.matchAll(/(?<![\d.,])(\d+(?:\.\d+)?)/g)].flatMap(({ 0: typed, 1: figure = '', index }): Found => {
    const rest = words.slice(index + typed.length, index + typed.length + 20)
    const unit = UNITS.find(([, en, cn]) => (lang === 'en' ? en : cn).test(rest))
    const behind = unit?.[lang === 'en' ? 1 : 2].exec(rest)?.[0] ?? ''
    return unit ? [[`${Number(figure)} ${unit[0]}`, typed + behind]] : []
  })

const sentences = (words: string, mark: RegExp): number => words.split(mark).filter((it) => it.trim() !== '').length
/** Characters of Chinese for one of English: the least and the most that whole translations have. */
const FEW = 0.15
const FEW_OF_MANY = 0.19
const MANY = 0.62
/** Below this one word more or less decides. */
const SHORT = 60
/** The language in which a sentence seems to be missing. */
export function shorterIn(en: string, cn: string): Lang | undefined {
  const [english, chinese] = [en, cn].map((it) => it.replace(/\{\{[^}]*\}\}/g, '0'))
  if (english === undefined || chinese === undefined || /✎|^\w+:/.test(english + chinese)) return undefined
  const [theirs, ours] = [sentences(english, /[.?](?:\s|$)/), sentences(chinese, /[。？；]/)]
  const ratio = chinese.length / Math.max(english.length, 1)
  if (english.length >= SHORT && theirs > 1 && ratio < (theirs - ours > 1 ? FEW_OF_MANY : FEW)) return 'cn'
  return ours > 1 && ours > theirs && chinese.length > SHORT / 3 && ratio > MANY ? 'en' : undefined
}
