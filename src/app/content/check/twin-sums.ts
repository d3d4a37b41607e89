/** Sums of money of a paragraph in both languages: `USD 100,000` is `10万美元`, and a range names its currency once. */
import type { Lang } from '../../../lib/locale.ts'

const CURRENCIES: readonly (readonly [string, string])[] = [
  ['USD', '美元'],
  ['EUR', '欧元'],
  ['GBP', '英镑'],
  ['AUD', '澳元|澳大利亚元'],
  ['NZD', '新西兰元|纽元'],
  ['CAD', '加元'],
  ['HKD', '港元|港币'],
  ['SGD', '新加坡元|新元|新币'],
  ['JPY', '日元'],
  ['KRW', '韩元'],
  ['MYR', '林吉特'],
  ['CNY', '(?<!\\p{Script=Han})元|万元|人民币'],
]
export const CURRENCY_WORDS: Readonly<Record<Lang, readonly string[]>> = {
  en: CURRENCIES.map(([code]) => code),
  cn: CURRENCIES.map(([, name]) => name),
}
const FIGURE = String.raw`\d+(?:,\d{3})*(?:\.\d+)?`
const NUMBER = `(${FIGURE})`
const SUMS = CURRENCIES.map(([code, name]) => ({
  code,
  en: new RegExp(String.raw`\b${code}[ \u00a0]${NUMBER}()(?! ?(?:million|m\b))`, 'g'),
  cn: new RegExp(String.raw`(?<![\d.,至到~-])${NUMBER} ?(万)?(?:${name})`, 'gu'),
}))
/** `100 USD` for each sum of money, with its words. */
export const sumsIn = (words: string, lang: Lang): [string, string][] =>
  SUMS.flatMap(({ code, [lang]: pattern }) =>
    [...words.matchAll(pattern)].map(([typed, digits = '', wan]): [string, string] => [
      `${Number(digits.replaceAll(',', '')) * (wan || typed.endsWith('万元') ? 10_000 : 1)} ${code}`,
      typed,
    ]),
  )

/** What else English texts say. */
const SAID: Readonly<Record<string, string>> = { EUR: 'EUR|euros?', MYR: 'MYR|RM' }
const RANGES = CURRENCIES.map(([code, name]) => ({
  code,
  name: code === 'CNY' ? String.raw`(?<!\p{Script=Han})元|(?<=万)元|人民币` : name,
  said: SAID[code] ?? code,
})).map(({ code, name, said }) => ({
  code,
  name: { en: new RegExp(String.raw`\b(?:${said})\b`), cn: new RegExp(name, 'u') },
  en: new RegExp(
    String.raw`\b(?:${said})[ \u00a0]${FIGURE}(?:(?: to | or | and |, |–)${FIGURE}(?![\d%]| ?[a-z]{3}))*`,
    'g',
  ),
  cn: new RegExp(`(?:${FIGURE} ?万?(?:[至到~–、或和及-]))*${FIGURE} ?万?(?:${name})`, 'gu'),
}))

interface Sum {
  value: number
  code: string
  typed: string
}
const valuesIn = (words: string): number[] => {
  const tenThousands = /万[^\d]*$/.test(words)
  return [...words.matchAll(new RegExp(`${NUMBER} ?(万)?`, 'g'))].map(
    ([, digits = '', wan]) =>
      Number(digits.replaceAll(',', '')) * (wan !== undefined || (tenThousands && !digits.includes(',')) ? 10_000 : 1),
  )
}
/** Every figure that has a currency, also the first one of `100至500美元`. */
const moneyIn = (words: string, lang: Lang): Sum[] =>
  RANGES.flatMap(({ code, [lang]: pattern }) =>
    [...words.matchAll(pattern)].flatMap(([typed]) => valuesIn(typed).map((value) => ({ value, code, typed }))),
  )
/** Figures as they are typed, by their value. */
const figuresIn = (words: string): Map<number, string> =>
  new Map(
    [
      ...words
        .replace(/\{\{[^}]*\}\}|https?:\S+/g, ' ')
        .matchAll(new RegExp(String.raw`(?<![\w.,:-])${NUMBER} ?(万)?(?![\d%])`, 'g')),
    ].map(([typed, digits = '', wan]) => [
      Number(digits.replaceAll(',', '')) * (wan === undefined ? 1 : 10_000),
      typed.trim(),
    ]),
  )
/** Beside no figure: `金额（美元）`. */
const named = (words: string, code: string, lang: Lang): boolean => {
  const { name, [lang]: sums } = RANGES.find((it) => it.code === code) ?? {}
  return name !== undefined && sums !== undefined && name[lang].test(words.replace(sums, ' '))
}

/** A figure that has another currency in the other language, or none and the language does not name it elsewhere. */
export function otherMoney(en: string, cn: string): { typed: string; other: string } | undefined {
  const words = { en, cn }
  const money = { en: moneyIn(en, 'en'), cn: moneyIn(cn, 'cn') }
  for (const [lang, there] of [
    ['en', 'cn'],
    ['cn', 'en'],
  ] as const) {
    for (const { value, code, typed } of money[lang]) {
      const same = money[there].filter((it) => it.value === value)
      if (same.some((it) => it.code === code)) continue
      const bare =
        named(words[there], code, there) && same.length === 0 ? undefined : figuresIn(words[there]).get(value)
      const found = same[0]?.typed ?? bare
      if (found !== undefined) return lang === 'en' ? { typed: found, other: typed } : { typed, other: found }
    }
  }
  return undefined
}
