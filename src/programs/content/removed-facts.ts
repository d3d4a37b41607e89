/** Schools and tiers that were deleted since the last commit, although payments and policies name them for years. */
import { dayInName } from '../../lib/content/content-by-day.ts'
import { problem, type Tree } from '../../lib/content/content-tree.ts'
import type { Day } from '../../lib/days/dates.ts'
import type { SourceProblem } from '../../lib/content/source-problems.ts'
import { textsAt, type History } from './change-history.ts'
import { tiersOf } from './ended-tiers.ts'

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

/** Of the figures that are in force today or were: what is to hold from a later day was sold to nobody yet. */
export function removedTiers(all: Tree, history: History | undefined, today: Day): SourceProblem[] {
  const changed = [...(history?.changes ?? [])].flatMap(([path, { commit }]) => {
    const last = history?.all.get(path)?.[0]?.commit
    const isFigures = /^plans\/[^/]+\.yaml$/.test(path) && all.files.has(path)
    return commit === undefined && last !== undefined && isFigures && (dayInName(path)?.from ?? '') <= today
      ? [{ path, commit: last }]
      : []
  })
  return textsAt(all.root, changed).flatMap((before, i) => {
    const { path = '' } = changed[i] ?? {}
    const left = tiersOf(all.files.get(path) ?? '')
    return Object.keys(tiersOf(before ?? ''))
      .filter((tier) => !(tier in left))
      .map((tier) =>
        problem(
          `${all.root}/${path}`,
          1,
          'tiers',
          'needed',
          `has lost the tier ${tier}, and policies, orders and claims name it: their documents could not be made. Bring it back; to end its sale, leave it out in a copy of the figures that begins on a day.`,
          `${path.replace(/(?:\.from-[\d-]+)?\.yaml$/, '')}.from-2027-01-01.yaml`,
        ),
      )
  })
}
