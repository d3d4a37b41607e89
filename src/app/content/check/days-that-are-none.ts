/** A day of a sentence that no calendar has: 31 November, 2月30日. Fields are checked where they are read. */
import { problem, type Tree } from '../../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const NAMES = MONTHS.join('|')
const FORMS: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\d.,:/-])(?<date>\d{1,2}) (?<month>${NAMES})\b(?:,? (?<year>\d{4}))?`, 'g'),
  new RegExp(String.raw`\b(?<month>${NAMES}) (?<date>3\d)\b(?![\d.,:]*\d)(?:, (?<year>\d{4}))?`, 'g'),
  /(?:(?<year>\d{4})年)?(?<month>\d{1,2})月(?<date>\d{1,2})日/g,
]

/** The last day of a month; without a year February may have 29. */
const lastOf = (month: number, year: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()
const LEAP = 2024

interface NoDay {
  found: string
  index: number
  why: string
  example: string
}

export const daysThatAreNone = (text: string): NoDay[] =>
  FORMS.flatMap((form) =>
    [...text.matchAll(form)].flatMap(({ 0: found, index, groups }) => {
      const { date = '', month = '', year } = groups ?? {}
      const number = MONTHS.includes(month) ? MONTHS.indexOf(month) + 1 : Number(month)
      const last = number >= 1 && number <= 12 ? lastOf(number, Number(year ?? LEAP)) : 0
      if (Number(date) >= 1 && Number(date) <= last) return []
      const name = MONTHS[number - 1]
      const of = year === undefined ? name : `${name} ${year}`
      return name === undefined
        ? [{ found, index, why: 'is no day: a year has twelve months.', example: '12月31日' }]
        : [
            {
              found,
              index,
              why: `does not exist: ${of} has ${last} days.`,
              example: found.replace(new RegExp(String.raw`(?<!\d)${date}(?!\d)(?=日| ${month}|,|$)`), String(last)),
            },
          ]
    }),
  )

export const noDayProblems = ({ root, files }: Tree): SourceProblem[] =>
  [...files].flatMap(([path, text]) =>
    daysThatAreNone(text).map(({ found, index, why, example }) =>
      problem(`${root}/${path}`, text.slice(0, index).split('\n').length, found, 'no_day', why, example),
    ),
  )
