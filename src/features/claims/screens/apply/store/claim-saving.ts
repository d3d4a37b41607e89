/** The answers of a claim, as `app/saving` saves them. Each key is one field. */
import type { Reply } from '../../../../../app/requests/api.ts'
import type { FieldRules } from '../../../../../app/saving/draft-fields.ts'
import { createDraftSaving } from '../../../../../app/saving/draft-saving.ts'
import type { SavingEnvironment } from '../../../../../app/saving/saving-environment.ts'
import type { Json } from '../../../../../lib/text/canonical-json.ts'
import type { Input } from '../../../../../lib/contract.ts'
import type { DraftView, saveClaim } from '../../../contract.ts'
import { answersSchema, type ClaimAnswers } from '../../../rules/claim-fields.ts'
import { isValid } from './unsent-answers.ts'

const rules: FieldRules<ClaimAnswers> = {
  of: (answers) => new Map<string, Json>(Object.entries(answers)),
  replace: (answers, fields) => ({ ...answers, ...Object.fromEntries(fields) }),
  fits: (path, value) => isValid(answersSchema, path, value),
}

export interface ClaimSavingEnvironment extends Pick<
  SavingEnvironment<DraftView, ClaimAnswers>,
  'keep' | 'later' | 'now' | 'load' | 'more'
> {
  save: (
    input: Pick<Input<typeof saveClaim>, 'id' | 'base' | 'patch'>,
    leaving: boolean,
  ) => Promise<Reply<typeof saveClaim>>
  /** The draft was sent or deleted elsewhere. */
  gone: (why: 'already_sent' | 'not_found') => void
}

export const createClaimSaving = ({ save, gone, ...around }: ClaimSavingEnvironment) =>
  createDraftSaving<DraftView, ClaimAnswers>({
    ...around,
    rules,
    save: async ({ id, version }, fields, leaving) => {
      const reply = await save({ id, base: version, patch: Object.fromEntries(fields) }, leaving)
      return reply.ok ? { ok: true, draft: reply.data.draft, kept: reply.data.conflicts.map(({ key }) => key) } : reply
    },
    savedAt: ({ savedAt }) => savedAt,
    closed: {
      codes: ['already_sent', 'not_found'],
      act: (code) => gone(code === 'already_sent' ? code : 'not_found'),
    },
  })
