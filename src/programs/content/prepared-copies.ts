/** Files that begin on a day, beside those that they take the place of: what an editor forgets in one of them. */
import { dayInName, treeOn } from '../../lib/content/content-by-day.ts'
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import { addDays, isDay, type Day } from '../../lib/days/dates.ts'
import type { History } from './change-history.ts'
import { twinPath } from '../../app/content/check/translations.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'

interface Copy {
  /** As it lies in the folder. */
  file: string
  from: Day
  text: string
  /** What holds on the day before; undefined for a text that is new. */
  before: string | undefined
}

const copiesIn = (all: Tree): Copy[] =>
  [...all.files].flatMap(([file, text]) => {
    const dated = dayInName(file)
    if (!dated || !isDay(dated.from)) return []
    return [{ file, from: dated.from, text, before: treeOn(all, addDays(dated.from, -1)).files.get(dated.path) }]
  })

/** Without what every copy has of its own. */
const wordsOf = (text: string): string => text.replace(/^(?:version|date|changed|until): .*\n/gm, '')
const isUnchanged = ({ text, before }: Copy): boolean => before !== undefined && wordsOf(text) === wordsOf(before)

/** Fewer versions than that may have been prepared and taken back. */
const TOO_FAR = 5
/** A version that is much further than the next one: a digit too many. */
const skipped = (all: Tree, { file, text, before }: Copy): SourceProblem[] => {
  const [now, was] = [text, before ?? ''].map((it) => /^version: "(\d+)\.(\d+)"/m.exec(it)?.slice(1).map(Number))
  const [major = 0, minor = 0] = now ?? []
  const [oldMajor = 0, oldMinor = 0] = was ?? []
  if (
    !now ||
    !was ||
    (major === oldMajor ? minor < oldMinor + TOO_FAR : major < oldMajor || (major === oldMajor + 1 && minor === 0))
  )
    return []
  const line = text.slice(0, text.indexOf('\nversion:')).split('\n').length + 1
  const why = `comes after ${oldMajor}.${oldMinor}: is a digit too many?`
  return [
    problem(
      `${all.root}/${file}`,
      line,
      `version: "${major}.${minor}"`,
      'from_version',
      why,
      `version: "${oldMajor}.${oldMinor + 1}"`,
    ),
  ]
}

/** Of figures, `changed`; of a copy that is new and whose day is over, that it would change the past. */
const otherDay = (all: Tree, { file, from, text }: Copy, today: Day, history: History | undefined): SourceProblem[] => {
  const changed = /^changed: "?(\d{4}-\d\d-\d\d)/m.exec(text)
  const late = from < today && history !== undefined && !history.all.has(file)
  const name = `${all.root}/${file}`
  return [
    ...(changed?.[1] !== undefined && changed[1] !== from && isDay(changed[1])
      ? [
          problem(
            name,
            text.slice(0, changed.index).split('\n').length,
            changed[0],
            'from_date',
            `is not ${from}, the day in the name of the file, from which it holds.`,
            `changed: ${from}`,
          ),
        ]
      : []),
    ...(late
      ? [
          problem(
            name,
            1,
            '(file)',
            'from_past',
            `begins on ${from}, which is over, and is new: it would say what held on days on which something else did. Is the year right?`,
            file.replace(from, addDays(today, 30)),
          ),
        ]
      : []),
  ]
}

/** The day that readers are shown as that of the last change is the day on which the change begins. */
export const preparedDateProblems = (all: Tree): SourceProblem[] => [...misnamed(all), ...otherDates(all)]

/** `global-study.form-2027-01-01.yaml` would be a plan of that name. */
const misnamed = ({ root, files }: Tree): SourceProblem[] =>
  [...files.keys()].flatMap((file) => {
    const [, name = '', day = '', ending = ''] = /^(.+?)[._-]+[a-z]*[._-]*(\d{4}-\d\d-\d\d)(\.[a-z]+)$/.exec(file) ?? []
    if (name === '' || dayInName(file)) return []
    const why = 'has a day in its name, and not the form of a file that begins on one: rename it.'
    return [problem(`${root}/${file}`, 1, '(file)', 'from_name', why, `${root}/${name}.from-${day}${ending}`)]
  })

const otherDates = (all: Tree): SourceProblem[] =>
  copiesIn(all).flatMap(({ file, from, text }) => {
    const head = text.split('\n---')[0] ?? ''
    const at = head.split('\n').findIndex((line) => line.startsWith('date: '))
    const date = head.split('\n')[at]?.slice('date: '.length).trim()
    if (!file.endsWith('.md') || date === undefined || !isDay(date) || date === from) return []
    const why = `is not ${from}, the day in the name of the file, from which it is shown.`
    return [problem(`${all.root}/${file}`, at + 1, 'date', 'from_date', why, `date: ${from}`)]
  })

/** Warnings for an editor. */
export function doubtsOfPrepared(all: Tree, today: Day, history: History | undefined): SourceProblem[] {
  const copies = copiesIn(all)
  return copies.flatMap((copy): SourceProblem[] => {
    const told = [...skipped(all, copy), ...otherDay(all, copy, today, history)]
    if (!isUnchanged(copy)) return told
    const twin = copies.find(({ file }) => file === twinPath(copy.file) && file !== copy.file)
    const both = twin !== undefined && isUnchanged(twin)
    // Terms are composed with the figures of the plan, which may change without them.
    if (both && (copy.file.includes('/cn/') || copy.file.startsWith('clauses/'))) return told
    const why =
      twin && !both
        ? `says what holds until then, and ${all.root}/${twin.file} says something new. Write the change in this language too.`
        : `says what holds until then, so nothing changes on ${copy.from}. Write what changes, or delete the file${twin ? ' in both languages' : ''}.`
    return [
      ...told,
      problem(`${all.root}/${copy.file}`, 1, '(file)', 'from_unchanged', why, 'the words or figures that change'),
    ]
  })
}
