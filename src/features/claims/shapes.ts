/** Small shapes that every part of a claim uses. */
import { z } from 'zod'
import { CURRENCIES } from '../../lib/money.ts'

export const claimId = z.string().regex(/^[\w-]{8,40}$/, 'invalid')
export const partId = z.string().regex(/^[\w-]{8,40}$/, 'invalid')
export const version = z.number().int().min(1)
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'invalid')
export const day = z.string().regex(/^\d{4}-\d\d-\d\d$/, 'date_required')
/** Milliseconds. */
export const instant = z.number().int().nonnegative()
export const slug = z.string().regex(/^[a-z0-9-]{1,60}$/, 'invalid')
export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'invalid')
export const moneySchema = z.object({ amount: z.number().int(), currency: z.enum(CURRENCIES) })
/** Texts that an operator writes for a person are written in both languages. */
export const bothLanguages = z.object({ en: z.string().min(1, 'required').max(2000), cn: z.string().min(1, 'required').max(2000) })
export type BothLanguages = z.output<typeof bothLanguages>
/** Number of a clause of the plan's terms: "4.1", "6.7" (domain §5.3). */
export const clause = z.string().regex(/^\d{1,2}(\.\d{1,2}){0,2}$/, 'invalid')

/** Where things stand; messages and lists link here. Without language, as all paths. */
export const progressPath = (id: string): string => `/claim/query/progress?id=${id}`
export const draftPath = (id: string): string => `/claim/application/apply?id=${id}`
export const supplementPath = (id: string): string => `/claim/application/supplement?id=${id}`
