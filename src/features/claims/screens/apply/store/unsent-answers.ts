/** Typing of a claim that no server has yet, as it is kept on this device. */
import { z } from 'zod'
import { createTypingStore } from '../../../../../app/typing-store.ts'
import { answersSchema, visitSchema, type AnswerKey, type ClaimAnswers } from '../../../answers.ts'

/** One key as typed, and the version of the draft that it was typed over. */
export interface Typed {
  key: AnswerKey
  value: ClaimAnswers[AnswerKey]
  base: number
}

/** A day as it stands in its field while it is none yet. */
const halfDay = z.string().max(40)
const typing = answersSchema.extend({ incidentDay: halfDay, visits: z.array(visitSchema.extend({ day: halfDay })) })
const row = z.object({ key: answersSchema.keyof(), value: z.unknown(), base: z.number().int().min(1) })
const rows = z.array(row)

/** What fits the shape of the answers; an older build's leftovers are no reason to fail. */
export function readTyped(raw: unknown): Typed[] {
  return (rows.safeParse(raw).data ?? []).flatMap(({ key, value, base }) => {
    const fits = typing.shape[key].safeParse(value)
    return fits.success ? [{ key, value: fits.data, base }] : []
  })
}

export const { keep: keepTyped, take: takeTyped, forget: forgetTyped } = createTypingStore<Typed>('claim-typing', readTyped)
