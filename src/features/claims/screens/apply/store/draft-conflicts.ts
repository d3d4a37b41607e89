/** Conflicts of a draft: keys to which two devices wrote different values. */
import type { Json } from '../../../../../lib/text/canonical-json.ts'
import { answerKey, type AnswerKey } from '../../../rules/claim-fields.ts'
import type { DraftView } from '../../../contract.ts'
import { same } from './answer-keys.ts'

/** Different values that two devices wrote to one key. `mine` is the value in the answers as typed. */
export interface Conflict {
  key: AnswerKey
  theirs: Json
  at: number
  base: number
  /** The version of the draft that contains `theirs`. */
  seen: number
  /** The other device changed the value again while the person was choosing. */
  moved: boolean
}

/** The conflicts that a save at `base` met. `wanted`: keys for which the person had already chosen their own value. */
export function conflictsMet(
  conflicts: readonly { key: string; theirs: Json; at: number }[],
  { base, seen, wanted }: { base: number; seen: number; wanted: ReadonlySet<AnswerKey> },
): Conflict[] {
  return conflicts.flatMap(({ key, theirs, at }) => {
    const known = answerKey.safeParse(key)
    return known.success ? [{ key: known.data, theirs, at, base, seen, moved: wanted.has(known.data) }] : []
  })
}

/** A conflict updated to a newer draft: only the value that is shown may be overwritten. */
export function shownAgain(one: Conflict, draft: DraftView): Conflict {
  const theirs: Json = draft.answers[one.key]
  return same(theirs, one.theirs)
    ? { ...one, seen: draft.version }
    : { ...one, theirs, at: draft.savedAt, seen: draft.version, moved: true }
}
