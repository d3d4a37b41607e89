/**
 * Credential verification (spec §2 `/personal/credential`, §5; design §2): a person proves who they are and sees what
 * others bought for them.
 */
import { z } from 'zod/mini'
import { boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { codeSchema } from '../../lib/people/contact.ts'
import { call } from '../../lib/contract.ts'
import { isDay } from '../../lib/days/dates.ts'
import { pageDay } from '../../lib/days/page-day.ts'
import { GENDERS, ID_TYPES } from '../../lib/people/id-number.ts'

/** The same key again, without a file, returns the same registration. */
const submissionKey = patternText(/^[\w-]{8,64}$/, 64)

const REGISTRATION_STATUSES = ['submitted', 'approved', 'rejected', 'revoked'] as const
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number]

/** Reasons that an operator may give, as the registration's owner is told. */
export const OPERATOR_REASONS = [
  'photo_unclear',
  'photo_differs',
  'id_expired',
  'photo_other_document',
  'not_verifiable',
] as const
/** Why a registration was rejected or revoked. The first is found by the check of the photo, the last by a link. */
const REJECTION_REASONS = ['photo_unreadable', ...OPERATOR_REASONS, 'policyholder_objects'] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

const registration = z.object({
  id: z.string(),
  status: z.enum(REGISTRATION_STATUSES),
  idType: z.enum(ID_TYPES),
  /** Masked: enough to recognise. */
  idNumber: z.string(),
  /** Instants, ms. */
  submittedAt: z.int(),
  decidedAt: z.nullable(z.int()),
  /** Latest decision, ms. */
  dueAt: z.int(),
  reason: z.nullable(z.enum(REJECTION_REASONS)),
  /** Wrong codes that may still be entered while it waits; counted alike whether or not a code was sent. */
  codeTries: z.int(),
})
export type Registration = z.output<typeof registration>

const overview = z.object({
  /** Latest first. */
  registrations: z.array(registration),
  /** Milliseconds from now until another may be sent; 0 when one may be sent now. */
  waitMs: z.int(),
  /** Number of policies that are shown because of what was verified. */
  policies: z.int(),
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
    idName: z.pipe(boundedText(200).check(z.trim()), z.string().check(z.minLength(1, 'name_required'))),
    idNumber: boundedText(40).check(z.minLength(1, 'id_number_required')),
    gender: z.enum(GENDERS, 'gender_required'),
    birthDate: boundedText(10, 'date_format').check(
      z.refine((text) => text !== '', 'birth_required'),
      z.refine((text) => text === '' || isDay(text), 'date_format'),
    ),
    /** The separate consent of the privacy policy, given by an act of its own. */
    agreed: z.boolean().check(z.refine((yes) => yes, 'agreement_required')),
    pageDay: pageDay(),
    /** For ages 14 to 17: a parent or guardian consents. */
    guardian: z._default(z.boolean(), false),
    /** SHA-256 of the photo as it was sent, hex. */
    sha256: z.optional(patternText(/^[0-9a-f]{64}$/, 64)),
  }),
  output: overview,
  errors: ['one_open', 'too_many_registrations'],
})

/**
 * The code that was sent to a contact of a policy with exactly the facts of the caller's waiting registration: opens
 * the policies that state this contact. `code_wrong` with `triesLeft`, also for a code that ended or was never sent;
 * `code_tries_over`: only a person decides. `nothing_waiting`: it was decided meanwhile.
 */
export const confirmRegistration = call({
  path: 'credential/confirm',
  access: 'login',
  input: z.object({ code: codeSchema }),
  output: overview,
  errors: ['code_wrong', 'code_tries_over', 'nothing_waiting'],
})

const link = { code: boundedText(100, 'invalid').check(z.minLength(1, 'required')) }

/** What the link in the policyholder's message would end, before it does. */
export const lookAtAccess = call({
  path: 'credential/undoLink',
  access: 'open',
  input: z.object(link),
  output: z.object({
    state: z.enum(['open', 'undone', 'over']),
    /** Number of the policy. */
    number: z.string(),
    /** Contact of the account that sees it, masked; `null` where it has none. */
    account: z.nullable(z.string()),
    /** Instants, ms: since when it sees the policy, and until when the link works. */
    at: z.int(),
    until: z.int(),
  }),
  errors: ['link_unknown'],
})

/** The policyholder does not know this person: revokes the registration, without a login. Repeating it changes nothing. */
export const undoAccess = call({
  path: 'credential/undo',
  access: 'open',
  input: z.object(link),
  output: z.object({}),
  errors: ['link_unknown', 'undo_over'],
})
