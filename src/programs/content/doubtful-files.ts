/** How doubts about the files of the content are said, and their fields read. */
import { parse } from 'yaml'
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import { oncePerText } from '../../lib/content/remembering.ts'
import { isRecord } from '../../lib/is-record.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'

export type Say = (index: number, found: string, why: string, example: string) => SourceProblem
export const sayIn =
  (all: Tree, path: string, text: string): Say =>
  (index, found, why, example) =>
    problem(`${all.root}/${path}`, text.slice(0, index).split('\n').length, found, 'doubtful_fact', why, example)

/** Nothing of a file that has another mistake. */
export const readYaml = oncePerText((text: string): Record<string, unknown> => {
  try {
    const read: unknown = parse(text, { logLevel: 'silent' })
    return isRecord(read) ? read : {}
  } catch {
    return {}
  }
})
