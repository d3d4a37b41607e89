/**
 * What a notice announces, beside the files that make it true: prices and days of a plan’s copies, the version of an
 * agreement; and days that cannot be meant. A notice is typed, and nothing fills in its figures. Warnings.
 */
import { dayInName } from '../../lib/content/content-by-day.ts'
import type { Tree } from '../../lib/content/content-tree.ts'
import { currencyOf } from '../../lib/money/country-currency.ts'
import { LANGS, type Lang } from '../../lib/locale.ts'
import { addDays, isDay, type Day } from '../../lib/days/dates.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import { sumsIn } from '../../app/content/check/twin-sums.ts'
import { daysIn } from '../../app/content/check/twin-values.ts'
import { sayIn, type Say } from './doubtful-files.ts'
import { field, noticeDayDoubts, shortDay, type Notice } from './doubtful-notice-days.ts'

export function noticeDoubts(all: Tree): SourceProblem[] {
  const plans = plansOf(all)
  const agreements = agreementsOf(all)
  return noticesOf(all).flatMap((notice) => [
    ...announced(notice, plans),
    ...versionsNamed(notice, agreements),
    ...noticeDayDoubts(notice),
  ])
}

const noticesOf = (all: Tree): Notice[] =>
  [...all.files].flatMap(([path, text]) => {
    const lang = LANGS.find((it) => path.startsWith(`notices/${it}/`))
    const date = field(text, 'date')
    if (!lang || !isDay(date) || dayInName(path)) return []
    const [title, summary] = [field(text, 'title'), field(text, 'summary')]
    return [{ path, lang, text, title, summary, date, say: sayIn(all, path, text) }]
  })

interface Plan {
  id: string
  names: Readonly<Record<Lang, string>>
  /** Its files, in force or prepared. */
  texts: readonly string[]
  currency: string
  /** Those of the countries that it covers; undefined for the world. */
  currencies: ReadonlySet<string> | undefined
  /** Days on which it changes: of copies, and the last of sale and the next. */
  days: readonly Day[]
  /** The first days on which it is not sold. */
  retired: readonly Day[]
  /** Prices of the file without a day, and those of its copies. */
  prices: { now: ReadonlySet<number>; later: ReadonlySet<number> }
}

const numbersOf = (text: string): number[] =>
  (text.replace(/\d{4}-\d\d-\d\d/g, '').match(/\d+(?:\.\d+)?/g) ?? []).map(Number)

const pricesOf = (text: string): number[] =>
  [...text.matchAll(/price: \{([^}]*)\}/g)].flatMap(([, prices = '']) => numbersOf(prices))

function plansOf(all: Tree): Plan[] {
  const files = [...all.files].filter(([path]) => /^plans\/[^/]+\.yaml$/.test(path))
  return files.flatMap(([path, text]): Plan[] => {
    const id = /^plans\/([^/.]+)\.yaml$/.exec(path)?.[1]
    if (id === undefined) return []
    const own = files.filter(([it]) => it === path || it.startsWith(`plans/${id}.from-`))
    const retired = own.flatMap(([, it]) => /^retired: "?(\d{4}-\d\d-\d\d)/m.exec(it)?.[1] ?? []).filter(isDay)
    const copies = own.flatMap(([it]) => dayInName(it)?.from ?? []).filter(isDay)
    const places = /^destinations: \[(.*)\]/m.exec(text)?.[1]?.split(/, */)
    const [currency, nameIn] = [
      field(text, 'currency'),
      (lang: Lang): string => field(all.files.get(`plans/${lang}/${id}.md`) ?? '', 'name'),
    ]
    return [
      {
        id,
        names: { en: nameIn('en'), cn: nameIn('cn') },
        texts: own.map(([, it]) => it),
        currency,
        currencies: places && new Set([currency, 'CNY', ...places.map(moneyOf)]),
        days: [...copies, ...retired.flatMap((day) => [day, addDays(day, -1)])],
        retired,
        prices: {
          now: new Set(pricesOf(all.files.get(`plans/${id}.yaml`) ?? '')),
          later: new Set(own.flatMap(([it, words]) => (dayInName(it) ? pricesOf(words) : []))),
        },
      },
    ]
  })
}
const moneyOf = (place: string): string =>
  place === 'schengen' ? 'EUR' : (currencyOf(place === 'uk' ? 'GB' : place.toUpperCase(), '2026-01-01') ?? '')

/** Words of a price. A benefit in passing is left to the page that the notice links to. */
const PRICED: Readonly<Record<Lang, RegExp>> = {
  en: /\b(?:price|premium|costs?|per month|a month)\b/i,
  cn: /保费|价格|每月|月缴/,
}
const AGES: Readonly<Record<Lang, RegExp>> = {
  en: /\bage[ds]? (\d{1,2})(?: to |–)(\d{1,2})/,
  cn: /(\d{1,2})(?:周?岁)?[至到](\d{1,2})周?岁/,
}

/** Sums that the plan has neither now nor from a later day, and a day on which nothing of it begins. */
function announced({ text, lang, title, say, date }: Notice, plans: readonly Plan[]): SourceProblem[] {
  const meant = plans.filter(
    ({ id, names }) => text.includes(`/plan/details/${id})`) || (names[lang] !== '' && title.includes(names[lang])),
  )
  const [plan, ...more] = meant
  if (!plan || more.length > 0) return []
  const days = daysIn(title, lang)
  const begins = plan.days.filter((day) => day > date)
  const fits =
    begins.length === 0 || days.length === 0 || days.some(([day]) => begins.some((it) => shortDay(it) === day))
  const why = `is in the title, and what is prepared of the plan ${plan.id} begins on ${[...new Set(begins)].join(', ')}.`
  return [
    ...sumsOf(plan, text, lang, say),
    ...pricesExchanged(plan, text, lang, say),
    ...lastDays(plan, text, lang, say),
    ...(fits ? [] : [say(text.indexOf('title:'), days[0]?.[1] ?? '', why, begins[0] ?? '')]),
  ]
}

function sumsOf(plan: Plan, text: string, lang: Lang, say: Say): SourceProblem[] {
  let at = 0
  return text.split('\n').flatMap((line) => {
    const start = at
    at += line.length + 1
    const allowed = PRICED[lang].test(line) ? new Set(pricesIn(plan, AGES[lang].exec(line))) : undefined
    return sumsIn(line, lang).flatMap(([sum, found]) => {
      const [amount = '', currency = ''] = sum.split(' ')
      const index = line.indexOf(found)
      if (plan.currencies?.has(currency) === false)
        return [say(start + index, found, `is money of none of the countries of the plan ${plan.id}.`, plan.currency)]
      if (!allowed || allowed.has(Number(amount)) || currency !== plan.currency) return []
      const why = `is no price of the plan ${plan.id} for these ages, neither now nor in a file for a later day.`
      return [say(start + index, found, why, pricesToChoose(plan, allowed))]
    })
  })
}

const pricesToChoose = ({ prices: { now, later } }: Plan, allowed: ReadonlySet<number>): string =>
  [...now.union(later)].filter((it) => allowed.has(it)).join(', ') || 'the price of the plan'

/** What says which of two sums is new. */
const CHANGE: Readonly<Record<Lang, RegExp>> = {
  en: /(?<now>[^.]*)\binstead of\b(?<was>[^.]*)/,
  cn: /由(?<was>[^。]*?)(?:调整|变更|上调|下调|[改涨降])[为到至](?<now>[^。]*)/,
}
/** `NZD 72 instead of NZD 76`, where 76 is what is prepared. */
function pricesExchanged({ prices }: Plan, text: string, lang: Lang, say: Say): SourceProblem[] {
  const isOnly = (sum: string | undefined, here: ReadonlySet<number>, there: ReadonlySet<number>): boolean =>
    here.has(Number(sum?.split(' ')[0])) && !there.has(Number(sum?.split(' ')[0]))
  return [...text.matchAll(new RegExp(CHANGE[lang], 'g'))].flatMap(({ 0: whole, index, groups }) => {
    const now = sumsIn(groups?.['now'] ?? '', lang).at(-1)
    const was = sumsIn(groups?.['was'] ?? '', lang)[0]
    const why = `is the price of today, and ${was?.[1]} what is prepared: are the two exchanged?`
    return now && was && isOnly(now[0], prices.now, prices.later) && isOnly(was[0], prices.later, prices.now)
      ? [say(index + whole.indexOf(now[1]), now[1], why, was[1])]
      : []
  })
}

const LAST_DAY = /\buntil\b|\blast day\b|最后|截至|[至止]/
/** `retired` is the first day on which the plan is not sold; a title or summary that calls it the last. */
const lastDays = ({ retired }: Plan, text: string, lang: Lang, say: Say): SourceProblem[] =>
  ['title', 'summary'].flatMap((name) =>
    retired.flatMap((day) => {
      const words = field(text, name)
      const [, found] = daysIn(words, lang).find(([it]) => it === shortDay(day)) ?? []
      const why = 'is the first day on which the plan is not sold, and not the last on which it is.'
      return found !== undefined && LAST_DAY.test(words) && !/停售|\bfrom\b/.test(words)
        ? [say(text.indexOf(`${name}:`), found, why, addDays(day, -1))]
        : []
    }),
  )

/** Of one age band where the sentence names its ages; else every figure of the files. */
function pricesIn({ texts }: Plan, ages: RegExpExecArray | null): number[] {
  const [, from, to] = ages ?? []
  const bands = texts.flatMap((text) =>
    text
      .split('\n')
      .flatMap((line) => (line.includes(`from: ${from}, to: ${to} }`) ? (line.split('price:')[1] ?? '') : [])),
  )
  return (bands.length > 0 ? bands : texts).flatMap(numbersOf)
}
interface Agreement {
  names: Readonly<Record<Lang, string>>
  /** With the day on which each takes effect. */
  versions: ReadonlyMap<string, string>
}

/** Texts that people accept, by the name that both languages give them, with all their versions. */
const agreementsOf = (all: Tree): Agreement[] =>
  ['privacy', 'service-agreement', 'customer-notice', 'complaints'].flatMap((id) => {
    const texts = (lang: Lang): string[] =>
      [...all.files].flatMap(([path, text]) =>
        new RegExp(`^legal/${lang}/${id}(?:-\\d+-\\d+)?(?:\\.from-[\\d-]+)?\\.md$`).test(path) ? [text] : [],
      )
    const [en = '', cn = ''] = LANGS.map((lang) => field(all.files.get(`legal/${lang}/${id}.md`) ?? '', 'title'))
    return en === '' || cn === ''
      ? []
      : [
          {
            names: { en, cn },
            versions: new Map([...texts('en'), ...texts('cn')].map((it) => [field(it, 'version'), field(it, 'date')])),
          },
        ]
  })

const IN_FORCE = /\b(?:takes? effect|effective|applies|apply|in force)\b|生效|施行|适用|启用/
/** `Privacy policy 1.31`, which there never was; and a version that takes effect on another day. */
const versionsNamed = ({ text, lang, say }: Notice, agreements: readonly Agreement[]): SourceProblem[] =>
  agreements.flatMap(({ names, versions }) =>
    [...text.matchAll(new RegExp(`${RegExp.escape(names[lang])} ?(\\d+\\.\\d+)([^。\\n]*)`, 'gi'))].flatMap(
      ({ 0: whole, 1: version = '', 2: rest = '', index }) => {
        const found = whole.slice(0, whole.length - rest.length)
        const day = versions.get(version)
        if (day === undefined)
          return [
            say(
              index,
              found,
              `is no version of it: there are ${[...versions.keys()].join(', ')}.`,
              [...versions.keys()].at(-1) ?? '',
            ),
          ]
        const [said] = IN_FORCE.test(rest) && isDay(day) ? daysIn(rest.split('. ')[0] ?? '', lang) : []
        return said && isDay(day) && said[0] !== shortDay(day)
          ? [say(index, said[1], `is not the day of version ${version}, which takes effect on ${day}.`, day)]
          : []
      },
    ),
  )
