/** Unsent answers of a claim, as stored on this device. */
import { z } from 'zod/mini'
import type { Typed } from '../../../../../app/saving/draft-fields.ts'
import { readTypedRows } from '../../../../../app/saving/typed-rows.ts'
import { createTypingStore } from '../../../../../app/saving/typing-store.ts'
import type { Json } from '../../../../../lib/text/canonical-json.ts'
import { answerKey, answersSchema, visitSchema } from '../../../rules/claim-fields.ts'
import { heirSchema } from '../../../rules/heirs.ts'

/** The text of a day field while it is not a valid day. */
const halfDay = z.string().check(z.maxLength(40))
const whileTyping = z.extend(answersSchema, {
  incidentDay: halfDay,
  deathDay: halfDay,
  visits: z.array(z.extend(visitSchema, { day: halfDay })),
  heirs: z.array(z.extend(heirSchema, { birthDate: halfDay })),
})

/** Whether a value fits its key's schema: that of a save, or that of what is still being typed. */
export const isValid = (schema: typeof answersSchema | typeof whileTyping, path: string, value: Json): boolean => {
  const key = answerKey.safeParse(path)
  return key.success && schema.shape[key.data].safeParse(value).success
}

/** Reads typing that was stored on this device. */
export const readTyped = (raw: unknown): Typed[] =>
  readTypedRows(raw, (path, value) => isValid(whileTyping, path, value))

export const typing = createTypingStore('claim-typing', readTyped)
