/** Mobile numbers, email addresses (spec §5: 11 digits, +86) and the codes that are sent to them. */
import { z } from 'zod/mini'
import { boundedText } from '../bounded-schemas.ts'
import { hasHiddenCharacters, withoutInvisibleCharacters } from '../text/invisible-characters.ts'

export const CHANNELS = ['mobile', 'email'] as const
export type Channel = (typeof CHANNELS)[number]

/** Digits as typed on any keyboard: full-width forms, spaces, hyphens and a leading +86 are accepted. */
export function normaliseMobile(text: string): string {
  const plain = text.normalize('NFKC').replace(/[\s().\p{Cf}-]/gu, '')
  // People type +86 even beside a printed +86.
  return plain.replace(/^(\+86|0086)+/, '').replace(/^86(?=1\d{10}$)/, '')
}

/** Converts a Chinese keyboard's full stop and full-width signs to plain ones. */
export const tidyEmail = (text: string): string =>
  withoutInvisibleCharacters(text.normalize('NFKC')).trim().replaceAll('。', '.')
export const normaliseEmail = (text: string): string => tidyEmail(text).toLowerCase()

/**
 * The mailbox of an address: without a `+` suffix, and at Gmail without dots, which all reach the same person. A mobile
 * number is itself.
 */
export function mailboxOf(text: string): string {
  const mailbox = normaliseEmail(text).replace(/\+[^@]*(?=@)/, '')
  const gmail = /^(.*)@(?:gmail|googlemail)\.com$/.exec(mailbox)
  return gmail ? `${(gmail[1] ?? '').replaceAll('.', '')}@gmail.com` : mailbox
}

export const isMobile = (text: string): boolean => /^1[3-9]\d{9}$/.test(text)

/** Close to what mail servers accept: one @, a dot in the domain, no spaces, 254 characters at most. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 &&
  !hasHiddenCharacters(text) &&
  /^[^\s@"<>(),;:\\[\]]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i.test(text)

/** What a person typed to log in: anything with an @ or a letter is treated as an email, the rest as a mobile number. */
export const channelOf = (text: string): Channel => (/[@a-z]/i.test(text.normalize('NFKC')) ? 'email' : 'mobile')

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
    z.superRefine((text, context) => {
      if (!text) return
      const email = channelOf(text) === 'email'
      if (email ? !isEmail(text) : !isMobile(text)) {
        context.addIssue({ code: 'custom', message: email ? 'email_format' : 'phone_format' })
      }
    }),
  ),
)

/** Six digits; spaces and full-width digits of a pasted code are accepted. */
export const codeSchema = z.pipe(
  z.pipe(
    boundedText(40, 'code_format'),
    z.transform((text) => text.normalize('NFKC').replace(/[\s-]/g, '')),
  ),
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
