/** Mobile numbers, email addresses (spec §5: 11 digits, +86) and the codes that are sent to them. */
import { z } from 'zod/mini'
import { boundedText } from '../bounded-schemas.ts'
import { hasHiddenCharacters, withoutInvisibleCharacters } from '../text/invisible-characters.ts'

export const CHANNELS = ['mobile', 'email'] as const
export type Channel = (typeof CHANNELS)[number]

/** What stands before a number that was copied from a page or a card. */
const NUMBER_LABEL = /^\s*(tel|手机|电话):/i

/** A number without what only parts its digits, as it was typed or copied. */
export const plainNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(NUMBER_LABEL, '')
    .replace(/[\s().,;、。\p{Cf}\p{Pd}\u2212]/gu, '')

/**
 * Digits as typed on any keyboard: full-width forms, spaces, dashes and a leading +86 are accepted, and the 0 that
 * landlines dial before a mobile number of another place.
 */
export const normaliseMobile = (text: string): string =>
  // People type +86 even beside a printed +86.
  plainNumber(text)
    .replace(/^(\+86|0086)+/, '')
    .replace(/^(?:86|0)(?=1\d{10}$)/, '')

/**
 * The address itself, of what a mail program or a page copies: "Lin <lin@example.com>;", "mailto:lin@example.com". A
 * Chinese keyboard's full stop and full-width signs become plain ones.
 */
export function tidyEmail(text: string): string {
  const plain = withoutInvisibleCharacters(text.normalize('NFKC')).trim().replaceAll('。', '.')
  const [, inside = plain] = /<([^<>]*@[^<>]*)>[^<>@]*$/.exec(plain) ?? []
  return inside
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[\s,;.、]+$/, '')
}

export const normaliseEmail = (text: string): string => tidyEmail(text).toLowerCase()

/** A domain as it is looked up: `bücher.example` and `xn--bcher-kva.example` are one. */
function hostOf(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/**
 * The mailbox of an address: without a `+` suffix, and at Gmail without dots, which all reach the same person. A mobile
 * number is itself.
 */
export function mailboxOf(text: string): string {
  const mailbox = normaliseEmail(text)
    .replace(/\+[^@]*(?=@)/, '')
    .replace(/@(.+)/, (_, domain: string) => `@${hostOf(domain)}`)
  const gmail = /^(.*)@(?:gmail|googlemail)\.com$/.exec(mailbox)
  return gmail ? `${(gmail[1] ?? '').replaceAll('.', '')}@gmail.com` : mailbox
}

export const isMobile = (text: string): boolean => /^1[3-9]\d{9}$/.test(text)

/**
 * Close to what mail servers accept: one @, a dot in the domain, no spaces, 254 characters at most. Domains may be in
 * any script (`bücher.example`): the mailer writes them as servers want them, without the marks that choose the form of
 * a letter, so that one mailbox would have any number of addresses.
 */
export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  !hasHiddenCharacters(text) &&
  !/\p{DI}/u.test(text) &&
  /^[^\s@"<>(),;:\\[\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?(?:\.(?!$)|$)){2,}$/u.test(text)

/** What a person typed to log in: anything with an @ or a letter is treated as an email, the rest as a mobile number. */
export const channelOf = (text: string): Channel =>
  /[@a-z]/i.test(text.normalize('NFKC').replace(NUMBER_LABEL, '')) ? 'email' : 'mobile'

/** The normal form of either. */
export const normaliseContact = (text: string): string =>
  channelOf(text) === 'email' ? normaliseEmail(text) : normaliseMobile(text)

/** No real number or address is longer, however it is written. */
const LONGEST = 320

export const mobileSchema = z.pipe(
  z.pipe(boundedText(LONGEST, 'phone_format'), z.transform(normaliseMobile)),
  z.string().check(z.minLength(1, 'mobile_required'), z.refine(isMobile, 'phone_format')),
)

export const emailSchema = z.pipe(
  z.pipe(boundedText(LONGEST, 'email_format'), z.transform(normaliseEmail)),
  z.string().check(z.minLength(1, 'email_required'), z.refine(isEmail, 'email_format')),
)

/** Mobile number or email, in its normal form. */
export const destinationSchema = z.pipe(
  z.pipe(boundedText(LONGEST, 'email_format'), z.transform(normaliseContact)),
  z.string().check(
    z.minLength(1, 'destination_required'),
    z.refine((text) => channelOf(text) === 'mobile' || isEmail(text), 'email_format'),
    z.refine((text) => !text || channelOf(text) === 'email' || isMobile(text), 'phone_format'),
  ),
)

/** Room for a whole message that holds a code. */
const CODE_TEXT_MAX = 300

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/**
 * The code of what was pasted: "123 456", "G-123456", or the whole message, if it has only one number of six digits, in
 * one piece or else in parts.
 */
const codeIn = (text: string): string => {
  const plain = text.normalize('NFKC')
  for (const form of [/\d+/g, /\d+(?:[ -]\d+)*/g]) {
    const [only, second] = new Set(
      plain
        .match(form)
        ?.map(digitsOf)
        .filter(({ length }) => length === 6),
    )
    if (only && !second) return only
  }
  return digitsOf(plain)
}

/** Six digits, however they were pasted. */
export const codeSchema = z.pipe(
  z.pipe(boundedText(CODE_TEXT_MAX, 'code_format'), z.transform(codeIn)),
  z.string().check(z.minLength(1, 'code_required'), z.regex(/^\d{6}$/, 'code_format')),
)

/** `138 •••• 0527`, `j•••@example.com`: enough to recognise, not enough to use. */
export function maskContact(text: string): string {
  const at = text.indexOf('@')
  if (at > 0) return `${text[0]}•••${text.slice(at)}`
  const digits = normaliseMobile(text)
  if (digits.length === 11) return `${digits.slice(0, 3)} •••• ${digits.slice(7)}`
  return digits.length > 4 ? `•••• ${digits.slice(-4)}` : '••••'
}
