/**
 * Two devices on one draft: a save never overwrites what the other device saved in the meantime (design §6.2). Each
 * answer is merged separately, and each visit.
 */
import { canonicalJson, type Json } from '../../../../lib/text/canonical-json.ts'
import { keysOf, onlyGiven, recordOf } from '../../../../lib/object-keys.ts'
import { MOST_VISITS, type AnswerKey, type AnswerPatch, type ClaimAnswers, type Visit } from '../claim-fields.ts'

/** The visits as of a version: what a device had before it went offline. */
interface PastVisits {
  version: number
  visits: Visit[]
}
/** How many changes of visits are stored; a device that is further behind gets a conflict. */
export const MOST_PAST = 20

export interface Draft {
  version: number
  answers: ClaimAnswers
  /** Version of the last change of each answer; missing: never changed. */
  keyVersions: Readonly<Record<string, number>>
  /** Oldest first; never empty. */
  past: readonly PastVisits[]
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
export const newDraft = (answers: ClaimAnswers): Draft => ({
  version: 1,
  answers,
  keyVersions: {},
  past: [{ version: 1, visits: answers.visits }],
})

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
      const visits = key === 'visits' && taken.visits ? mergeVisits(draft, base, taken.visits) : undefined
      if (visits) taken.visits = visits
      else {
        conflicts.push({ key, theirs })
        delete taken[key]
      }
    }
    // Both sides have it.
    if (same(taken[key], theirs)) delete taken[key]
  }
  const changed = keysOf(taken)
  return { draft: changed.length === 0 ? draft : next(draft, taken), changed, conflicts }
}

function next(draft: Draft, values: Partial<ClaimAnswers>): Draft {
  const version = draft.version + 1
  const answers = { ...draft.answers, ...values }
  const keyVersions = { ...draft.keyVersions, ...recordOf(keysOf(values), () => version) }
  const past = 'visits' in values ? [...draft.past, { version, visits: answers.visits }].slice(-MOST_PAST) : draft.past
  return { version, answers, keyVersions, past }
}

/**
 * For visits changed on both sides since `base`; `undefined` when both changed the same one, or the earlier state is no
 * longer stored.
 */
function mergeVisits(draft: Draft, base: number, mine: readonly Visit[]): Visit[] | undefined {
  const before = draft.past.findLast(({ version }) => version <= base)?.visits
  if (!before) return undefined
  const theirs = draft.answers.visits
  const merged: Visit[] = []
  for (const id of new Set([...theirs, ...mine].map((visit) => visit.id))) {
    const of = (visits: readonly Visit[]): Visit | undefined => visits.find((visit) => visit.id === id)
    const [was, there, here] = [of(before), of(theirs), of(mine)]
    // `undefined` is a missing visit: removed by one side and changed by the other is a conflict too.
    if (!same(there, here) && !same(was, there) && !same(was, here)) return undefined
    const stays = same(was, here) ? there : here
    if (stays) merged.push(stays)
  }
  return merged.length > MOST_VISITS ? undefined : merged
}
