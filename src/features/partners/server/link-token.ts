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
import { isRecord } from '../../../lib/is-record.ts'
import { isNationality } from '../../../lib/people/nationalities.ts'
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
      nationality: z.optional(patternText(/^[A-Z]{2,3}$/, 3).check(z.refine(isNationality, 'invalid'))),
      institution: z.optional(boundedText(300).check(z.minLength(1))),
      email: z.optional(z.pipe(boundedText(254), z.transform(normaliseEmail)).check(z.refine(isEmail, 'invalid'))),
      mobile: z.optional(z.pipe(boundedText(30), z.transform(normaliseMobile)).check(z.refine(isMobile, 'invalid'))),
    }),
    {},
  ),
})
export type LinkPayload = z.output<typeof linkPayload>

/** Field → what it must be, for engineers who are told that it is not (docs/partners.md). */
export const EXPECTED_FIELDS = {
  co_id: '2 to 40 of a–z 0–9 -',
  in_id: '1 to 40 of A–Z a–z 0–9 _ -',
  page: '/interconnection, /confirm, /plan/details or /plan/details/<plan>',
  nonce: '16 to 64 of A–Z a–z 0–9 _ -',
  exp: 'Unix time in seconds, a whole number',
  ref: '1 to 64 of A–Z a–z 0–9 _ . : / -',
  plan: 'the id of a plan, as in the address of its page',
  tier: 'the id of a tier of the plan',
  start: 'a day, YYYY-MM-DD',
  end: 'a day, YYYY-MM-DD',
  destination: 'the id of a country',
  relationship: RELATIONSHIPS.join(', '),
  student: 'an object',
  'student.name': 'a text of 1 to 200 characters',
  'student.chinese_name': 'a text of 1 to 200 characters',
  'student.birth_date': 'a day, YYYY-MM-DD',
  'student.gender': GENDERS.join(', '),
  'student.nationality':
    'two capitals of a state, ISO 3166-1: GB and not UK; CN for Hong Kong, Macao and Taiwan, too; XK for Kosovo; XXA, XXB or XXC without a state',
  'student.institution': 'a text of 1 to 300 characters',
  'student.email': 'an email address',
  'student.mobile': '11 digits, +86 before them or not',
} as const

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
): LinkPayload | { fault: LinkFault; expected?: Readonly<Record<string, string>> } {
  const [, , payload = '', signature = ''] = TOKEN.exec(code) ?? []
  const given = Buffer.from(signature, 'base64url')
  const want = macOf(secret, code.slice(0, code.lastIndexOf('.')))
  // Encoded again: base64url has several texts for the same bytes, but only one is accepted.
  if (given.length !== want.length || given.toString('base64url') !== signature || !timingSafeEqual(given, want))
    return { fault: 'signature' }
  const json = utf8Of(payload)
  if (json === undefined) return { fault: 'encoding' }
  const said = jsonOf(json)
  if (!isRecord(said)) return { fault: 'format' }
  const parsed = linkPayload.safeParse(said)
  if (!parsed.success) return { fault: 'fields', expected: expectedOf(parsed.error.issues) }
  const ends = parsed.data.exp * 1000
  if (ends <= now) return { fault: 'expired' }
  if (ends > now + LINK_MOST_MS + CLOCK_SKEW_MS) return { fault: 'too_long_lived' }
  return parsed.data
}

/** Each wrong field by its own name. */
export function expectedOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const known: Readonly<Record<string, string>> = EXPECTED_FIELDS
  return Object.fromEntries(
    issues.flatMap((it) =>
      it.code === 'unrecognized_keys'
        ? it.keys.map((key) => [[...it.path, key].join('.'), unknownField(key)])
        : [[it.path.join('.'), known[it.path.join('.')] ?? 'another value']],
    ),
  )
}

/** The usual mistake: the names of the table as keys of the payload itself. */
function unknownField(key: string): string {
  const inner = key.replace(/^student\./, '')
  return Object.hasOwn(EXPECTED_FIELDS, `student.${inner}`)
    ? `no field of this name: it stands in the object \`student\`, as {"student":{"${inner}":…}}`
    : 'no field of this name'
}

/**
 * The text of the bytes. Bytes of GBK read as UTF-8 would become a name of question marks, on the policy. A mark before
 * the text is no JSON.
 */
function utf8Of(payload: string): string | undefined {
  const bytes = Buffer.from(payload, 'base64url')
  const text = isUtf8(bytes) ? bytes.toString('utf8') : undefined
  return text?.startsWith('\ufeff') ? undefined : text
}

function jsonOf(text: string): unknown {
  try {
    // A name that objects have a meaning of their own for is nobody's field.
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch {
    return undefined
  }
}
