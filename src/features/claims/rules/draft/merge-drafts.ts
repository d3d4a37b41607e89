/**
 * Two devices on one draft: a save never overwrites what the other device saved in the meantime (design §6.2). Each
 * answer is taken or refused separately; the browser merges lists by their rows (`app/saving`).
 */
import { canonicalJson, type Json } from '../../../../lib/text/canonical-json.ts'
import { keysOf, onlyGiven, recordOf } from '../../../../lib/object-keys.ts'
import type { AnswerKey, AnswerPatch, ClaimAnswers } from '../claim-fields.ts'

export interface Draft {
  version: number
  answers: ClaimAnswers
  /** Version of the last change of each answer; missing: never changed. */
  keyVersions: Readonly<Record<string, number>>
}

export interface Save {
  /**
   * The version that the device had when it made its changes; after a conflict, the one in which the person saw the
   * other value.
   */
  base: number
  patch: AnswerPatch
}

export interface Merged {
  draft: Draft
  /** Answers that changed; the version was increased by one if there are any. */
  changed: AnswerKey[]
  /** Answers that were changed on both sides: the patch's value was not taken, `theirs` stays. */
  conflicts: { key: AnswerKey; theirs: ClaimAnswers[AnswerKey] }[]
}

/** A draft that nobody has changed yet: version 1. */
export const newDraft = (answers: ClaimAnswers): Draft => ({ version: 1, answers, keyVersions: {} })

const same = (a: Json | undefined, b: Json | undefined): boolean =>
  canonicalJson(a ?? null) === canonicalJson(b ?? null)

/**
 * Merges one save into a draft: compare-and-swap for each answer, so that nothing is overwritten that the person has
 * not seen. Deterministic; the given draft is not modified.
 */
export function mergeSave(draft: Draft, { base, patch }: Save): Merged {
  const taken = onlyGiven(patch)
  const conflicts: Merged['conflicts'] = []
  for (const key of keysOf(taken)) {
    const theirs = draft.answers[key]
    if (!same(taken[key], theirs) && (draft.keyVersions[key] ?? 1) > base) {
      conflicts.push({ key, theirs })
      delete taken[key]
    }
    // Both sides have it.
    if (same(taken[key], theirs)) delete taken[key]
  }
  const changed = keysOf(taken)
  return { draft: changed.length === 0 ? draft : next(draft, taken), changed, conflicts }
}

function next(draft: Draft, values: Partial<ClaimAnswers>): Draft {
  const version = draft.version + 1
  const keyVersions = { ...draft.keyVersions, ...recordOf(keysOf(values), () => version) }
  return { version, answers: { ...draft.answers, ...values }, keyVersions }
}
