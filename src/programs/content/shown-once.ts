/** Which files of the history readers ever saw: only those leave an address behind that has to lead on. */
import { isDraft } from '../../lib/content/content-drafts.ts'
import { dayOf } from '../../lib/days/dates.ts'
import { announcedOn } from './check-by-day.ts'
import { textsAt, type History } from './change-history.ts'

/**
 * Paths that are there, and those that are gone and were shown once. A draft was in no build, and a notice is shown
 * from its date: a version that was replaced or removed before that day was never seen. None without a history.
 */
export function shownOnce(
  folder: string,
  history: History | undefined,
  there: ReadonlyMap<string, string>,
  now: number,
): string[] {
  if (!history) return []
  const paths = [...history.changes.keys()]
  const versions = paths
    .filter((path) => path.endsWith('.md') && !there.has(path))
    .flatMap((path) =>
      (history.all.get(path) ?? []).flatMap(({ commit }, i, changes) =>
        commit === undefined ? [] : [{ path, commit, until: dayOf(changes[i - 1]?.at ?? now) }],
      ),
    )
  const texts = textsAt(folder, versions)
  const seen = new Set(
    versions.flatMap(({ path, until }, i) => {
      const text = texts[i]
      if (text === undefined || isDraft(text)) return []
      const day = announcedOn(path, text)
      return day !== undefined && day > until ? [] : [path]
    }),
  )
  return paths.filter((path) => !path.endsWith('.md') || there.has(path) || seen.has(path))
}
