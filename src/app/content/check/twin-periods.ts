/** How long something lasts, in both languages: `two weeks` is 14天, `an hour and a half` is 90分钟. */
import type { Lang } from '../../../lib/locale.ts'

type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year' | 'percent'
const UNITS: readonly (readonly [Unit, RegExp, RegExp])[] = [
  ['day', /^[ -](?:working |calendar |more |full )?days?\b/, /^个?(?:工作|自然|整)?[日天](?!起)/],
  ['week', /^[ -](?:more |full )?weeks?\b/, /^个?(?:星期|周(?!岁|年))/],
  ['month', /^[ -](?:more |full )?months?\b/, /^个(?:整)?月/],
  ['year', /^[ -](?:more |full )?years?\b/, /^年(?!级|龄|月|\d)/],
  ['hour', /^[ -](?:more |full )?hours?\b/, /^个?(?:小时|钟头)/],
  ['minute', /^[ -](?:more |full )?minutes?\b/, /^分钟?(?![之数期级子公机行享店])/],
  ['percent', /^ ?(?:%|per ?cent)/, /^ ?%/],
]
const NUMBERS_EN = 'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'.split('|')
const NUMBERS_CN: Readonly<Record<string, number>> = {
  两: 2,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
  十一: 11,
  十二: 12,
}
const NUMBER_EN = new RegExp(
  String.raw`(?<![\d.,\w])(?:(\d+(?:,\d{3})*(?:\.\d+)?)|(${NUMBERS_EN.join('|')}))(?![\d\w])`,
  'gi',
)
const NUMBER_CN = /(?<![\d.,])(?:(\d+(?:,\d{3})*(?:\.\d+)?)|(?<![第星周几])(十[一二]|[两二三四五六七八九十]))/g

interface NumberFound {
  value: number | undefined
  typed: string
  index: number
}
/** Numbers in digits and in words, from two on. */
export const numeralsIn = (words: string, lang: Lang): NumberFound[] =>
  [...words.matchAll(lang === 'en' ? NUMBER_EN : NUMBER_CN)].map(({ 0: typed, 1: digits, 2: word = '', index }) => ({
    value:
      digits !== undefined
        ? Number(digits.replaceAll(',', ''))
        : lang === 'en'
          ? NUMBERS_EN.indexOf(word.toLowerCase()) + 2
          : NUMBERS_CN[word],
    typed,
    index,
  }))

const ONE = 'minute|hour|day|week|month|year'
/** What has no number of its own, in the unit that it is a whole number of. */
const IN_WORDS: Readonly<Record<Lang, readonly (readonly [RegExp, number, Unit])[]>> = {
  en: [
    [/\ban hour and a half\b/gi, 90, 'minute'],
    [/\bhalf an hour\b/gi, 30, 'minute'],
    [/\ba quarter of an hour\b/gi, 15, 'minute'],
    [/\bhalf a year\b/gi, 6, 'month'],
  ],
  cn: [
    [/(?<![\d个])半(?:个)?(?:小时|钟头)/g, 30, 'minute'],
    [/[一1]个半(?:小时|钟头)/g, 90, 'minute'],
    [/一刻钟/g, 15, 'minute'],
    [/半年/g, 6, 'month'],
  ],
}
/** `a day` may be each day: only what says how long. */
const ONE_EN = new RegExp(
  String.raw`\b(?:(?:[Ww]ithin|[Ii]n|[Aa]fter|for|takes?|about|than|least|lasts?|most) an?|one) (${ONE})\b(?! and a half)`,
  'g',
)
const ONE_CN =
  /(?<![\d.,第十每星周])[一1](?:个?(小时|钟头)|(分钟)|([天日])(?!起)|(周)(?![岁年一二三四五六日])|个(月)|(年)(?!级|龄|月|\d))/g
const ONE_UNITS: readonly Unit[] = ['hour', 'minute', 'day', 'week', 'month', 'year']

/** `5 day`, with its words; hours and minutes are one. A range has its unit once, at its end. */
export function periodsIn(words: string, lang: Lang): [string, string][] {
  const counted = numeralsIn(words, lang).flatMap(({ value, typed, index }) => {
    const rest = words.slice(index + typed.length)
    const [name, en, cn] =
      UNITS.find(([, inEnglish, inChinese]) => (lang === 'en' ? inEnglish : inChinese).test(rest)) ?? []
    if (name === undefined || value === undefined) return []
    return [{ value, name, index, typed: typed + (((lang === 'en' ? en : cn)?.exec(rest) ?? [])[0] ?? '') }]
  })
  const joined = counted.flatMap(({ value, name, typed, index }, i): [string, string][] => {
    const [before, after] = [counted[i - 1], counted[i + 1]]
    const follows = (one: (typeof counted)[number], two: (typeof counted)[number]): boolean =>
      one.name === 'hour' &&
      two.name === 'minute' &&
      /^(?: |,| and )*$/.test(words.slice(one.index + one.typed.length, two.index))
    if (name === 'minute' && before && follows(before, { value, name, typed, index })) return []
    return name === 'hour' && after && follows({ value, name, typed, index }, after)
      ? [[`${value * 60 + after.value} minute`, words.slice(index, after.index + after.typed.length)]]
      : [[`${value} ${name}`, typed]]
  })
  const inWords = IN_WORDS[lang].flatMap(([pattern, value, unit]) =>
    [...words.matchAll(pattern)].map(([typed]): [string, string] => [`${value} ${unit}`, typed]),
  )
  const ones = [...words.matchAll(lang === 'en' ? ONE_EN : ONE_CN)].map(([typed, ...units]): [string, string] => [
    `1 ${lang === 'en' ? units[0] : ONE_UNITS[units.findIndex((it) => it !== undefined)]}`,
    typed,
  ])
  return [...joined, ...inWords, ...ones]
}

const MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440, week: 10_080 }
const MONTHS: Readonly<Record<string, number>> = { month: 1, year: 12 }
/** A month has so many days. */
const DAYS = { least: 28, most: 31 }

/** Whether two of `periodsIn` are as long: `48 hour` and `2 day`. */
export function asLong(one: string, other: string): boolean {
  const [a = '', of = ''] = one.split(' ')
  const [b = '', as = ''] = other.split(' ')
  const within = (count: number, months: number): boolean => count >= months * DAYS.least && count <= months * DAYS.most
  const [short, shorter, long, longer] = [MINUTES[of], MINUTES[as], MONTHS[of], MONTHS[as]]
  if (short !== undefined && shorter !== undefined) return Number(a) * short === Number(b) * shorter
  if (long !== undefined && longer !== undefined) return Number(a) * long === Number(b) * longer
  if (short !== undefined && longer !== undefined) return within((Number(a) * short) / 1440, Number(b) * longer)
  if (long !== undefined && shorter !== undefined) return within((Number(b) * shorter) / 1440, Number(a) * long)
  return one === other
}

const EACH: Readonly<Record<Lang, Readonly<Record<string, RegExp>>>> = {
  en: Object.fromEntries(
    ONE.split('|').map((unit) => [
      unit,
      new RegExp(String.raw`\b(?:an?|one|per|every|each|the|this|that|first|whole) ${unit}|${unit}ly\b`, 'i'),
    ]),
  ),
  cn: {
    minute: /[一1每]分/,
    hour: /[一1每]个?(?:小时|钟头)/,
    day: /[一1每当全][天日]/,
    week: /[一1每]周|每星期/,
    month: /[一1每当本首]个?月|按月|月[租供付缴费]/,
    year: /[一1每全当本学]年|年[度租费付缴]|按年/,
  },
}
/** Whether a text may mean one of a unit without saying how long: each day, a day. */
export const mayMeanOne = (unit: string, words: string, lang: Lang): boolean => EACH[lang][unit]?.test(words) ?? false

/** What is left when periods that both languages have are taken out, however each says them. */
export function withoutSamePeriods(en: string, cn: string): [en: string, cn: string] {
  const [there, here] = [periodsIn(en, 'en'), periodsIn(cn, 'cn')]
  const same = (mine: [string, string][], theirs: [string, string][]): string[] =>
    mine.filter(([one]) => theirs.some(([other]) => asLong(one, other))).map(([, typed]) => typed)
  const without = (words: string, typed: string[]): string => typed.reduce((left, it) => left.replace(it, ' '), words)
  return [without(en, same(there, here)), without(cn, same(here, there))]
}
