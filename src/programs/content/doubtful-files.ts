/** How doubts about the files of the content are said, and their fields read. */
import { parse } from 'yaml'
import { COLLECTION_NAMES } from '../../app/content/collections.ts'
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import { oncePerText } from '../../lib/content/remembering.ts'
import { isRecord } from '../../lib/is-record.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'

export type Say = (index: number, found: string, why: string, example: string) => SourceProblem
export const sayIn =
  (all: Tree, path: string, text: string): Say =>
  (index, found, why, example) =>
    problem(`${all.root}/${path}`, text.slice(0, index).split('\n').length, found, 'doubtful_fact', why, example)
/** What a field of one file has, by its text and the file's name without its ending. */
export type Field = (text: string, say: Say, all: Tree, id: string) => SourceProblem[]

/** What is read of folders that are no collections, whose own check knows their names. */
const READ =
  /^(?:(?:plans|insurers|hospitals|schools|school-forms|letters|rates)\/[\w.-]+\.yaml|(?:plans|clauses|insurers|purchase|claims)\/(?:en|cn)\/[\w.-]+\.md|(?:redirects|versions)\.yaml)$/

/** A copy that was put aside, or a file under another ending. */
export const unreadFiles = ({ root, files }: Tree): SourceProblem[] =>
  [...files.keys()].flatMap((path) =>
    READ.test(path) || COLLECTION_NAMES.some((name) => path.startsWith(`${name}/`))
      ? []
      : [
          problem(
            `${root}/${path}`,
            1,
            '(file)',
            'doubtful_fact',
            'is a file that nothing reads: give it the name that it should have, or delete it.',
            `${root}/${path.replace(/(?: ?\(\d+\))?(\.\w+?)(?:\.\w+)?$/, '$1')}`,
          ),
        ],
  )

/** Nothing of a file that has another mistake. */
export const readYaml = oncePerText((text: string): Record<string, unknown> => {
  try {
    const read: unknown = parse(text, { logLevel: 'silent' })
    return isRecord(read) ? read : {}
  } catch {
    return {}
  }
})
