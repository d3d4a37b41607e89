/**
 * Credential verification (spec §2 `/personal/credential`, §5; design §2): a person proves who they are and sees what
 * others bought for them.
 */
import { z } from 'zod'
import { boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { isDay } from '../../lib/dates.ts'
import { GENDERS, ID_TYPES } from '../../lib/id-number.ts'

/** The same key again, without a file, returns the same registration. */
const submissionKey = patternText(/^[\w-]{8,64}$/, 64)

const REGISTRATION_STATUSES = ['submitted', 'approved', 'rejected', 'revoked'] as const
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number]

/**
 * Reasons for rejecting a registration, as its owner is told; `registration-commands.server.ts` says who may give
 * which.
 */
export const REJECTION_REASONS = [
  'photo_unreadable',
  'photo_unclear',
  'photo_differs',
  'id_expired',
  'photo_other_document',
  'not_verifiable',
] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

const registration = z.object({
  id: z.string(),
  status: z.enum(REGISTRATION_STATUSES),
  idType: z.enum(ID_TYPES),
  /** Masked: enough to recognise. */
  idNumber: z.string(),
  /** Instants, ms. */
  submittedAt: z.number().int(),
  decidedAt: z.number().int().nullable(),
  /** Latest decision, ms. */
  dueAt: z.number().int(),
  reason: z.enum(REJECTION_REASONS).nullable(),
})
export type Registration = z.output<typeof registration>

const overview = z.object({
  /** Latest first. */
  registrations: z.array(registration),
  /** Milliseconds from now until another may be sent; 0 when one may be sent now. */
  waitMs: z.number().int(),
  /** Number of policies that are shown because of what was verified. */
  policies: z.number().int(),
})
export type Overview = z.output<typeof overview>

/** The caller's registrations, and what they gave access to. */
export const listRegistrations = call({
  path: 'credential/list',
  access: 'login',
  input: z.object({}),
  output: overview,
})

/**
 * Sends a registration with the photo of the ID as its one file. The reply never reveals whether a policy exists.
 * Refuses `one_open` while another one waits, and `too_many_registrations` with `retryAfter` seconds.
 */
export const submitRegistration = call({
  module: 'file',
  path: 'credential/submit',
  access: 'login',
  transport: 'multipart',
  input: z.object({
    key: submissionKey,
    idType: z.enum(ID_TYPES, 'id_type_required'),
    idName: boundedText(200)
      .transform((text) => text.trim())
      .pipe(z.string().min(1, 'name_required')),
    idNumber: boundedText(40).min(1, 'id_number_required'),
    gender: z.enum(GENDERS, 'gender_required'),
    birthDate: boundedText(10, 'date_format')
      .refine((text) => text !== '', 'birth_required')
      .refine((text) => text === '' || isDay(text), 'date_format'),
    /** The separate consent of the privacy policy, given by an act of its own. */
    agreed: z.boolean().refine((yes) => yes, 'agreement_required'),
    /** For ages 14 to 17: a parent or guardian consents. */
    guardian: z.boolean().default(false),
    /** SHA-256 of the photo as it was sent, hex. */
    sha256: patternText(/^[0-9a-f]{64}$/, 64).optional(),
  }),
  output: overview,
  errors: ['one_open', 'too_many_registrations'],
})
