/** "Was this helpful?": the only call of the reading pages. */
import { z } from 'zod/mini'
import { patternText } from '../../lib/bounded-schemas.ts'
import { humanText } from '../../lib/text/invisible-characters.ts'
import { call } from '../../lib/contract.ts'

/** Collections whose entries ask it. Agreements do not: they are accepted or not. */
export const FEEDBACK_KINDS = ['faq', 'guides', 'articles', 'notices'] as const
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number]

/** Why a text did not help. Words: `feedback:reason.<reason>`. */
export const FEEDBACK_REASONS = ['unclear', 'outdated', 'unanswered', 'other'] as const
export type FeedbackReason = (typeof FEEDBACK_REASONS)[number]

/** Length of a reader's own words. Not in `lib/limits-and-periods.ts`, which is loaded with the shell of islands. */
export const FEEDBACK_CHARACTERS = 500

/** A slug as file names in `content/` have it, without anything that could leave their folder. */
export const entrySlug = patternText(/^[a-z0-9][a-z0-9-]*$/, 100)

/**
 * One answer per device and entry, for both languages together: a later one replaces the earlier (decision 0031). Needs
 * no login. `not_found`: there is no such entry. `too_many`: with `retryAfter`.
 */
export const sendFeedback = call({
  path: 'reading/feedback',
  access: 'holder',
  // A phone that was handed one claim may answer too; the answer belongs to the device and to no person.
  scopes: ['claim'],
  // Free text must not be in an address.
  transport: 'multipart',
  input: z
    .object({
      kind: z.enum(FEEDBACK_KINDS, 'invalid'),
      slug: entrySlug,
      helpful: z.boolean('required'),
      /** Given with a "no", and only then. */
      reason: z.optional(z.enum(FEEDBACK_REASONS, 'required')),
      /** The reader's own words in addition to the reason; required for `other`. */
      text: z._default(z.pipe(humanText(FEEDBACK_CHARACTERS), z.string().check(z.trim())), ''),
    })
    .check(
      z.superRefine(({ helpful, reason, text }, ctx) => {
        const wrong = (path: string, message: string): void => ctx.addIssue({ code: 'custom', path: [path], message })
        if (!helpful && reason === undefined) wrong('reason', 'required')
        if (helpful && reason !== undefined) wrong('reason', 'unexpected')
        if (reason === 'other' && text === '') wrong('text', 'required')
        if (reason === undefined && text !== '') wrong('text', 'unexpected')
      }),
    ),
  /** `again`: this device had answered for this entry before. */
  output: z.object({ again: z.boolean() }),
})
