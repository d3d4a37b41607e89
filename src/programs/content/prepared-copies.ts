/** Files that begin on a day, beside those that they take the place of: what an editor forgets in one of them. */
import { dayInName, treeOn } from '../../lib/content/content-by-day.ts'
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import { addDays, isDay, type Day } from '../../lib/days/dates.ts'
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

/** The day that readers are shown as that of the last change is the day on which the change begins. */
export const preparedDateProblems = (all: Tree): SourceProblem[] =>
  copiesIn(all).flatMap(({ file, from, text }) => {
    const head = text.split('\n---')[0] ?? ''
    const at = head.split('\n').findIndex((line) => line.startsWith('date: '))
    const date = head.split('\n')[at]?.slice('date: '.length).trim()
    if (!file.endsWith('.md') || date === undefined || !isDay(date) || date === from) return []
    const why = `is not ${from}, the day in the name of the file, from which it is shown.`
    return [problem(`${all.root}/${file}`, at + 1, 'date', 'from_date', why, `date: ${from}`)]
  })

/** Warnings for an editor. */
export function doubtsOfPrepared(all: Tree): SourceProblem[] {
  const copies = copiesIn(all)
  return copies.flatMap((copy): SourceProblem[] => {
    if (!isUnchanged(copy)) return []
    const twin = copies.find(({ file }) => file === twinPath(copy.file) && file !== copy.file)
    const both = twin !== undefined && isUnchanged(twin)
    // Terms are composed with the figures of the plan, which may change without them.
    if (both && (copy.file.includes('/cn/') || copy.file.startsWith('clauses/'))) return []
    const why =
      twin && !both
        ? `says what holds until then, and ${all.root}/${twin.file} says something new. Write the change in this language too.`
        : `says what holds until then, so nothing changes on ${copy.from}. Write what changes, or delete the file${twin ? ' in both languages' : ''}.`
    return [problem(`${all.root}/${copy.file}`, 1, '(file)', 'from_unchanged', why, 'the words or figures that change')]
  })
}
