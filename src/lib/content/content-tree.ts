/** A snapshot of the files in `content/`, so that every check reads the same state. */
import type { SourceProblem } from './source-problems.ts'

export interface Tree {
  /** The folder as it was given, e.g. `content`: problems begin with it. */
  root: string
  /** Texts by path below the folder, e.g. `notices/en/upload-receipts.md`, in name order; line ends are `\n`. */
  files: ReadonlyMap<string, string>
}

/** A problem, or a warning. `message` ends with a full stop and `example` can be copied. */
export const problem = (
  file: string,
  line: number,
  field: string,
  code: string,
  message: string,
  example: string,
): SourceProblem => ({ file, line, field, code, message, example })

/** Names of a folder's files without their extension, e.g. `namesIn(tree, 'purchase/en', '.md')`. */
export const namesIn = ({ files }: Tree, folder: string, ending: string): string[] =>
  [...files.keys()]
    .filter(
      (path) => path.startsWith(`${folder}/`) && path.endsWith(ending) && !path.slice(folder.length + 1).includes('/'),
    )
    .map((path) => path.slice(folder.length + 1, -ending.length))
