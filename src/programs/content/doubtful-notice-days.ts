/**
 * Days of a notice: a year that is not this one, a time that is over before readers learn of it, the day and the words
 * in its address. Warnings.
 */
import { daysIn } from '../../app/content/check/twin-values.ts'
import { addDays, isDay, type Day } from '../../lib/days/dates.ts'
import type { Lang } from '../../lib/locale.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import type { Say } from './doubtful-files.ts'
import { oneSlip } from './doubtful-plan-words.ts'

export interface Notice {
  path: string
  lang: Lang
  text: string
  title: string
  summary: string
  date: Day
  say: Say
}

export const noticeDayDoubts = (notice: Notice): SourceProblem[] => [
  ...yearsOff(notice),
  ...pinnedLong(notice),
  ...otherDayInAddress(notice),
  ...overBefore(notice),
  ...openedWithin(notice),
  ...(notice.lang === 'en' ? misspeltAddress(notice) : []),
]

/** Of a text, as it is written. */
export const field = (text: string, name: string): string =>
  new RegExp(`^${name}: "?(.*?)"?$`, 'm').exec(text)?.[1] ?? ''
/** `12-24` */
export const shortDay = (day: Day): string => `${Number(day.slice(5, 7))}-${Number(day.slice(8))}`

const FULL_DAY: Readonly<Record<Lang, RegExp>> = {
  en: /(\d{1,2}) ([A-Z][a-z]+) (20\d\d)/g,
  cn: /(20\d\d)年(\d{1,2})月(\d{1,2})日/g,
}
/** Time in which a notice announces something. */
const AHEAD = 120
/** A day of the title or summary that would be near if its year were the next one. */
const yearsOff = ({ text, lang, title, summary, date, say }: Notice): SourceProblem[] =>
  [title, summary].flatMap((words) =>
    [...words.matchAll(FULL_DAY[lang])].flatMap(({ 0: found, 1: first, 3: third }) => {
      const [day] = daysIn(found, lang)[0] ?? []
      const year = Number(lang === 'en' ? third : first)
      const [month = 0, on = 0] = (day ?? '').split('-').map(Number)
      const next = `${year + 1}-${String(month).padStart(2, '0')}-${String(on).padStart(2, '0')}`
      return isDay(next) && next >= date && next <= addDays(date, AHEAD)
        ? [say(text.indexOf(found), found, 'is a year ago nearly to the day: is the year right?', next)]
        : []
    }),
  )

/** Longer than a notice is the first that everybody should read. */
const PINNED = 180
function pinnedLong({ text, date, say }: Notice): SourceProblem[] {
  const expires = field(text, 'expires')
  return /^pinned: true$/m.test(text) && isDay(expires) && expires > addDays(date, PINNED)
    ? [
        say(
          text.indexOf('expires:'),
          `expires: ${expires}`,
          'pins the notice for more than half a year: is the year right?',
          `expires: ${addDays(date, 30)}`,
        ),
      ]
    : []
}

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'.split('|')
/** `closed-12-december`, and the notice is about the 13th: the day was moved, and the address stays for years. */
function otherDayInAddress({ path, text, lang, title, summary, say }: Notice): SourceProblem[] {
  const [, day, month = ''] = new RegExp(`(\\d{1,2})-(${MONTHS.join('|')})`).exec(path) ?? []
  const days = daysIn(`${title} ${summary}`, lang)
  if (day === undefined || days.length === 0) return []
  const meant = `${MONTHS.indexOf(month) + 1}-${Number(day)}`
  return days.some(([it]) => it === meant)
    ? []
    : [
        say(
          text.indexOf('title:'),
          `${day}-${month}`,
          `is the day in the name of the file, and the notice has ${days[0]?.[1] ?? ''}.`,
          'one day in both',
        ),
      ]
}

const CLOSED: Readonly<Record<Lang, RegExp>> = {
  en: /\b(?:closed|no service|unavailable|suspended|holiday)\b/i,
  cn: /关闭|休息|放假|停止|暂停|闭馆/,
}
const SEND_BY: Readonly<Record<Lang, RegExp>> = {
  en: /\b(?:by|before|until) (\d{1,2} [A-Z][a-z]+ 20\d\d)/g,
  cn: /(20\d\d年\d{1,2}月\d{1,2}日)(?:之?前|以前)/g,
}
const REQUEST: Readonly<Record<Lang, RegExp>> = {
  en: /\b(?:please|send|register|apply|pay)\b/i,
  cn: /请|提交|办理|申请|寄/,
}
const withYear = (found: string, lang: Lang): string => {
  const [short] = daysIn(found, lang)[0] ?? []
  const [month = 0, day = 0] = (short ?? '').split('-').map(Number)
  return `${/20\d\d/.exec(found)?.[0] ?? ''}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** What readers are asked to do by a day that is past when they read it, and a notice that goes before the time is over. */
function overBefore({ text, lang, title, date, say }: Notice): SourceProblem[] {
  const late = [...text.matchAll(SEND_BY[lang])].flatMap(({ 0: found, 1: typed = '', index }) => {
    const day = withYear(typed, lang)
    const start = Math.max(text.lastIndexOf('\n', index), text.lastIndexOf(lang === 'cn' ? '。' : '. ', index))
    return isDay(day) && day < date && REQUEST[lang].test(text.slice(start + 1, index))
      ? [say(index, found, `is before the notice appears, on ${date}: nobody could do it any more.`, addDays(date, 14))]
      : []
  })
  const expires = field(text, 'expires')
  const last = CLOSED[lang].test(title) ? daysIn(title, lang).at(-1) : undefined
  const [month = 0, day = 0] = (last?.[0] ?? '').split('-').map(Number)
  const ends = [0, 1]
    .map(
      (after) =>
        `${Number(date.slice(0, 4)) + after}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
    )
    .find((it) => it >= date)
  return ends !== undefined && isDay(ends) && isDay(expires) && expires < ends && ends < addDays(date, AHEAD)
    ? [
        ...late,
        say(
          text.indexOf('expires:'),
          `expires: ${expires}`,
          `is before the last day in the title, ${ends}.`,
          `expires: ${ends}`,
        ),
      ]
    : late
}

const FIRST_DAY: Readonly<Record<Lang, RegExp>> = {
  en: /\bopens? again (?:on|from) ([^.,;\n]+)|First day after[^\n]*\n((?:\|.*\n)+)/g,
  cn: /([^。，；\n]+?)(?:起)?(?:恢复|重新开放)|节后恢复[^\n]*\n((?:\|.*\n)+)/g,
}
/** `Closed from 1 to 7 October`, and again open on 7 October. */
function openedWithin({ text, lang, title, summary, say }: Notice): SourceProblem[] {
  const closed = daysIn([title, summary].find((it) => CLOSED[lang].test(it) && daysIn(it, lang).length > 1) ?? '', lang)
  const [from, to] = [closed[0], closed.at(-1)]
  if (!from || !to || closed.length !== 2) return []
  return [...text.matchAll(FIRST_DAY[lang])].flatMap(({ 1: day, 2: rows, index }) => {
    // The last column is the first day after.
    const said =
      day ??
      (rows ?? '')
        .split('\n')
        .map((row) => row.split('|').at(-2) ?? '')
        .join(' ')
    const within = daysIn(said, lang).find(([it]) => inside(it, from[0], to[0]))
    const why = `is the first day after the time from ${from[1]}, and lies within it.`
    return within ? [say(index, within[1], why, 'the day after the last one')] : []
  })
}
const ordinal = (day: string): number => Number(day.split('-')[0]) * 31 + Number(day.split('-')[1])
const inside = (day: string, from: string, to: string): boolean =>
  ordinal(day) >= ordinal(from) && ordinal(day) <= ordinal(to)

const lettersOf = (a: string, b: string): number => a.split('').filter((letter) => !b.includes(letter)).length
/** Letters exchanged, or one other, missing or too many. */
const misspelt = (word: string, meant: string): boolean =>
  oneSlip(word, meant) && lettersOf(word, meant) < 2 && lettersOf(meant, word) < 2
/** An address stays for years: a word of it that is nearly one of the text, and none of it. */
function misspeltAddress({ path, text, title, say }: Notice): SourceProblem[] {
  const words = new Set(text.toLowerCase().match(/[a-z]{4,}/g))
  const slug = path.slice(path.lastIndexOf('/') + 1, -'.md'.length)
  return slug.split('-').flatMap((word) => {
    if (word.length < 4 || words.has(word)) return []
    const meant = [...new Set(title.toLowerCase().match(/[a-z]{4,}/g))].find(
      (it) => misspelt(word, it) && `${it}s` !== word && `${word}s` !== it,
    )
    return meant === undefined
      ? []
      : [
          say(
            text.indexOf('title:'),
            slug,
            `has “${word}” in the address, and the title “${meant}”: is it misspelt?`,
            slug.replace(word, meant),
          ),
        ]
  })
}
