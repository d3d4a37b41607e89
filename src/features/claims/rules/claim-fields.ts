/**
 * The claimant's answers as one flat record: each key is saved, merged and compared separately, so that two devices on
 * one draft lose nothing (design §6.2). In a draft everything may be missing; `draft/claim-errors.ts` says what a
 * complete claim needs.
 */
import { z } from 'zod/mini'
import { boundedRecord, boundedText, patternText, NAME_MAX } from '../../../lib/bounded-schemas.ts'
import { currencySchema } from '../../../lib/money/money-schema.ts'
import { CLAIM_TYPES, DOCUMENT_KIND_IDS } from './document-kinds.ts'
import { countryCode, day, slug } from './claim-value-schemas.ts'
import { claimantSchema, DEATH_CAUSES, heirSchema, HEIR_SHARES, MOST_HEIRS, NO_CLAIMANT } from './heirs.ts'

const open = z.literal('')
/** Yes or no, `null` until answered: no answer is preselected. */
const choice = z.nullable(z.boolean())

const hospitalSchema = z.object({
  /** Slug in the hospital finder's list; empty for one typed freely. */
  slug: z.union([slug, open]),
  name: boundedText(120),
  city: boundedText(80),
  country: z.union([countryCode, open]),
})
export type Hospital = z.output<typeof hospitalSchema>

/** One visit, stay or cost: one invoice. */
export const visitSchema = z.object({
  /** Created by the browser, so that invoices and records can refer to their visit. */
  id: patternText(/^[a-z0-9]{4,12}$/, 12),
  day: z.union([day, open]),
  /** The amount as the person typed it: read again when the currency changes, and shown to the handler. */
  typed: z.optional(boundedText(24)),
  /** Minor units of `currency`, from `typed` or by the person's choice; `null` while it is ambiguous. */
  amount: z.nullable(z.int().check(z.nonnegative(), z.maximum(100_000_000_000))),
  currency: z.union([currencySchema, open]),
  /** Number printed on the invoice. */
  invoice: boundedText(60),
  /** Given only where it differs from the claim's hospital. */
  elsewhere: z.nullable(hospitalSchema),
  /**
   * What other insurance has paid for this invoice, in its currency: by whom, the figures as typed, and minor units;
   * counts where `otherInsurance` is yes. Missing until it is stated.
   */
  other: z.optional(
    z.object({
      payer: boundedText(120),
      typed: boundedText(24),
      amount: z.nullable(z.int().check(z.nonnegative(), z.maximum(100_000_000_000))),
    }),
  ),
})
export type Visit = z.output<typeof visitSchema>
export const MOST_VISITS = 20

/**
 * Why a document cannot be obtained; words: `claims:unavailable.reason.<id>`. `other` needs an explanation by the
 * person; `later` is a promise to send it (`promised-documents.ts`).
 */
export const UNAVAILABLE_REASONS = ['not_issued', 'no_answer', 'lost', 'later', 'other'] as const
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number]
export const WHY_UNAVAILABLE_MOST = 1000

export const PAYEE_RELATIONS = ['parent', 'spouse', 'child', 'guardian', 'other'] as const

export const answersSchema = z.object({
  type: z.union([z.enum(CLAIM_TYPES), open]),
  /** Day of the illness or accident (spec §5 "time of disease or accident"); for an accident also the hour as stated. */
  incidentDay: z.union([day, open]),
  incidentTime: patternText(/^((?:[01]\d|2[0-3]):[0-5]\d)?$/, 5),
  /** Accident: kept in hospital overnight; someone else involved; where it happened. */
  admitted: choice,
  thirdParty: choice,
  place: boundedText(200),
  contactPerson: boundedText(NAME_MAX),
  contactPhone: boundedText(40),
  /** The claim mailbox (spec §3). */
  email: boundedText(120),
  description: boundedText(4000),
  hospital: hospitalSchema,
  visits: z.array(visitSchema).check(
    z.maxLength(MOST_VISITS, 'too_many_visits'),
    z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'invalid'),
  ),
  /** A stay in hospital: its first day, its last (open while it lasts), and whether the bill is paid in full. */
  admissionDay: z.union([day, open]),
  dischargeDay: z.union([day, open]),
  billPaid: choice,
  medicine: choice,
  /** Has a school plan, public insurance or another insurer paid, or will it? */
  otherInsurance: choice,
  /**
   * Spec §3 "whether the owner is the insured"; `false` needs the payee's name and ID photo, and makes the
   * authorisation.
   */
  accountOwn: choice,
  payeeName: boundedText(NAME_MAX),
  payeeRelation: z.union([z.enum(PAYEE_RELATIONS), open]),
  /** Country of the account; its fields depend on it (`lib/money/bank-fields-by-country.ts`, domain §5.5). */
  accountCountry: z.union([countryCode, open]),
  accountName: boundedText(NAME_MAX),
  accountNumber: boundedText(40),
  bankName: boundedText(120),
  /** Further fields of that country: `branch`, `routing`, `sortCode`, `bsb`, `bic` … */
  bankFields: boundedRecord(patternText(/^[a-zA-Z]{2,20}$/, 20), boundedText(120), 12),
  /**
   * "The same account as in October": id of the earlier claim paid to it; the account needs no other answer. Empty for
   * another account.
   */
  accountFrom: z.union([patternText(/^[\w-]{8,40}$/, 40), open]),
  /** What is photographed as the ID of an insured person whose ID is a card: one page of a passport proves as much. */
  idShown: z.union([z.enum(['card', 'passport']), open]),
  /**
   * Documents of the checklist that cannot be obtained, each with its reason and the person's own words. A handler
   * decides without them or asks for others. Stored before there were reasons: the words alone.
   */
  unavailable: z
    .array(
      z
        .object({
          kind: z.enum(DOCUMENT_KIND_IDS),
          reason: z.optional(z.enum(UNAVAILABLE_REASONS)),
          why: boundedText(WHY_UNAVAILABLE_MOST),
        })
        .check(z.refine(({ reason = 'other', why }) => reason !== 'other' || why !== '', 'required')),
    )
    .check(
      z.maxLength(DOCUMENT_KIND_IDS.length),
      z.refine((all) => new Set(all.map(({ kind }) => kind)).size === all.length, 'invalid'),
    ),
  /**
   * For a death: by accident, by illness, or not known yet; and the day of death where an accident led to it (else it
   * is `incidentDay`).
   */
  deathCause: z.union([z.enum(DEATH_CAUSES), open]),
  deathDay: z.union([day, open]),
  /**
   * For a death: who claims. The buyer's name and ID are filled in on sending; an operator types those of someone
   * without access.
   */
  claimant: claimantSchema,
  /** For a death: who is paid, and in which shares. Their accounts replace the single account of other claims. */
  heirs: z.array(heirSchema).check(
    z.maxLength(MOST_HEIRS),
    z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'invalid'),
  ),
  heirShares: z.union([z.enum(HEIR_SHARES), open]),
  /** Ids of `DECLARATIONS` ticked on the last page; none is preselected. */
  declarations: z.array(slug).check(z.maxLength(10)),
})
export type ClaimAnswers = z.output<typeof answersSchema>
export type AnswerKey = keyof ClaimAnswers
export const answerKey = z.keyof(answersSchema)

/** The account to pay: the answers about it, as sent or as corrected later. */
export const accountSchema = z.pick(answersSchema, {
  accountOwn: true,
  payeeName: true,
  payeeRelation: true,
  accountCountry: true,
  accountName: true,
  accountNumber: true,
  bankName: true,
  bankFields: true,
})
export type ClaimAccount = z.output<typeof accountSchema>

/** The contents of one save: only the keys that changed, each as a whole. */
export const patchSchema = z.partial(answersSchema)
export type AnswerPatch = z.output<typeof patchSchema>

export const NO_HOSPITAL: Hospital = { slug: '', name: '', city: '', country: '' }
export const EMPTY_ANSWERS: ClaimAnswers = {
  type: '',
  incidentDay: '',
  incidentTime: '',
  admitted: null,
  thirdParty: null,
  place: '',
  contactPerson: '',
  contactPhone: '',
  email: '',
  description: '',
  hospital: NO_HOSPITAL,
  visits: [],
  admissionDay: '',
  dischargeDay: '',
  billPaid: null,
  medicine: null,
  otherInsurance: null,
  accountOwn: null,
  payeeName: '',
  payeeRelation: '',
  accountCountry: '',
  accountName: '',
  accountNumber: '',
  bankName: '',
  bankFields: {},
  accountFrom: '',
  idShown: '',
  unavailable: [],
  deathCause: '',
  deathDay: '',
  claimant: NO_CLAIMANT,
  heirs: [],
  heirShares: '',
  declarations: [],
}
