/** Unsent answers of a claim, as stored on this device. */
import { z } from 'zod/mini'
import { createTypingStore } from '../../../../../app/storage/typing-store.ts'
import { answersSchema, visitSchema, type AnswerKey, type ClaimAnswers } from '../../../rules/claim-fields.ts'
import { heirSchema } from '../../../rules/heirs.ts'

/** One key as typed, and the draft's version when typing began. */
export interface Typed {
  key: AnswerKey
  value: ClaimAnswers[AnswerKey]
  base: number
}

/** The text of a day field while it is not a valid day. */
const halfDay = z.string().check(z.maxLength(40))
const typing = z.extend(answersSchema, {
  incidentDay: halfDay,
  deathDay: halfDay,
  visits: z.array(z.extend(visitSchema, { day: halfDay })),
  heirs: z.array(z.extend(heirSchema, { birthDate: halfDay })),
})
const row = z.object({ key: z.keyof(answersSchema), value: z.unknown(), base: z.int().check(z.minimum(1)) })
const rows = z.array(row)

/** Keeps what matches the answers' schema; leftovers of an older build must not cause an error. */
export function readTyped(raw: unknown): Typed[] {
  return (rows.safeParse(raw).data ?? []).flatMap(({ key, value, base }) => {
    const fits = typing.shape[key].safeParse(value)
    return fits.success ? [{ key, value: fits.data, base }] : []
  })
}

export const {
  keep: keepTyped,
  take: takeTyped,
  forget: forgetTyped,
} = createTypingStore<Typed>('claim-typing', readTyped)
