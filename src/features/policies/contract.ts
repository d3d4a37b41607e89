/** Calls about a buyer's policies and their documents. */
import { z } from 'zod/mini'
import { boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { COUNTRY_IDS } from '../../lib/hospitals/countries-with-hospital-list.ts'
import { LANGS } from '../../lib/locale.ts'
import { moneySchema as money } from '../../lib/money/money-schema.ts'

/** Derived from the Shanghai day; `cancelled` by surrender. Words: `policies:status.<status>` (domain §1). */
export const POLICY_STATUSES = ['pending_activation', 'valid', 'expired', 'cancelled'] as const
export type PolicyStatus = (typeof POLICY_STATUSES)[number]

/** Tabs of the list (spec §4). Cancelled policies are on the expired tab, with a badge of their own. */
export const POLICY_TABS = ['valid', 'pending_activation', 'expired'] as const
export type PolicyTab = (typeof POLICY_TABS)[number]

/** Documents of every version, which carry a verification code; `terms` are the policy terms as of the day of issue. */
export const CODED_KINDS = ['policy', 'certificate', 'visa_letter', 'waiver_letter', 'card'] as const
/** Documents of a version made by a change: the endorsement says what changed. */
export const ENDORSED_KINDS = ['endorsement', ...CODED_KINDS] as const
/** As they are listed: the card, which is shown in a hospital, first. */
export const DOCUMENT_KINDS = [
  'card',
  'policy',
  'endorsement',
  'certificate',
  'visa_letter',
  'waiver_letter',
  'terms',
] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

const day = patternText(/^\d{4}-\d\d-\d\d$/, 10)
const instant = z.int()
const policyId = patternText(/^[0-9a-z]{26}$/, 26)

/**
 * How far the policy's period has run, for the ruler; of a cancelled policy the period ends with the day of
 * cancellation. `left` counts today while in force; before the start it counts the days until it.
 */
const period = z.object({
  start: day,
  end: day,
  days: z.int(),
  used: z.int(),
  left: z.int(),
})
export type Period = z.output<typeof period>

const names = z.object({ name: z.string(), otherName: z.nullable(z.string()) })
const policyRow = z.object({
  id: policyId,
  number: z.string(),
  status: z.enum(POLICY_STATUSES),
  plan: z.string(),
  /** Names in the request's language. */
  planName: z.string(),
  tierName: z.string(),
  insurerName: z.string(),
  insured: names,
  /** The same as documents print it, in the passport's capitals: for the insurance card. */
  printed: names,
  policyholder: z.string(),
  /** "The insured is the policyholder's …". */
  relationship: z.string(),
  medical: z.string(),
  helpLine: z.string(),
  /** Works from every country; equal to the other where there is no local one. */
  helpLineAnywhere: z.string(),
  period,
  /** Day in Shanghai on which it was cancelled; `inForce`: it covered its days up to that one. */
  cancelled: z.nullable(z.object({ on: day, inForce: z.boolean() })),
  premium: money,
  orderId: z.string(),
  /** Whether the caller bought it or is insured by it: only the buyer sees the order. */
  role: z.enum(['buyer', 'insured']),
  /** The insured person is the policyholder. */
  ownName: z.boolean(),
})
export type PolicyRow = z.output<typeof policyRow>

/** One page of a tab, and the count of each tab; with `search` only those whose number, plan or insured person matches. */
export const listPolicies = call({
  path: 'policy/list',
  access: 'holder',
  input: z.object({
    tab: z._default(z.enum(POLICY_TABS), 'valid'),
    page: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 1),
    search: z.optional(boundedText(60).check(z.trim())),
  }),
  output: z.object({
    policies: z.array(policyRow),
    counts: z.record(z.enum(POLICY_TABS), z.int()),
    pages: z.int(),
    /** The Shanghai day that everything here is computed for. */
    today: day,
  }),
})

const fact = z.object({ label: z.string(), value: z.string(), notes: z.array(z.string()), none: z.boolean() })
export type Fact = z.output<typeof fact>

/** A person as shown to its owner: numbers, email and mobile masked. */
const maskedPerson = z.extend(names, {
  idType: z.string(),
  idNumber: z.string(),
  /** Passport number where the ID is something else. */
  passportNumber: z.nullable(z.string()),
  gender: z.string(),
  birthDate: day,
  nationality: z.string(),
  institution: z.nullable(z.string()),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
})
export type MaskedPerson = z.output<typeof maskedPerson>

/** Reasons for a version of a policy. */
const VERSION_REASONS = ['issue', 'extension', 'endorsement', 'surrender'] as const
export type VersionReason = (typeof VERSION_REASONS)[number]

/** What a version changed compared with the one before. Words: `policies:versions.change.<code>`. */
const VERSION_CHANGES = ['cancelled', 'period', 'name', 'idNumber', 'gender', 'birthDate', 'email', 'mobile'] as const
export type VersionChange = (typeof VERSION_CHANGES)[number]

const policyVersion = z.object({
  number: z.int(),
  reason: z.enum(VERSION_REASONS),
  /** First day on which it applies; of a surrender, the first day without cover. */
  validFrom: day,
  madeAt: instant,
  changes: z.array(z.enum(VERSION_CHANGES)),
  /** By how much it changed the premium; `null` for the insured person, whom the price does not concern. */
  premiumChange: z.nullable(money),
  /**
   * The payable by which a premium after the first was paid and its invoice is found (`extension.…`); for the buyer
   * only.
   */
  paidAs: z.nullable(z.string()),
})

const policyDocument = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  /** Which version of the policy it states; `null` for the terms. */
  version: z.nullable(z.int()),
  lang: z.enum(LANGS),
  /** Bytes. */
  size: z.int(),
  issuedAt: instant,
  sha256: z.string(),
  /** Name under which it is saved: that of the attachment. */
  file: z.string(),
  /** As printed, in groups of four; `null` for the terms. */
  code: z.nullable(z.string()),
})

const term = z.object({ id: policyId, number: z.string(), starts: day, ends: day })

const policyView = z.extend(policyRow, {
  /** The terms before and after this one, each a policy of its own. */
  previous: z.nullable(term),
  next: z.nullable(term),
  /** The other policies of the same order that the caller may see. */
  together: z.array(z.object({ id: policyId, number: z.string(), insured: z.string() })),
  insurerFull: z.string(),
  /** The company that runs the help line. */
  assistance: z.string(),
  notice: z.string(),
  territory: z.string(),
  clauseVersion: z.string(),
  deathBenefit: z.boolean(),
  issuedAt: instant,
  cancelledAt: z.nullable(instant),
  people: z.object({ insured: maskedPerson, policyholder: maskedPerson }),
  benefits: z.array(fact),
  bears: z.array(fact),
  /** Whether the facts say how much of a limit was used; the buyer of another adult's policy is not shown it. */
  useShown: z.boolean(),
  documents: z.array(policyDocument),
  /** Waiver forms of schools that can be filled in from the policy. */
  schoolForms: z.array(z.object({ id: z.string(), name: z.string() })),
  /** What is left of the year maximum; `null` where the plan has no such limit. */
  year: z.nullable(z.object({ paid: money, left: money })),
  /** The country of a plan made for one, whose direct-billing hospitals can be listed. */
  hospitals: z.nullable(z.enum(COUNTRY_IDS)),
  /** In order, from the issue on. */
  versions: z.array(policyVersion),
  /** The latest request to cancel it and its refund; for the buyer only. */
  surrender: z.nullable(
    z.object({
      status: z.enum(['requested', 'under_review', 'approved', 'rejected', 'submitted', 'succeeded', 'failed']),
      amount: money,
      requestedAt: instant,
      decideBy: instant,
      settledAt: z.nullable(instant),
      /** Reason of the refusal. */
      why: z.nullable(z.string()),
      /** Files of the visa refusal letter, where that was the reason. */
      letter: z.nullable(z.object({ files: z.int(), unusable: z.int() })),
      /** The school that paid the premium, to which the refund goes; `null` where the buyer paid. */
      school: z.nullable(z.string()),
    }),
  ),
})
export type PolicyView = z.output<typeof policyView>

/** By its own id or by that of its order; `not_found` for anyone else's. */
export const getPolicy = call({
  path: 'policy/get',
  access: 'holder',
  input: z.object({ id: z.optional(policyId), order: z.optional(boundedText(40, 'invalid')) }),
  output: policyView,
})

/** A school's own waiver form filled in from the policy, in English like the form. */
export const schoolFormFile = call({
  module: 'file',
  path: 'policy/schoolForm',
  access: 'holder',
  input: z.object({ id: policyId, form: patternText(/^[a-z0-9-]+$/, 60) }),
  output: z.instanceof(Uint8Array),
})

/**
 * A document as a PDF, of the given version or else of the latest that has it. `language` is the document's; `lang` is
 * the request's own, as in every call.
 */
export const policyDocumentFile = call({
  module: 'file',
  path: 'policy/document',
  access: 'holder',
  input: z.object({
    id: policyId,
    kind: z.enum(DOCUMENT_KINDS),
    language: z.enum(LANGS),
    version: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
  }),
  output: z.instanceof(Uint8Array),
})
