/** Conflicts of an order: fields that were changed here and elsewhere. */
import type { Json } from '../../../../../lib/text/canonical-json.ts'
import type { Answers } from '../../../contract.ts'
import { changedFields, fieldsOfAnswers, groupOf, same } from '../answer-fields.ts'

/** A field that was changed here and elsewhere. `mine` is the value in the answers as typed. */
export interface Conflict {
  path: string
  theirs: Json
  base: Json
}

/** Whose field it is: one value for all health answers of a person (`health.`, of a family member `health.p1-`). */
const ownerOf = (path: string): string => path.replace(/\w+\.(\w+-)?\w+$/, '$1')

/**
 * Merges what was typed here with what the server has now: equal values are settled, fields unchanged on the server are
 * kept, the rest is asked. Health answers that are gone on the server went with their person: what was typed over them,
 * or about that person besides, is dropped and not asked. Returns the conflicts, and takes from `unsaved` what is
 * settled or asked.
 */
export function mergeTyped(
  theirs: ReadonlyMap<string, Json>,
  mine: ReadonlyMap<string, Json>,
  unsaved: Map<string, Json>,
  conflicts: readonly Conflict[],
): Conflict[] {
  const begun: [string, Json][] = [...unsaved, ...conflicts.map(({ path, base }): [string, Json] => [path, base])]
  const gone = begun
    .filter(([path, base]) => path.startsWith('health.') && base !== null && !theirs.has(path))
    .map(([path]) => ownerOf(path))
  let all = conflicts.filter(({ path }) => !gone.includes(ownerOf(path)))
  for (const [path, base] of unsaved) {
    const now = theirs.get(path) ?? null
    if (gone.includes(ownerOf(path)) || same(now, mine.get(path) ?? null)) unsaved.delete(path)
    else if (same(now, base)) continue
    else {
      unsaved.delete(path)
      // A declaration covers what was read with it: one that was cleared must be ticked again by the buyer.
      if (groupOf(path) !== 'check') all = [...all.filter((one) => one.path !== path), { path, theirs: now, base }]
    }
  }
  return all
    .filter(({ path }) => !same(theirs.get(path) ?? null, mine.get(path) ?? null))
    .map((one) => ({ ...one, theirs: theirs.get(one.path) ?? null }))
}

/** Fields that had a value and now have another, with that value. A field that was empty is only filled in. */
export function replacedFields(before: Answers, after: Answers): [string, Json][] {
  const was = fieldsOfAnswers(before)
  return changedFields(before, after).flatMap((path): [string, Json][] => {
    const value = was.get(path) ?? null
    return value === null || value === '' || same(value, []) ? [] : [[path, value]]
  })
}
