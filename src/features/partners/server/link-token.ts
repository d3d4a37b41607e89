/**
 * The `token` of a partner's link: its data and the signature over all of it (docs/partners.md). Pure; the clock is
 * passed in.
 */
import { isUtf8 } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod/mini'
import { boundedText, patternText } from '../../../lib/bounded-schemas.ts'
import { isEmail, isMobile, normaliseEmail, normaliseMobile } from '../../../lib/people/contact.ts'
import { isDay } from '../../../lib/days/dates.ts'
import { GENDERS } from '../../../lib/people/id-types.ts'
import { RELATIONSHIPS } from '../../orders/contract.ts'
import { CLOCK_SKEW_MS, LINK_MOST_MS } from './link-and-key-times.ts'

/** Version, id of the key, payload, signature; all in base64url's alphabet. */
const TOKEN = /^yp1\.([0-9a-z]{26})\.([\w-]{1,3800})\.([\w-]{43})$/

export const coIdSchema = patternText(/^[a-z0-9-]{2,40}$/, 40)
export const inIdSchema = patternText(/^[\w-]{1,40}$/, 40)
const slug = patternText(/^[a-z0-9-]{1,40}$/, 40)
const day = boundedText(10).check(z.refine(isDay, 'invalid'))
const name = boundedText(200).check(z.minLength(1))

/** No other fields: the partner would believe that we use them. */
export const linkPayload = z.strictObject({
  co_id: coIdSchema,
  in_id: inIdSchema,
  /** The page it opens, without its language. */
  page: boundedText(80).check(z.regex(/^\/(interconnection|confirm|plan\/details(\/[a-z0-9-]{1,40})?)$/, 'invalid')),
  nonce: patternText(/^[\w-]{16,64}$/, 64),
  /** Unix time, seconds. */
  exp: z.int().check(z.positive()),
  ref: z.optional(patternText(/^[\w.:/-]{1,64}$/, 64)),
  plan: z.optional(slug),
  tier: z.optional(slug),
  start: z.optional(day),
  end: z.optional(day),
  destination: z.optional(slug),
  relationship: z.optional(z.enum(RELATIONSHIPS)),
  student: z._default(
    z.strictObject({
      name: z.optional(name),
      chinese_name: z.optional(name),
      birth_date: z.optional(day),
      gender: z.optional(z.enum(GENDERS)),
      nationality: z.optional(patternText(/^[A-Z]{2}$/, 2)),
      institution: z.optional(boundedText(300).check(z.minLength(1))),
      email: z.optional(z.pipe(boundedText(254), z.transform(normaliseEmail)).check(z.refine(isEmail, 'invalid'))),
      mobile: z.optional(z.pipe(boundedText(30), z.transform(normaliseMobile)).check(z.refine(isMobile, 'invalid'))),
    }),
    {},
  ),
})
export type LinkPayload = z.output<typeof linkPayload>

/** Why a link does not open; shown to people who make links (docs/partners.md). */
export type LinkFault =
  | 'format'
  | 'key'
  | 'signature'
  | 'encoding'
  | 'fields'
  | 'expired'
  | 'too_long_lived'
  | 'address'
  | 'partner'
  | 'institution'
  | 'used'

const macOf = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest()

/** Signs a token: used by the sandbox and by `partners link`, the way partners do. */
export function signLink(payload: z.input<typeof linkPayload>, key: { id: string; secret: string }): string {
  const signed = `yp1.${key.id}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`
  return `${signed}.${macOf(key.secret, signed).toString('base64url')}`
}

export const isLinkToken = (code: string): boolean => code.startsWith('yp1.')

/** The id of the key that a token names. */
export const keyIdOf = (code: string): string | undefined => TOKEN.exec(code)?.[1]

/** Reads a token that must be signed with this key. Nothing in it is parsed before the signature is verified. */
export function readLink(
  code: string,
  secret: string,
  now: number,
): LinkPayload | { fault: LinkFault; fields?: string[] } {
  const [, , payload = '', signature = ''] = TOKEN.exec(code) ?? []
  const given = Buffer.from(signature, 'base64url')
  const want = macOf(secret, code.slice(0, code.lastIndexOf('.')))
  // Encoded again: base64url has several texts for the same bytes, but only one is accepted.
  if (given.length !== want.length || given.toString('base64url') !== signature || !timingSafeEqual(given, want))
    return { fault: 'signature' }
  const json = utf8Of(payload)
  if (json === undefined) return { fault: 'encoding' }
  const parsed = linkPayload.safeParse(jsonOf(json))
  if (!parsed.success)
    return {
      fault: 'fields',
      fields: [
        ...new Set(
          parsed.error.issues.map((it) => it.path.join('.') || (it.code === 'unrecognized_keys' ? it.keys.join() : '')),
        ),
      ],
    }
  const ends = parsed.data.exp * 1000
  if (ends <= now) return { fault: 'expired' }
  if (ends > now + LINK_MOST_MS + CLOCK_SKEW_MS) return { fault: 'too_long_lived' }
  return parsed.data
}

/** The text of the bytes. Bytes of GBK read as UTF-8 would become a name of question marks, on the policy. */
function utf8Of(payload: string): string | undefined {
  const bytes = Buffer.from(payload, 'base64url')
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
