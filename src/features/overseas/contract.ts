/**
 * Applying for the cover of an overseas insurer (spec §2 `/other/overseas/*`): a referral, for which we take no money
 * (decision 0075).
 */
import { z } from 'zod/mini'
import { boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { destinationSchema } from '../../lib/people/contact.ts'
import { call } from '../../lib/contract.ts'
import { isDay } from '../../lib/days/dates.ts'
import { humanText } from '../../lib/text/invisible-characters.ts'
import { APPLICATION_TEXT } from './rules/check-application.ts'

/** `referred`: the insurer has it, and writes to the applicant itself. */
const APPLICATION_STATUSES = ['submitted', 'referred', 'insured', 'declined', 'withdrawn'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

/** Why it was closed without cover, as the applicant is told. Words: `referral:reason.<reason>`. */
export const DECLINE_REASONS = ['not_eligible', 'not_offered', 'no_answer'] as const
export type DeclineReason = (typeof DECLINE_REASONS)[number]

const applicationId = patternText(/^YFR-\d{6}-[0-9A-Z]{6}$/, 17, 'not_found')
const productSlug = patternText(/^[a-z0-9][a-z0-9-]*$/, 100)
const day = boundedText(10, 'date_format').check(z.refine((text) => text === '' || isDay(text), 'date_format'))
const instant = z.int()

const application = z.object({
  id: z.string(),
  /** Slug, and its title in the language of the call. */
  product: z.string(),
  title: z.string(),
  insurer: z.string(),
  status: z.enum(APPLICATION_STATUSES),
  /** Name of the person to be insured, as it was sent. */
  name: z.string(),
  start: z.string(),
  end: z.string(),
  /** Masked. */
  contact: z.string(),
  /** Is the insurer asked for a student's school? Then it asks for the letter of admission as well. */
  asksSchool: z.boolean(),
  submittedAt: instant,
  /** When we pass it on at the latest. */
  referBy: instant,
  referredAt: z.nullable(instant),
  /** When we ask the insurer if it has not answered by then; `null` before it has the application. */
  askAt: z.nullable(instant),
  closedAt: z.nullable(instant),
  reason: z.nullable(z.enum(DECLINE_REASONS)),
})
export type OverseasApplication = z.output<typeof application>

/** Newest first. */
const applications = z.object({ applications: z.array(application) })

/**
 * Sends an application. The same key returns the same application. `text_changed`: the consent was not for the current
 * text · `drafts_many`: too many were sent from its network lately without a login.
 */
export const applyOverseas = call({
  path: 'overseas/apply',
  access: 'holder',
  // Names and free text must not be in an address.
  transport: 'multipart',
  input: z.object({
    product: productSlug,
    name: boundedText(APPLICATION_TEXT.name),
    birthDate: day,
    nationality: boundedText(3),
    /** '' if the insurer does not ask for a school. */
    institution: z._default(humanText(APPLICATION_TEXT.institution), ''),
    /** Country where the cover is to be valid; '' if the product has only one. */
    country: z._default(boundedText(20), ''),
    start: day,
    end: day,
    contact: destinationSchema,
    message: z._default(z.pipe(humanText(APPLICATION_TEXT.message), z.string().check(z.trim())), ''),
    agreed: z.boolean().check(z.refine((yes) => yes, 'consent_required')),
    /** SHA-256 of the consent's text as it was shown, hex. */
    consent: patternText(/^[0-9a-f]{64}$/, 64),
    key: patternText(/^[\w-]{8,64}$/, 64),
  }),
  output: z.object({ id: z.string() }),
  errors: ['not_offered', 'text_changed', 'drafts_many', 'drafts_account'],
})

/** Applications sent from this device or by the logged-in person. */
export const listApplications = call({
  path: 'overseas/applications',
  access: 'holder',
  input: z.object({}),
  output: applications,
})

/** Withdraws an application; refuses `closed` if it is closed already. */
export const withdrawApplication = call({
  path: 'overseas/withdraw',
  access: 'holder',
  input: z.object({ id: applicationId }),
  output: applications,
  errors: ['closed'],
})
