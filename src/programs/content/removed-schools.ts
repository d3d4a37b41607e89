/** Schools that were deleted since the last commit: payments of tuition name them for years. */
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import type { History } from './change-history.ts'

export const removedSchools = (all: Tree, history: History | undefined): SourceProblem[] =>
  [...(history?.changes ?? [])].flatMap(([path, { commit }]) =>
    commit === undefined && /^schools\/[^/]+\.yaml$/.test(path) && history?.all.has(path) && !all.files.has(path)
      ? [
          problem(
            `${all.root}/${path}`,
            1,
            '(file)',
            'needed',
            'was deleted, and payments name this school: their pages and receipts would show the name of its file. Bring it back; if it takes no more payments, add the line closed.',
            'closed: true',
          ),
        ]
      : [],
  )
