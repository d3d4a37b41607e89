/**
 * What was corrected in a file and not in the copy of it that takes its place on a later day: on that day the old
 * figure or sentence returns. The copy is compared with what it was made from, by the repository's history.
 */
import { LineCounter, parseDocument } from 'yaml'
import { partsOf } from '../../app/content/check/text-parts.ts'
import { markdownFilesOf } from '../../app/content/check/markdown-blocks.ts'
import { dayInName, treeOn } from '../../lib/content/content-by-day.ts'
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import { addDays, isDay, type Day } from '../../lib/days/dates.ts'
import { isRecord } from '../../lib/is-record.ts'
import { Lines, type Path, type SourceProblem } from '../../lib/content/source-problems.ts'
import { textsAt, type History } from './change-history.ts'
import { readYaml } from './doubtful-files.ts'

interface Copy {
  file: string
  from: Day
  text: string
  /** The file that holds on the day before, as it was when the copy was last committed, and as it is. */
  base: string
  was: string
  now: string
}

/** Copies whose file was changed since. None without a history. */
function overtakenCopies(all: Tree, history: History | undefined): Copy[] {
  if (!history) return []
  const copies = [...all.files].flatMap(([file, text]) => {
    const dated = dayInName(file)
    if (!dated || !isDay(dated.from)) return []
    const base = treeOn(all, addDays(dated.from, -1)).paths.get(dated.path)
    return base === undefined ? [] : [{ file, from: dated.from, text, base, now: all.files.get(base) ?? '' }]
  })
  // What was changed in one commit with the copy was changed beside it: the copy is compared with the state before.
  const wanted = copies.flatMap(({ file, base }) => {
    const commit = history.all.get(file)?.[0]?.commit
    return commit === undefined
      ? [
          { commit: 'HEAD', path: base },
          { commit: 'HEAD', path: base },
        ]
      : [
          { commit: `${commit}^`, path: base },
          { commit, path: base },
        ]
  })
  const texts = textsAt(all.root, wanted)
  return copies.flatMap((copy, i) => {
    const was = texts[2 * i] ?? texts[2 * i + 1]
    return was === undefined || was === copy.now ? [] : [{ ...copy, was }]
  })
}

/** Warnings for an editor: one for each copy, at the first place. */
export function returningWords(all: Tree, history: History | undefined, today: Day): SourceProblem[] {
  const found = overtakenCopies(all, history).flatMap((copy) => {
    const [first, ...more] = returningIn(copy)
    if (!first) return []
    const begun = dayInName(copy.base) ? '' : ', for readers from the next release on'
    const why = `${first.says}, as ${all.root}/${copy.base} had it before; now it is ${first.now} there${begun}. On ${copy.from} the old one returns: change it here too. If it was to change on ${copy.from} only, change it here, and put the old one back there.${othersOf(more)}`
    return [problem(`${all.root}/${copy.file}`, first.line, first.field, 'returns', why, first.example)]
  })
  const known = new Set(found.map(({ file }) => file))
  return [...found, ...undoneChanges(all, today).filter(({ file }) => !known.has(file))]
}

const returningIn = (copy: Copy): Returning[] =>
  copy.file.endsWith('.md') ? returningParts(copy) : returningFigures(copy)

/** Of several copies that have not begun: what the later one says as it was before an earlier one. */
function undoneChanges(all: Tree, today: Day): SourceProblem[] {
  const days = [...all.files.keys()].flatMap((file) => {
    const dated = dayInName(file)
    return dated && isDay(dated.from) ? [{ file, ...dated }] : []
  })
  return days
    .filter(({ from }) => from > today)
    .flatMap(({ file, from, path }) => {
      const text = all.files.get(file) ?? ''
      const earlier = days.filter((it) => it.path === path && it.from < from).sort((a, b) => (a.from < b.from ? 1 : -1))
      const undone = earlier.flatMap((it) => {
        const was = treeOn(all, addDays(it.from, -1)).files.get(path)
        const now = all.files.get(it.file) ?? ''
        const [first, ...more] = was === undefined ? [] : returningIn({ file, from, text, base: it.file, was, now })
        return first ? [{ it, first, more }] : []
      })
      const [last] = undone
      if (!last) return []
      const { it, first, more } = last
      const why = `${first.says}, as before ${it.from}, from which ${all.root}/${it.file} makes it ${first.now}: on ${from} that change would be undone. Write it here too, unless it holds for a time only.${othersOf(more)}`
      return [problem(`${all.root}/${file}`, first.line, first.field, 'returns', why, first.example)]
    })
}

const othersOf = (more: readonly Returning[]): string =>
  more.length > 0 ? ` The same is true of ${listed(more.map(({ field }) => field))}.` : ''

const MOST_NAMED = 5
const listed = (names: readonly string[]): string =>
  [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? [`${names.length - MOST_NAMED} more`] : [])].join(
    ', ',
  )

interface Returning {
  line: number
  field: string
  says: string
  now: string
  example: string
}

function returningFigures({ text, was, now }: Copy): Returning[] {
  const [old, fresh, here] = [was, now, text].map(
    (it) => new Map(leavesOf(readYaml(it), []).map((leaf) => [leaf.path.join('.'), leaf])),
  )
  const counter = new LineCounter()
  const lines = new Lines(parseDocument(text, { lineCounter: counter, logLevel: 'error' }), counter)
  return [...(here ?? [])].flatMap(([field, { path, value }]) => {
    const [before, after] = [old?.get(field)?.value, fresh?.get(field)?.value]
    if (field === 'changed' || before === undefined || after === undefined || before === after || value !== before)
      return []
    const name = String(path.at(-1))
    return [{ line: lines.of(path), field, says: `is ${value}`, now: after, example: `${name}: ${after}` }]
  })
}

function leavesOf(value: unknown, path: Path): { path: Path; value: string }[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => leavesOf(item, [...path, i]))
  return isRecord(value)
    ? Object.entries(value).flatMap(([field, inner]) => leavesOf(inner, [...path, field]))
    : [{ path, value: String(value) }]
}

const OWN = /^(?:version|date|changed|until): /

/** Sentences word for word: a part that only the file before the change has, and the copy still. */
function returningParts({ text, was, now, file }: Copy): Returning[] {
  const [old = [], fresh = [], here = []] = [was, now, text].map((it) => {
    const [read] = markdownFilesOf({ root: '', files: new Map([[file, it]]) })
    return read ? partsOf(read).filter(({ words }) => !OWN.test(words)) : []
  })
  const [before, after] = [old, fresh].map((parts) => new Set(parts.map(({ words }) => words)))
  return here.flatMap(({ line, kind, words }) => {
    if (!before?.has(words) || after?.has(words)) return []
    // Where as many parts are left, the new one stands in the place of the old one.
    const place = old.findIndex((part) => part.words === words)
    const instead = old.length === fresh.length ? fresh[place]?.words : undefined
    const field = kind === 'field' ? (/^[\w-]+(?=:)/.exec(words)?.[0] ?? kind) : shortened(words)
    return [
      {
        line,
        field,
        says: kind === 'field' ? 'is still' : 'still stands here',
        now: instead === undefined ? 'written anew' : `“${shortened(instead)}”`,
        example: instead ?? 'the words as they are there',
      },
    ]
  })
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
