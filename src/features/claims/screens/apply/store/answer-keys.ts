/** The answers of a claim key by key: which of them a save sends. */
import { canonicalJson, type Json } from '../../../../../lib/text/canonical-json.ts'
import {
  answerKey,
  answersSchema,
  type AnswerKey,
  type AnswerPatch,
  type ClaimAnswers,
} from '../../../rules/claim-fields.ts'

export const same = (a: Json | undefined, b: Json | undefined): boolean =>
  canonicalJson(a ?? null) === canonicalJson(b ?? null)

/** Whether the server accepts the key's value; a half-typed day it does not. */
export const fits = (key: AnswerKey, value: unknown): boolean => answersSchema.shape[key].safeParse(value).success

export const keysOf = (part: AnswerPatch): AnswerKey[] =>
  Object.keys(part).flatMap((key) => answerKey.safeParse(key).data ?? [])

/** What the next save sends, of unsaved keys with the version at which typing began; `version` is the draft's. */
export function patchToSave(
  unsaved: ReadonlyMap<AnswerKey, number>,
  answers: ClaimAnswers,
  version: number,
): { keys: AnswerKey[]; base: number; patch: AnswerPatch } {
  // An invalid value, such as a half-typed day, stays on this device: the rest must not wait for it.
  const whole = [...unsaved].filter(([key]) => fits(key, answers[key]))
  // The save uses the oldest base of its keys: with a newer one the server could not detect the conflict.
  const base = Math.min(version, ...whole.map(([, of]) => of))
  const keys = whole.filter(([, of]) => of === base).map(([key]) => key)
  return { keys, base, patch: Object.fromEntries(keys.map((key) => [key, answers[key]])) }
}
