/** Content that begins on a day (decision 0121): which days are checked, and what its files may be. */
import { changeDays, dayInName, treeOn } from '../../lib/content/content-by-day.ts'
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import { addDays, isDay, type Day } from '../../lib/days/dates.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import { missingTwins } from '../../app/content/check/translations.ts'
import { COLLECTION_NAMES } from '../../app/content/collections.ts'

/** Folders whose files may begin on a day. Lists and forms that change as a whole have their own `asOf`. */
export const BY_DAY: readonly string[] = [...COLLECTION_NAMES, 'plans', 'clauses', 'insurers', 'purchase', 'claims']

/** The days whose content is checked whole: today, and each later one on which something changes or is announced. */
export const daysAhead = (all: Tree, today: Day): Day[] => [
  today,
  ...[...new Set([...changeDays(all.files.keys()), ...announcements(all)])].filter((day) => day > today).sort(),
]

/** Days before today whose content policies still name: each ends the day before something changed. */
export const daysBefore = (all: Tree, today: Day): Day[] =>
  changeDays(all.files.keys())
    .filter((day) => day <= today)
    .map((day) => addDays(day, -1))

const announcements = ({ files }: Tree): Day[] => [...files].flatMap(([path, text]) => announcedOn(path, text) ?? [])

/** The day from which a notice is shown; other texts have none. */
export function announcedOn(path: string, text: string): Day | undefined {
  const day = path.startsWith('notices/') ? /^date: *(\d{4}-\d\d-\d\d) *$/m.exec(text)?.[1] : undefined
  return day !== undefined && isDay(day) ? day : undefined
}

/** A copy that has a day, or a notice that is shown from this one: what is wrong with it no other file spoils. */
export function beginsItself({ root, files }: Tree, file: string, day: Day): boolean {
  const path = file.slice(root.length + 1)
  return dayInName(file) !== undefined || announcedOn(path, files.get(path) ?? '') === day
}

/** Names with a day: the day exists, the folder knows days, and both languages begin on the same one. */
export function dayNameProblems(all: Tree): SourceProblem[] {
  const named = [...all.files.keys()].flatMap((file) => {
    const found = dayInName(file)
    return found ? [{ file, ...found }] : []
  })
  const wrong = named.flatMap(({ file, path, from }) => {
    const say = (message: string, example: string): SourceProblem[] => [
      problem(`${all.root}/${file}`, 1, '(file)', 'from_day', message, example),
    ]
    if (!isDay(from))
      return say(
        `names no day that exists: ${from}.`,
        `${all.root}/${path.replace(/(\.[a-z]+)$/, '.from-2027-01-01$1')}`,
      )
    return BY_DAY.includes(path.split('/')[0] ?? '')
      ? []
      : say(`cannot begin on a day: only files of ${BY_DAY.join(', ')} can.`, `${all.root}/${path}`)
  })
  return [...wrong, ...missingTwins({ root: all.root, files: new Map(named.map(({ file }) => [file, ''])) })]
}

const treesByDay = new WeakMap<Tree, Map<Day, ReturnType<typeof treeOn>>>()
/** Each state of the content once, so that what is read of it can be kept with it. */
function treeOfDay(all: Tree, day: Day): ReturnType<typeof treeOn> {
  const trees = treesByDay.get(all) ?? new Map<Day, ReturnType<typeof treeOn>>()
  treesByDay.set(all, trees)
  const tree = trees.get(day) ?? treeOn(all, day)
  trees.set(day, tree)
  return tree
}

/** Reads the content of a day; what it finds names the files as they lie in the folder. */
export function onDay<P extends { file: string }>(all: Tree, day: Day, check: (tree: Tree) => readonly P[]): P[] {
  const tree = treeOfDay(all, day)
  const dated = [...tree.paths].filter(([path, file]) => path !== file)
  const asItLies = (text: string): string =>
    dated.reduce((said, [path, file]) => said.replaceAll(`${all.root}/${path}`, () => `${all.root}/${file}`), text)
  // A message may name another file than its own: the twin, or a plan's terms.
  return check(tree).map((it) => ({
    ...it,
    file: asItLies(it.file),
    ...('message' in it && typeof it.message === 'string' && { message: asItLies(it.message) }),
  }))
}
