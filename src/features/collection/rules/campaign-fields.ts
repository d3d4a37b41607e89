/** What a school may ask its students in addition to what a policy needs. Words: `collection:field.<id>`. */
import { boundedRecord, boundedText } from '../../../lib/bounded-schemas.ts'
import type { FieldErrors } from '../../../lib/errors.ts'
import { hasHiddenCharacters, withoutInvisibleCharacters } from '../../../lib/text/invisible-characters.ts'

export const CAMPAIGN_FIELDS = ['student-number', 'faculty', 'programme', 'class'] as const
export type CampaignField = (typeof CAMPAIGN_FIELDS)[number]

/** Longest answer, characters. */
export const DETAIL_MAX = 80

/** Field → what the student typed. */
export const detailsSchema = boundedRecord(boundedText(40), boundedText(DETAIL_MAX), CAMPAIGN_FIELDS.length)

/**
 * The answers to these fields in their normal form, and their errors: `details.<field>` → code. Other fields are left
 * out.
 */
export function checkDetails(
  fields: readonly CampaignField[],
  given: Record<string, string>,
): { details: Record<string, string>; errors: FieldErrors } {
  const typed = fields.map((field) => [field, tidy(given[field] ?? '')] as const)
  const errors = typed.flatMap(([field, text]): [string, string][] => {
    const code =
      text === ''
        ? 'required'
        : hasHiddenCharacters(text)
          ? 'invisible_characters'
          : /[\p{Cc}<>]/u.test(text)
            ? 'invalid'
            : undefined
    return code === undefined ? [] : [[`details.${field}`, code]]
  })
  return { details: Object.fromEntries(typed), errors: Object.fromEntries(errors) }
}

const tidy = (text: string): string => withoutInvisibleCharacters(text).normalize('NFC').replace(/\s+/g, ' ').trim()
