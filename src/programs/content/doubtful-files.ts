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

/** Calling codes by the names that the site has for countries. */
export const CODES: Readonly<Record<string, string>> = Object.fromEntries(
  'us 1 ca 1 uk 44 ie 353 au 61 nz 64 de 49 fr 33 es 34 it 39 nl 31 be 32 at 43 ch 41 dk 45 se 46 no 47 fi 358 pl 48 jp 81 kr 82 hk 852 sg 65 my 60'
    .match(/[a-z]+ \d+/g)
    ?.map((it) => it.split(' ')) ?? [],
)
