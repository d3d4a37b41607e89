/**
 * Content that holds from a day on: `global-study.from-2027-01-01.yaml` takes the place of `global-study.yaml` on that
 * day, whole. Files without a day hold from the beginning, and earlier files stay, so that what held on any day can be
 * read (docs/editing.md, "From a day on"; decision 0121).
 */
import type { Tree } from './content-tree.ts'
import { isDay, type Day } from '../days/dates.ts'

const DATED = /^(.+)\.from-([^./]*)(\.[a-z]+)$/

/** The file whose place it takes, and from when; undefined for a file without a day. The day may be none: check it. */
export function dayInName(path: string): { path: string; from: string } | undefined {
  const [, name, from, ending] = DATED.exec(path) ?? []
  return name === undefined || from === undefined || ending === undefined ? undefined : { path: name + ending, from }
}

export interface BegunFile {
  file: string
  /** Its first day; empty for a file that holds from the beginning. */
  from: string
}

/** The files that have held by `day`, in the order of their days, by the name that they are known by. */
export function begunFiles(paths: Iterable<string>, day: Day): Map<string, BegunFile[]> {
  const begun = new Map<string, BegunFile[]>()
  for (const file of paths) {
    const { path, from } = dayInName(file) ?? { path: file, from: '' }
    if (from > day) continue
    const files = begun.get(path) ?? []
    if (files.length === 0) begun.set(path, files)
    files.push({ file, from })
  }
  for (const files of begun.values()) files.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
  return begun
}

/** Which file holds on `day`, by the name that it is known by. A text that begins later is not there yet. */
export const filesOn = (paths: Iterable<string>, day: Day): Map<string, string> =>
  new Map([...begunFiles(paths, day)].map(([path, files]) => [path, files.at(-1)?.file ?? path]))

/** The days on which some file takes the place of another, in order. */
export const changeDays = (paths: Iterable<string>): Day[] =>
  [...new Set([...paths].map((path) => dayInName(path)?.from ?? ''))].filter(isDay).sort()

/** Before every day on which content changes. */
export const FIRST_DAY: Day = '0001-01-01'

/** The latest of `days` that has come by `day`: as long as it is the same, the same content holds. Empty before all. */
export const stateOn = (days: readonly Day[], day: Day): Day => days.filter((it) => it <= day).at(-1) ?? ''

/** The tree as it holds on `day`, under the names without a day; `files` of it tell where each text lies. */
export function treeOn({ root, files }: Tree, day: Day): Tree & { paths: ReadonlyMap<string, string> } {
  const paths = filesOn(files.keys(), day)
  return { root, files: new Map([...paths].map(([path, file]) => [path, files.get(file) ?? ''])), paths }
}
