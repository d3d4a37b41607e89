/** "Was this helpful?": the only call of the pages that are read. */
import { z } from 'zod'
import { patternText } from '../../lib/bounded-schemas.ts'
import { humanText } from '../../lib/invisible-characters.ts'
import { call } from '../../lib/contract.ts'

/** Collections whose entries ask. Agreements do not: they are accepted or not. */
export const FEEDBACK_KINDS = ['faq', 'guides', 'articles', 'notices'] as const
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number]

/** Why a text did not help. Words: `feedback:reason.<reason>`. */
export const FEEDBACK_REASONS = ['unclear', 'outdated', 'unanswered', 'other'] as const
export type FeedbackReason = (typeof FEEDBACK_REASONS)[number]

/** Of a reader's own words. Not among `lib/limits-and-periods.ts`: that file comes with the shell of islands. */
export const FEEDBACK_CHARACTERS = 500

/** A slug as files of `content/` are named, and nothing that could lead out of their folder. */
export const entrySlug = patternText(/^[a-z0-9][a-z0-9-]*$/, 100)

/**
 * One voice per device and entry, in both languages together: a later one takes the place of the earlier (decision 0031).
 * Needs no login. `not_found`: there is no such entry. `too_many`: with `retryAfter`.
 */
export const sendFeedback = call({
  path: 'reading/feedback',
  access: 'holder',
  // A phone that was handed one claim may say what it thinks of a text; the answer is the device's and no person's.
  scopes: ['claim'],
  // Free text does not belong into an address.
  transport: 'multipart',
  input: z
    .object({
      kind: z.enum(FEEDBACK_KINDS, 'invalid'),
      slug: entrySlug,
      helpful: z.boolean('required'),
      /** Of a "no", and only of one. */
      reason: z.enum(FEEDBACK_REASONS, 'required').optional(),
      /** The reader's own words beside the reason; `other` says nothing without them. */
      text: humanText(FEEDBACK_CHARACTERS).pipe(z.string().trim()).default(''),
    })
    .superRefine(({ helpful, reason, text }, ctx) => {
      const wrong = (path: string, message: string): void => ctx.addIssue({ code: 'custom', path: [path], message })
      if (!helpful && reason === undefined) wrong('reason', 'required')
      if (helpful && reason !== undefined) wrong('reason', 'unexpected')
      if (reason === 'other' && text === '') wrong('text', 'required')
      if (reason === undefined && text !== '') wrong('text', 'unexpected')
    }),
  /** `again`: this device had answered for this entry before. */
  output: z.object({ again: z.boolean() }),
})
