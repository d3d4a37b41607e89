/**
 * Days are calendar days `YYYY-MM-DD` in Asia/Shanghai, the insurers' zone; instants are integer milliseconds.
 * Cover starts at 00:00 and ends at 24:00 there (design §2). That zone has kept +08:00 all year since 1991.
 */
import type { Lang } from '../locale.ts'

export type Day = string

const DAY_MS = 86_400_000
const SHANGHAI_MS = 8 * 3_600_000
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

interface Parts {
  year: number
  month: number
  date: number
}

/** True for a day that exists, from 1900 to 2199. */
export function isDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false
  const { year, month, date } = parts(text)
  return month >= 1 && month <= 12 && date >= 1 && date <= lastDate(year, month)
}

export const addDays = (day: Day, count: number): Day => fromNumber(toNumber(day) + count)

/** Days from `a` to `b`: 1 from a day to the next, negative backwards. */
export const daysBetween = (a: Day, b: Day): number => toNumber(b) - toNumber(a)

/** Days of a term including both ends: cover from and to the same day is one day. */
export const daysOfTerm = (start: Day, end: Day): number => daysBetween(start, end) + 1

/** The same date this many months later; the month's last day where that date does not exist. */
export function addMonths(day: Day, count: number): Day {
  const { year, month, date } = parts(day)
  const target = shift(year, month, count)
  return format({ ...target, date: Math.min(date, lastDate(target.year, target.month)) })
}

/** Age last birthday on a day (周岁). Someone born on 29 February has the birthday on 1 March of common years. */
export function ageOn(birth: Day, day: Day): number {
  const b = parts(birth)
  const d = parts(day)
  const before = d.month < b.month || (d.month === b.month && d.date < b.date)
  return d.year - b.year - (before ? 1 : 0)
}

/**
 * Last day of `count` whole months begun on `start`: from day n to the day before n (domain §3.2 "Price"); where a
 * month has no such day, its last day (Civil Code art. 202).
 */
export function endOfMonths(start: Day, count: number): Day {
  const { year, month, date } = parts(start)
  if (date === 1) return addDays(format({ ...shift(year, month, count), date: 1 }), -1)
  const target = shift(year, month, count)
  return format({ ...target, date: Math.min(date - 1, lastDate(target.year, target.month)) })
}

/** Whole months and remaining days of a term, both ends included. `end` before `start` gives zeros. */
export function monthsAndDays(start: Day, end: Day): { months: number; days: number } {
  if (end < start) return { months: 0, days: 0 }
  const a = parts(start)
  const b = parts(end)
  let months = (b.year - a.year) * 12 + b.month - a.month + 1
  while (months > 0 && endOfMonths(start, months) > end) months -= 1
  return { months, days: months === 0 ? daysOfTerm(start, end) : daysBetween(endOfMonths(start, months), end) }
}

/** The calendar day in Shanghai at an instant. */
export const dayOf = (instant: number): Day => fromNumber(Math.floor((instant + SHANGHAI_MS) / DAY_MS))

/**
 * The latest calendar day that has begun anywhere on earth (UTC+14): a later day cannot be past for anyone. Devices and
 * the server ask for it alike, because whoever tells a day may be west of where it was: a parent in Beijing of a child
 * in Auckland.
 */
export const latestDay = (instant: number): Day => fromNumber(Math.floor((instant + 14 * 3_600_000) / DAY_MS))

/** 00:00 of a day in Shanghai: the instant cover starts. */
export const startOfCover = (day: Day): number => toNumber(day) * DAY_MS - SHANGHAI_MS

/** 24:00 of a day in Shanghai: the instant cover ends. */
export const endOfCover = (day: Day): number => startOfCover(day) + DAY_MS

/** "3 March 2026" / "2026年3月3日". */
export function formatDay(day: Day, lang: Lang): string {
  const { year, month, date } = parts(day)
  return lang === 'cn' ? `${year}年${month}月${date}日` : `${date}\u00a0${MONTHS[month - 1]}\u00a0${year}`
}

/** The day without its year if that is the year of `today`: "3 March" / "3月3日". */
export function formatNear(day: Day, lang: Lang, today: Day): string {
  const full = formatDay(day, lang)
  if (day.slice(0, 4) !== today.slice(0, 4)) return full
  return lang === 'cn' ? full.slice(full.indexOf('年') + 1) : full.slice(0, full.lastIndexOf('\u00a0'))
}

/** An instant in Shanghai: "3 March 2026, 16:41" / "2026年3月3日16:41". Show the zone beside it where it matters. */
export function formatInstant(instant: number, lang: Lang, { seconds = false }: { seconds?: boolean } = {}): string {
  return formatDay(dayOf(instant), lang) + (lang === 'cn' ? '' : ', ') + clockAt(instant, seconds)
}

/** A recent instant: "16:41", or with its day if that is not today in Shanghai: "2 March, 16:41". */
export function formatRecent(
  instant: number,
  lang: Lang,
  now: number,
  { seconds = false }: { seconds?: boolean } = {},
): string {
  const clock = clockAt(instant, seconds)
  return dayOf(instant) === dayOf(now)
    ? clock
    : formatNear(dayOf(instant), lang, dayOf(now)) + (lang === 'cn' ? '' : ', ') + clock
}

const clockAt = (instant: number, seconds: boolean): string =>
  new Date(instant + SHANGHAI_MS).toISOString().slice(11, seconds ? 19 : 16)

/** The last whole day before an instant at which something ends: the "until" day that a person is told. */
export const lastWholeDay = (end: number): Day => addDays(dayOf(end), -1)

function parts(day: Day): Parts {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), date: Number(day.slice(8, 10)) }
}

const format = ({ year, month, date }: Parts): Day =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`

const lastDate = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

function shift(year: number, month: number, count: number): { year: number; month: number } {
  const index = year * 12 + month - 1 + count
  return { year: Math.floor(index / 12), month: (index % 12) + 1 }
}

function toNumber(day: Day): number {
  const { year, month, date } = parts(day)
  return Date.UTC(year, month - 1, date) / DAY_MS
}

/** Cache, because formatting a day takes longer than all calculations with it, and the same days occur again and again. */
const written = new Map<number, Day>()
const MOST_WRITTEN = 2000

function fromNumber(number: number): Day {
  const known = written.get(number)
  if (known !== undefined) return known
  const day = new Date(number * DAY_MS).toISOString().slice(0, 10)
  if (written.size >= MOST_WRITTEN) written.clear()
  written.set(number, day)
  return day
}

/**
 * Whether a day may have begun, where only the day in Shanghai is known and not the hour: at UTC+14 it is tomorrow
 * already. For days that a person tells of another place, such as a birth.
 */
export const mayHaveBegun = (day: Day, todayInShanghai: Day): boolean => day <= addDays(todayInShanghai, 1)
