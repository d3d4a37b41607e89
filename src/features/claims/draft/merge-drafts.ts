/**
 * Two devices on one draft: what one saves never wipes out what the other saved meanwhile (design §6.2). Each answer is merged by
 * itself; visits one by one.
 */
import { canonicalJson, type Json } from '../../../lib/canonical-json.ts'
import { MOST_VISITS, type AnswerKey, type AnswerPatch, type ClaimAnswers, type Visit } from '../answers.ts'

/** The visits as they stood from a version on: what a device had before it was cut off. */
export interface PastVisits {
  version: number
  visits: Visit[]
}
/** So many changes of visits are remembered; a device that is further behind is asked. */
export const MOST_PAST = 20

export interface Draft {
  version: number
  answers: ClaimAnswers
  /** Version of the last change of each answer; none: not changed since the beginning. */
  keyVersions: Readonly<Record<string, number>>
  /** Oldest first; never empty. */
  past: readonly PastVisits[]
}

export interface Save {
  /** The version that the device had when it made its changes; after a conflict, the one in which the person saw the other value. */
  base: number
  patch: AnswerPatch
}

export interface Merged {
  draft: Draft
  /** Answers that changed; the version went up by one if there are any. */
  changed: AnswerKey[]
  /** Answers that were changed on both sides: nothing of the patch was taken, `theirs` stands. */
  conflicts: { key: AnswerKey; theirs: ClaimAnswers[AnswerKey] }[]
}

/** A draft that nobody has changed yet: version 1. */
export const newDraft = (answers: ClaimAnswers): Draft =>
  ({ version: 1, answers, keyVersions: {}, past: [{ version: 1, visits: answers.visits }] })

const same = (a: unknown, b: unknown): boolean => canonicalJson((a ?? null) as Json) === canonicalJson((b ?? null) as Json)

/** Merges one save into a draft: compare-and-swap for each answer, so that nothing is overwritten that the person has not seen. Deterministic; the draft given is left as it is. */
export function mergeSave(draft: Draft, { base, patch }: Save): Merged {
  const values: Partial<Record<AnswerKey, unknown>> = {}
  const conflicts: Merged['conflicts'] = []
  for (const key of Object.keys(patch) as AnswerKey[]) {
    const mine = patch[key]
    const theirs = draft.answers[key]
    if (mine === undefined || same(mine, theirs)) continue
    const free = (draft.keyVersions[key] ?? 1) <= base
    const value = free ? mine : key === 'visits' && patch.visits ? mergeVisits(draft, base, patch.visits) : undefined
    if (value === undefined) conflicts.push({ key, theirs })
    else if (!same(value, theirs)) values[key] = value
  }
  const changed = Object.keys(values) as AnswerKey[]
  return { draft: changed.length === 0 ? draft : next(draft, values), changed, conflicts }
}

function next(draft: Draft, values: Partial<Record<AnswerKey, unknown>>): Draft {
  const version = draft.version + 1
  // Keys and values come from one patch, which its schema has typed.
  const answers = { ...draft.answers, ...values } as ClaimAnswers
  const keyVersions = { ...draft.keyVersions, ...Object.fromEntries(Object.keys(values).map((key) => [key, version])) }
  const past = 'visits' in values ? [...draft.past, { version, visits: answers.visits }].slice(-MOST_PAST) : draft.past
  return { version, answers, keyVersions, past }
}

/** Both sides changed visits since `base`; `undefined` when they changed the same one, or nobody knows what there was before. */
function mergeVisits(draft: Draft, base: number, mine: readonly Visit[]): Visit[] | undefined {
  const before = draft.past.findLast(({ version }) => version <= base)?.visits
  if (!before) return undefined
  const theirs = draft.answers.visits
  const merged: Visit[] = []
  for (const id of new Set([...theirs, ...mine].map((visit) => visit.id))) {
    const of = (visits: readonly Visit[]): Visit | undefined => visits.find((visit) => visit.id === id)
    const [was, there, here] = [of(before), of(theirs), of(mine)]
    // `undefined` is a visit that is not there: taken out by one side and changed by the other is a conflict too.
    if (!same(there, here) && !same(was, there) && !same(was, here)) return undefined
    const stays = same(was, here) ? there : here
    if (stays) merged.push(stays)
  }
  return merged.length > MOST_VISITS ? undefined : merged
}
