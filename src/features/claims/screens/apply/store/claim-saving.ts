/** The answers of a claim, as `app/saving` saves them. Each key is one field. */
import { z } from 'zod/mini'
import type { Reply } from '../../../../../app/requests/api.ts'
import type { FieldRules, Typed } from '../../../../../app/saving/draft-fields.ts'
import { createDraftSaving, type SavingEnvironment } from '../../../../../app/saving/draft-saving.ts'
import { createTypingStore } from '../../../../../app/saving/typing-store.ts'
import { readTypedRows } from '../../../../../app/saving/typed-rows.ts'
import type { Json } from '../../../../../lib/text/canonical-json.ts'
import type { Input } from '../../../../../lib/contract.ts'
import type { DraftView, saveClaim } from '../../../contract.ts'
import { answerKey, answersSchema, visitSchema, type ClaimAnswers } from '../../../rules/claim-fields.ts'
import { heirSchema } from '../../../rules/heirs.ts'

/** The text of a day field while it is not a valid day. */
const halfDay = z.string().check(z.maxLength(40))
const whileTyping = z.extend(answersSchema, {
  incidentDay: halfDay,
  deathDay: halfDay,
  visits: z.array(z.extend(visitSchema, { day: halfDay })),
  heirs: z.array(z.extend(heirSchema, { birthDate: halfDay })),
})

const isValid = (schema: typeof answersSchema | typeof whileTyping, path: string, value: Json): boolean => {
  const key = answerKey.safeParse(path)
  return key.success && schema.shape[key.data].safeParse(value).success
}

/** Reads typing that was stored on this device. */
export const readTyped = (raw: unknown): Typed[] =>
  readTypedRows(raw, (path, value) => isValid(whileTyping, path, value))

export const typing = createTypingStore('claim-typing', readTyped)

const rules: FieldRules<ClaimAnswers> = {
  of: (answers) => new Map<string, Json>(Object.entries(answers)),
  replace: (answers, fields) => ({ ...answers, ...Object.fromEntries(fields) }),
  fits: (path, value) => isValid(answersSchema, path, value),
}

export interface ClaimSavingEnvironment extends Pick<
  SavingEnvironment<DraftView, ClaimAnswers>,
  'keep' | 'later' | 'now' | 'load' | 'more'
> {
  save: (input: Pick<Input<typeof saveClaim>, 'id' | 'base' | 'patch'>) => Promise<Reply<typeof saveClaim>>
  /** The draft was sent or deleted elsewhere. */
  gone: (why: 'already_sent' | 'not_found') => void
}

export const createClaimSaving = ({ save, gone, ...around }: ClaimSavingEnvironment) =>
  createDraftSaving<DraftView, ClaimAnswers>({
    ...around,
    rules,
    save: async ({ id, version }, fields) => {
      const reply = await save({ id, base: version, patch: Object.fromEntries(fields) })
      return reply.ok ? { ok: true, draft: reply.data.draft, kept: reply.data.conflicts.map(({ key }) => key) } : reply
    },
    savedAt: ({ savedAt }) => savedAt,
    closed: {
      codes: ['already_sent', 'not_found'],
      act: (code) => gone(code === 'already_sent' ? code : 'not_found'),
    },
  })
