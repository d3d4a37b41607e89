/** Small schemas that every part of a claim uses: ids, days, sums. What a claimant fills in: `claim-fields.ts`. */
import { z } from 'zod/mini'
import { boundedText, patternText } from '../../../lib/bounded-schemas.ts'

export const claimId = patternText(/^[\w-]{8,40}$/, 40)
export const partId = patternText(/^[\w-]{8,40}$/, 40)
export const version = z.int().check(z.minimum(1))
export const sha256 = patternText(/^[0-9a-f]{64}$/, 64)
export const day = patternText(/^\d{4}-\d\d-\d\d$/, 10, 'date_required')
/** Milliseconds. */
export const instant = z.int().check(z.nonnegative())
export const slug = patternText(/^[a-z0-9-]{1,60}$/, 60)
export const countryCode = patternText(/^[A-Z]{2}$/, 2)
/** Texts that an operator writes for a person must be given in both languages. */
export const bothLanguages = z.object({
  en: boundedText(2000).check(z.minLength(1, 'required')),
  cn: boundedText(2000).check(z.minLength(1, 'required')),
})
export type BothLanguages = z.output<typeof bothLanguages>
/** Number of a clause of the plan's terms: "4.1", "6.7" (domain §5.3). */
export const clause = patternText(/^\d{1,2}(\.\d{1,2}){0,2}$/, 8)

export const oneClaim = z.object({ id: claimId })
/** Marks the calls that a phone may make for the claim that was handed to it. */
export const ON_PHONE = ['claim'] as const
