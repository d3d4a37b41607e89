/** What a text says twice, in two ways: a limit with another unit, a day, a city’s time, a number. Warnings. */
import { problem } from '../../../lib/content/content-tree.ts'
import { oncePer } from '../../../lib/content/remembering.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { SITE } from '../../../lib/site.ts'
import { isEarlierVersion } from './content-files.ts'
import type { MarkdownFile } from './markdown-blocks.ts'
import { partsOf, type Part } from './text-parts.ts'
import { daysIn, numbersIn, timesIn } from './twin-values.ts'

export const contradictionDoubts = (texts: readonly MarkdownFile[]): SourceProblem[] => [
  ...texts.filter(({ path }) => !isEarlierVersion(path)).flatMap(contradictionsIn),
  ...misdialled(texts),
]

const contradictionsIn = oncePer((text: MarkdownFile): SourceProblem[] => {
  const parts = partsOf(text)
  return [
    ...parts.flatMap((part) => otherUnits(text, part)),
    ...parts.flatMap((part) => traditional(text, part)),
    ...otherDays(text, parts),
    ...announcedLate(text, parts),
    ...otherTimes(text, parts),
  ]
})

const UNITS: Readonly<Record<string, RegExp>> = {
  Days: /^[\s-]*(?:working |calendar |more )*days?\b|^个?(?:工作|自然)?[日天]/,
  Hours: /^[\s-]*(?:more )?hours?\b|^个?小时/,
  Minutes: /^[\s-]*(?:more )?minutes?\b|^分钟/,
  Seconds: /^[\s-]*seconds?\b|^秒/,
  Months: /^[\s-]*(?:more )?months?\b|^个月/,
  Years: /^[\s-]*(?:more )?years?\b|^年/,
}

/** The unit that stands behind a number of another one. */
export const otherUnitAfter = (unit: string, after: string): string | undefined =>
  Object.entries(UNITS)
    .find(([it, pattern]) => it.toLowerCase() !== unit.toLowerCase() && pattern.test(after))?.[0]
    .toLowerCase()

/** `{{limits.decisionDays}} hours`. */
const otherUnits = ({ file }: MarkdownFile, { line, words }: Part): SourceProblem[] =>
  [...words.matchAll(/\{\{limits\.\w*?(Days|Hours|Minutes|Seconds|Months|Years)\w{0,5}\}\}/g)].flatMap(
    ({ 0: name, 1: unit = '', index }) => {
      const other = otherUnitAfter(unit, words.slice(index + name.length))
      return other === undefined
        ? []
        : [
            problem(
              file,
              line,
              name,
              'contradiction',
              `is a number of ${unit.toLowerCase()}, and ${other} stand behind it.`,
              `${name} ${unit.toLowerCase()}`,
            ),
          ]
    },
  )

const ALONE =
  /[這個們會來時國學長門東車風馬險費醫療證號碼請聯繫電話處點後過還進運動開關說給對發現該應當錢買賣單據補遞計劃費險維護網線級組織習實際總結約紙診斷藥檢項頁題顧願類驗樓層廳銀從無為與讓邊嗎寫讀聽見間閉啟]/gu
/** Names of places and words of other countries stand in brackets, in quotation marks or beside kana. */
export const traditionalIn = (words: string): readonly string[] =>
  /\p{Script=Hiragana}|\p{Script=Katakana}/u.test(words)
    ? []
    : (words.replace(/（[^）]*）|“[^”]*”|「[^」]*」/g, ' ').match(ALONE) ?? [])

function traditional({ file, lang }: MarkdownFile, { line, words }: Part): SourceProblem[] {
  const found = lang === 'cn' ? traditionalIn(words) : []
  return found.length < 2
    ? []
    : [
        problem(
          file,
          line,
          found.join(''),
          'contradiction',
          'are traditional characters: this site writes simplified ones.',
          '简体字',
        ),
      ]
}

/** A title and a summary that each name days, none of them the same. */
function otherDays({ file, lang }: MarkdownFile, parts: readonly Part[]): SourceProblem[] {
  const field = (name: string): Part | undefined =>
    parts.find(({ kind, words }) => kind === 'field' && words.startsWith(`${name}:`))
  const [title, summary] = [field('title'), field('summary')]
  const [here, there] = [title, summary].map((part) => new Map(daysIn(part?.words ?? '', lang)))
  const [[, day] = ['', '']] = here ?? []
  if (!title || !here?.size || !there?.size || [...here.keys()].some((it) => there.has(it))) return []
  const why = `is in the title, and the summary has another day, ${[...there.values()].join(', ')}: which is right?`
  return [problem(file, title.line, day, 'contradiction', why, [...there.values()][0] ?? '')]
}

/** Words of what is over: a notice of that is dated after it. */
const OVER =
  /\b(?:was|were|has|have|had|over|ended|resolved|restored|after|since|from|again|results?|last)\b|已|恢复|结束|起|后|完成|结果|曾/i
/** `date: 2026-12-26` below “Closed on 24 December”: readers learn of it when it is over. */
function announcedLate({ path, file, lang }: MarkdownFile, parts: readonly Part[]): SourceProblem[] {
  const field = (name: string): Part | undefined =>
    parts.find(({ kind, words }) => kind === 'field' && words.startsWith(`${name}:`))
  const [title, date] = [field('title'), field('date')]
  const [, year, month, day] = /(\d{4})-(\d\d)-(\d\d)/.exec(date?.words ?? '') ?? []
  if (!path.startsWith('notices/') || !title || !date || year === undefined || OVER.test(title.words)) return []
  const written = Number(month) * 31 + Number(day)
  const days = daysIn(title.words, lang).map(([it, typed]) => {
    const [of = 0, on = 0] = it.split('-').map(Number)
    // Within half a year; what is further away is next year’s.
    return { typed, late: (((written - (of * 31 + on)) % 372) + 372) % 372 }
  })
  const [first] = days
  return first !== undefined && !/\d{4}/.test(title.words) && days.every(({ late }) => late > 0 && late < 186)
    ? [
        problem(
          file,
          date.line,
          date.words,
          'contradiction',
          `is after the day in the title, ${first.typed}: a notice appears before what it announces.`,
          'the day on which it is published',
        ),
      ]
    : []
}

/** Minutes before or after UTC, in winter and in summer of its own half of the earth. */
const ZONES: Readonly<Record<string, readonly number[]>> = {
  'Beijing|北京|Hong Kong|香港|Singapore|新加坡|Kuala Lumpur|吉隆坡|Perth|珀斯': [480],
  'London|伦敦|Dublin|都柏林|Edinburgh|爱丁堡': [0, 60],
  'Paris|巴黎|Berlin|柏林|Madrid|马德里|Rome|罗马|Amsterdam|阿姆斯特丹|Zurich|苏黎世': [60, 120],
  'New York|纽约|Boston|波士顿|Toronto|多伦多|Washington|华盛顿': [-300, -240],
  'Chicago|芝加哥': [-360, -300],
  'Los Angeles|洛杉矶|San Francisco|旧金山|Vancouver|温哥华|Seattle|西雅图': [-480, -420],
  'Sydney|悉尼|Melbourne|墨尔本': [600, 660],
  'Brisbane|布里斯班': [600],
  'Auckland|奥克兰': [720, 780],
  'Tokyo|东京|Seoul|首尔': [540],
}
const SOUTH = /Sydney|Auckland/
const DAY_MINUTES = 1440

/** One of its two times where the day is far from the weeks in which clocks are changed; else either. */
function timeOfYear(names: string, zone: readonly number[], month: number | undefined): readonly number[] {
  const season =
    month === undefined ? undefined : [12, 1, 2].includes(month) ? 0 : [5, 6, 7, 8].includes(month) ? 1 : undefined
  const found = season === undefined ? undefined : zone[SOUTH.test(names) ? 1 - season : season]
  return found === undefined ? zone : [found]
}

/** In a table of cities and their times, the rows that do not fit an instant which all others fit. */
function otherTimes({ file, lang }: MarkdownFile, parts: readonly Part[]): SourceProblem[] {
  const fields = parts.filter(({ kind, words }) => kind === 'field' && /^(?:title|summary):/.test(words))
  const [month, ...others] = new Set(
    fields.flatMap(({ words }) => daysIn(words, lang).map(([day]) => Number(day.split('-')[0]))),
  )
  const rows = parts.flatMap((part) => {
    if (part.kind !== 'row') return []
    const [city = '', ...cells] = part.words.split(' | ').map((cell) => cell.trim())
    const [names = '', both] = Object.entries(ZONES).find(([it]) => it.split('|').includes(city)) ?? []
    const zone = both && timeOfYear(names, both, others.length === 0 ? month : undefined)
    return zone ? [{ part, zone, times: cells.map((cell) => minutesOf(timesIn(cell, lang)[0]?.[0])) }] : []
  })
  return (rows[0]?.times ?? []).flatMap((_, column) => {
    const given = rows.flatMap((row) => (row.times[column] === undefined ? [] : [{ ...row, time: row.times[column] }]))
    const misfits = Array.from({ length: DAY_MINUTES / 15 }, (_it, i) =>
      given.filter(({ time, zone }) => !zone.some((ahead) => (i * 15 + ahead + DAY_MINUTES) % DAY_MINUTES === time)),
    )
    const [fewest = []] = misfits.sort((a, b) => a.length - b.length)
    if (given.length < 3 || fewest.length * 3 > given.length) return []
    return fewest.map(({ part, time }) =>
      problem(
        file,
        part.line,
        clock(time),
        'contradiction',
        'is not the time of this place when it is as late as the other rows say.',
        'the time there',
      ),
    )
  })
}
const minutesOf = (time: string | undefined): number | undefined => {
  const [hours, minutes] = time?.split(':').map(Number) ?? []
  return hours === undefined || minutes === undefined ? undefined : (hours * 60 + minutes) % DAY_MINUTES
}
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** A phone number of one text alone that is one digit, or two exchanged, away from one that other texts have. */
function misdialled(texts: readonly MarkdownFile[]): SourceProblem[] {
  const found = texts.flatMap(({ path, file, body, bodyLine }) =>
    body
      .replace(/\{\{[^}]*\}\}|\]\([^)]*\)|https?:\S+/g, ' ')
      .split('\n')
      .flatMap((words, i) =>
        numbersIn(words).map(([digits, typed]) => ({
          name: path.replace(/\/(?:en|cn)\//, '/'),
          file,
          line: bodyLine + i,
          digits,
          typed,
        })),
      ),
  )
  const places = Map.groupBy(found, ({ digits }) => digits)
  const spread = (digits: string): number => new Set(places.get(digits)?.map(({ name }) => name)).size
  const known = [...places.keys()].filter((digits) => spread(digits) >= 2)
  return found.flatMap(({ file, line, digits, typed }) => {
    const meant = spread(digits) === 1 ? known.find((it) => isSlip(it, digits) || isShorter(digits, it)) : undefined
    const there = meant === undefined ? undefined : places.get(meant)?.[0]
    if (!there && OUR_DIGITS.some((it) => isShorter(digits, it) || isSlip(it, digits)))
      return [problem(file, line, typed, 'contradiction', 'is nearly our own number.', '{{site.phone}}')]
    return there
      ? [
          problem(
            file,
            line,
            typed,
            'contradiction',
            `is nearly ${there.typed}, which other texts have: are digits exchanged, or is one missing?`,
            there.typed,
          ),
        ]
      : []
  })
}

/** With and without the code of the country. */
const OUR_DIGITS = Object.values(SITE).flatMap(({ phone }) => {
  const digits = phone.replace(/\D/g, '')
  return [digits, digits.replace(/^86/, '')]
})
/** Below this, a number without one of its digits is another short number. */
const LONG_NUMBER = 8
const isShorter = (digits: string, whole: string): boolean =>
  digits.length === whole.length - 1 &&
  whole.length >= LONG_NUMBER &&
  whole.split('').some((_, i) => whole.slice(0, i) + whole.slice(i + 1) === digits)

function isSlip(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const at = a.split('').flatMap((digit, i) => (digit === b[i] ? [] : [i]))
  const [first = 0, second = 0] = at
  return (
    at.length === 1 || (at.length === 2 && second === first + 1 && a[first] === b[second] && a[second] === b[first])
  )
}
