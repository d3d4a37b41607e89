/** A day of the week beside a day of the calendar, which it is not: readers believe one of them. */
import { problem, type Tree } from '../../../lib/content/content-tree.ts'
import { addDays, daysBetween, isDay, type Day } from '../../../lib/days/dates.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const HAN_DAYS = '日一二三四五六'

const ENGLISH = new RegExp(String.raw`\b(${DAYS.join('|')}),? (\d{1,2}) (${MONTHS.join('|')})(?:,? (\d{4}))?`, 'g')
const CHINESE = /(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日[（(]?(星期|周)([一二三四五六日天])/g

interface Named {
  found: string
  index: number
  weekday: number
  year: string | undefined
  month: number
  date: number
  right: (weekday: number) => string
}

function namedIn(text: string): Named[] {
  const english = [...text.matchAll(ENGLISH)].map(
    ({ 0: found, index, 1: name = '', 2: date, 3: month = '', 4: year }) => ({
      found,
      index,
      weekday: DAYS.indexOf(name),
      year,
      month: MONTHS.indexOf(month) + 1,
      date: Number(date),
      right: (day: number) => found.replace(name, DAYS[day] ?? name),
    }),
  )
  const chinese = [...text.matchAll(CHINESE)].map(({ 0: found, index, 1: year, 2: month, 3: date, 5: name = '' }) => ({
    found,
    index,
    weekday: HAN_DAYS.indexOf(name.replace('天', '日')),
    year,
    month: Number(month),
    date: Number(date),
    right: (day: number) => found.slice(0, -1) + (HAN_DAYS[day] ?? name),
  }))
  return [...english, ...chinese]
}

const two = (part: number): string => String(part).padStart(2, '0')

/** Without a year it is the day nearest to that of the text. */
function dayOf({ year, month, date }: Named, written: Day | undefined): Day | undefined {
  const years =
    year !== undefined
      ? [Number(year)]
      : written === undefined
        ? []
        : [-1, 0, 1].map((it) => Number(written.slice(0, 4)) + it)
  const days = years.map((it) => `${it}-${two(month)}-${two(date)}`).filter(isDay)
  const away = (day: Day): number => (written === undefined ? 0 : Math.abs(daysBetween(written, day)))
  return days.toSorted((a, b) => away(a) - away(b))[0]
}

/** A Sunday. */
const SUNDAY = '2023-01-01'
const weekdayOf = (day: Day): number => ((daysBetween(SUNDAY, day) % 7) + 7) % 7

/** Days that were announced long ago are read as they were written. */
export const weekdayProblems = ({ root, files }: Tree): SourceProblem[] =>
  [...files].flatMap(([path, text]) => {
    const date = /^date: *(\d{4}-\d\d-\d\d)\s*$/m.exec(text)?.[1]
    const written = date !== undefined && isDay(date) ? date : undefined
    return namedIn(text).flatMap((named) => {
      const day = dayOf(named, written)
      if (day === undefined || weekdayOf(day) === named.weekday) return []
      const line = text.slice(0, named.index).split('\n').length
      const right = weekdayOf(day)
      const sameName = [-3, -2, -1, 1, 2, 3]
        .map((away) => addDays(day, away))
        .find((it) => weekdayOf(it) === named.weekday)
      const why = `is a ${DAYS[right]}: ${day}. Correct the day of the week, or the date${sameName === undefined ? '' : ` (the ${DAYS[named.weekday]} is ${sameName})`}.`
      return [problem(`${root}/${path}`, line, named.found, 'weekday', why, named.right(right))]
    })
  })
