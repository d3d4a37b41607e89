/**
 * The `token` of a partner's link: its data and the signature over all of it (docs/partners.md). Pure; the clock is
 * passed in.
 */
import { isUtf8 } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod/mini'
import { boundedText, NAME_MAX, patternText } from '../../../lib/bounded-schemas.ts'
import { isEmail, isMobile, normaliseEmail, normaliseMobile } from '../../../lib/people/contact.ts'
import { isDay } from '../../../lib/days/dates.ts'
import { isRecord } from '../../../lib/is-record.ts'
import { isNationality } from '../../../lib/people/nationalities.ts'
import { GENDERS } from '../../../lib/people/id-types.ts'
import { CHINESE_NAME_MAX } from '../../../lib/people/person-names.ts'
import { RELATIONSHIPS } from '../../orders/contract.ts'
import { INSTITUTION_MAX } from '../../orders/server/door.ts'

/** Version, id of the key, payload, signature; all in base64url's alphabet. */
const TOKEN = /^yp1\.([0-9a-z]{26})\.([\w-]{1,3925})\.([\w-]{43})$/
const TOKEN_MOST = 4000

export const coIdSchema = patternText(/^[a-z0-9-]{2,40}$/, 40)
export const inIdSchema = patternText(/^[\w-]{1,40}$/, 40)
const slug = patternText(/^[a-z0-9-]{1,40}$/, 40)
const day = boundedText(10).check(z.refine(isDay, 'invalid'))
/** Only the length: what stands in them is checked by the rules of the form. */
const wording = boundedText(300).check(z.minLength(1))

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
      name: z.optional(wording),
      chinese_name: z.optional(wording),
      birth_date: z.optional(day),
      gender: z.optional(z.enum(GENDERS)),
      nationality: z.optional(patternText(/^[A-Z]{2,3}$/, 3).check(z.refine(isNationality, 'invalid'))),
      institution: z.optional(wording),
      email: z.optional(z.pipe(boundedText(254), z.transform(normaliseEmail)).check(z.refine(isEmail, 'invalid'))),
      mobile: z.optional(z.pipe(boundedText(30), z.transform(normaliseMobile)).check(z.refine(isMobile, 'invalid'))),
    }),
    {},
  ),
})
export type LinkPayload = z.output<typeof linkPayload>
/** A link of which some fields could not be read. */
const readablePayload = z.extend(z.partial(linkPayload), { student: linkPayload.shape.student })
export type LinkSaid = z.output<typeof readablePayload>

/** Field → what was expected there. */
export type Expected = Readonly<Record<string, string>>

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
  'student.name': `the name on the ID, in Chinese characters (at most ${CHINESE_NAME_MAX}) or in Latin letters with spaces and - ' . / @ (at most ${NAME_MAX})`,
  'student.chinese_name': `Chinese characters, · between the parts of a name; at most ${CHINESE_NAME_MAX}`,
  'student.birth_date': 'a day, YYYY-MM-DD',
  'student.gender': GENDERS.join(', '),
  'student.nationality':
    'two capitals of a state, ISO 3166-1: GB and not UK; CN for Hong Kong, Macao and Taiwan, too; XK for Kosovo; XXA, XXB or XXC without a state',
  'student.institution': `the name of a school, at most ${INSTITUTION_MAX} characters, none of them < or >`,
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

/** What of a text is no token, by the names of its parts. */
export function misshapenParts(code: string): Expected {
  const parts = code.split('.')
  const [version, key = '', payload = '', signature = ''] = parts
  const form = 'yp1.<key>.<payload>.<signature>'
  if (code.includes('%')) return { token: `${form}, encoded once: this has a %` }
  if (parts.length !== 4) return { token: `${form}: this has ${parts.length} part${parts.length === 1 ? '' : 's'}` }
  const figure = (of: number): string => of.toLocaleString('en')
  if (code.length > TOKEN_MOST)
    return { token: `at most ${figure(TOKEN_MOST)} characters: this has ${figure(code.length)}` }
  return {
    ...(version === 'yp1' ? {} : { token: 'begins with yp1.' }),
    ...(/^[0-9a-z]{26}$/.test(key) ? {} : { key: '26 of 0–9 a–z' }),
    ...(/^[\w-]+$/.test(payload) ? {} : { payload: 'base64url without padding: A–Z a–z 0–9 _ -' }),
    ...(/^[\w-]{43}$/.test(signature) ? {} : { signature: '43 of A–Z a–z 0–9 _ -, without padding' }),
  }
}

/** Reads a token that must be signed with this key. Nothing in it is parsed before the signature is verified. */
export function readLink(
  code: string,
  secret: string,
): { said: Readonly<Record<string, unknown>> } | { fault: LinkFault; expected: Expected } {
  const [, key = '', payload = '', signature = ''] = TOKEN.exec(code) ?? []
  const given = Buffer.from(signature, 'base64url')
  const want = macOf(secret, code.slice(0, code.lastIndexOf('.')))
  // Encoded again: base64url has several texts for the same bytes, but only one is accepted.
  if (given.length !== want.length || given.toString('base64url') !== signature || !timingSafeEqual(given, want))
    return {
      fault: 'signature',
      expected: {
        signature: `HMAC-SHA256 of all before the last dot, by the secret of ${key} as a text, as base64url without padding`,
      },
    }
  const json = utf8Of(payload)
  if (json === undefined) return { fault: 'encoding', expected: { payload: 'JSON in UTF-8 without a byte order mark' } }
  const said = jsonOf(json)
  return isRecord(said) ? { said } : { fault: 'format', expected: { payload: 'a JSON object' } }
}

/** The fields of a link as far as each by itself is written as it must be, and what was expected of the others. */
export function readFields(said: Readonly<Record<string, unknown>>): {
  said: LinkSaid
  payload: LinkPayload | undefined
  wrong: Expected
} {
  const parsed = linkPayload.safeParse(said)
  if (parsed.success) return { said: parsed.data, payload: parsed.data, wrong: {} }
  const wrong = expectedOf(parsed.error.issues, said)
  const well = (of: Readonly<Record<string, unknown>>, prefix = ''): Record<string, unknown> =>
    Object.fromEntries(Object.entries(of).filter(([field]) => !Object.hasOwn(wrong, prefix + field)))
  const { student, ...rest } = well(said)
  const readable = { ...rest, student: isRecord(student) ? well(student, 'student.') : {} }
  return { said: readablePayload.parse(readable), payload: undefined, wrong }
}

/** Each wrong field by its own name. */
function expectedOf(issues: readonly z.core.$ZodIssue[], said: Readonly<Record<string, unknown>>): Expected {
  return Object.fromEntries(
    issues.flatMap((it) =>
      it.code === 'unrecognized_keys'
        ? it.keys.map((key) => [[...it.path, key].join('.'), unknownField(key)])
        : [[it.path.join('.'), expectation(it.path.join('.'), valueAt(said, it.path))]],
    ),
  )
}

const valueAt = (said: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((of, key) => (isRecord(of) ? of[String(key)] : undefined), said)

const REQUIRED: readonly string[] = ['co_id', 'in_id', 'page', 'nonce', 'exp']

/** With what the value lacks altogether, before what it must be. */
function expectation(field: string, value: unknown): string {
  const known: Readonly<Record<string, string>> = EXPECTED_FIELDS
  const must = known[field] ?? 'another value'
  const required = REQUIRED.includes(field)
  if (value === undefined) return `required: ${must}`
  if (value === null || value === '')
    return required ? `required: ${must}` : `${must}; leave it out where you do not know it`
  return typeof value === 'string' || field === 'exp' || field === 'student' ? must : `a text: ${must}`
}

/** The usual mistakes: the names of the table as keys of the payload itself, and `birthDate` for `birth_date`. */
function unknownField(key: string): string {
  const inner = key.replace(/^student\./, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const none = 'no field of this name'
  if (Object.hasOwn(EXPECTED_FIELDS, `student.${inner}`))
    return `${none}: it stands in the object \`student\`, as {"student":{"${inner}":…}}`
  return Object.hasOwn(EXPECTED_FIELDS, inner) ? `${none}: it is \`${inner}\`, in the payload itself` : none
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
