/**
 * Schemas of a draft as its owner sees it, and of the parts that a sent claim has as well
 * (`case/sent-claim-view-schema.ts` for the rest).
 */
import { z } from 'zod/mini'
import { LANGS } from '../../../lib/locale.ts'
import { answersSchema } from './claim-fields.ts'
import { CATEGORIES, DOCUMENT_KIND_IDS } from './document-kinds.ts'
import { bothLanguages, claimId, day, instant, partId, sha256, version } from './claim-value-schemas.ts'
import { CLAIM_STEPS, DOCUMENT_STATUSES } from './status-values.ts'

/**
 * A policy that the claim may be made on. Whether it covers a given day follows from these days (`coverOn`,
 * cover-on-day.ts).
 */
export const claimablePolicy = z.object({
  id: z.string(),
  number: z.string(),
  plan: z.string(),
  planName: z.string(),
  tierName: z.string(),
  insurerName: z.string(),
  /** Name of the insured as on the ID: the claim is about this person. */
  insured: z.string(),
  start: day,
  end: day,
  cancelledOn: z.nullable(day),
  neverInForce: z.boolean(),
  /** May the caller, who bought it for someone else, claim for that person's death? */
  death: z.boolean(),
})
export type ClaimablePolicy = z.output<typeof claimablePolicy>

/** An item of the checklist (design §6.5): it follows from the answers. */
const checklistItem = z.object({
  kind: z.enum(DOCUMENT_KIND_IDS),
  category: z.literal(CATEGORIES),
  required: z.boolean(),
  /** Least number of files: 2 for both sides of an ID card, one per visit for invoices. */
  least: z.int(),
  /**
   * Why it is asked for, as a word of `claims:because.<id>`: `always`, `inpatient`, `accident`, `over_1000`,
   * `not_own_account` …
   */
  because: z.string(),
})
export type ChecklistItem = z.output<typeof checklistItem>

export const documentView = z.object({
  /** The upload's own id, created by the browser; documents added by an admin have one of ours. */
  id: partId,
  kind: z.enum(DOCUMENT_KIND_IDS),
  category: z.literal(CATEGORIES),
  /** The item of a request that it answers. */
  item: z.nullable(partId),
  name: z.string(),
  mime: z.string(),
  pages: z.int(),
  /** Size as sent. The receipt shows the first eight hex digits of `sha256` in two groups, capitals: 7F3A-91C2. */
  size: z.int(),
  sha256,
  receivedAt: instant,
  by: z.enum(['user', 'admin']),
  status: z.enum(DOCUMENT_STATUSES),
  /** Why the file failed: words `errors:field.<fault>`. */
  fault: z.nullable(z.string()),
  /** Why it must be replaced. */
  reason: z.nullable(bothLanguages),
  hasThumb: z.boolean(),
  /** Copied from an earlier claim; `receivedAt` is when that claim received it. */
  reused: z.boolean(),
})
export type DocumentView = z.output<typeof documentView>

export const signatureView = z.object({
  kind: z.enum(['drawn', 'typed']),
  /** The full name that must be signed; for a minor the guardian's. */
  name: z.string(),
  at: instant,
  lang: z.enum(LANGS),
  textVersion: z.string(),
  textSha256: sha256,
  /** `false`: the text has changed since, or another person must sign: sign again. */
  stands: z.boolean(),
})
export type SignatureView = z.output<typeof signatureView>

/** An account that an earlier claim was paid to, masked. */
const accountOnFile = z.object({
  reference: z.string(),
  bank: z.string(),
  country: z.string(),
  tail: z.string(),
  paidAt: instant,
})
export type AccountOnFile = z.output<typeof accountOnFile>

const CLAIMED_BEFORE = ['invoice', 'visit', 'file'] as const
/** A part of the draft that an earlier claim of the same login contains as well, and that claim. */
const claimedBefore = z.object({
  /** What is the same: the invoice's number; day, hospital and amount; or the file. */
  kind: z.enum(CLAIMED_BEFORE),
  /** Id of the visit or of the document. */
  part: z.string(),
  claim: claimId,
  submittedAt: instant,
})
export type ClaimedBefore = z.output<typeof claimedBefore>

/** A draft that is being filled in. */
export const draftView = z.object({
  id: claimId,
  /** Increases with every change of the answers; the base of the next save. */
  version,
  step: z.enum(CLAIM_STEPS),
  /** Completed steps. */
  done: z.array(z.enum(CLAIM_STEPS)),
  policy: claimablePolicy,
  /** May this session choose another policy? A phone that was handed this one claim may not. */
  movable: z.boolean(),
  /**
   * Who signs: the insured, the guardian for a minor, the claimant after a death. `name` empty: the guardian's name
   * must be typed. `reader`: it is whoever fills in the claim, as far as the policy says.
   */
  signer: z.object({ role: z.enum(['insured', 'guardian', 'claimant']), name: z.string(), reader: z.boolean() }),
  /** Names that the account may carry when it belongs to the insured. */
  holderNames: z.array(z.string()),
  answers: answersSchema,
  signature: z.nullable(signatureView),
  /**
   * "The same account as in October": chosen by its reference (`answers.accountFrom`). The chosen account, or the
   * latest.
   */
  accountOnFile: z.nullable(accountOnFile),
  checklist: z.array(checklistItem),
  documents: z.array(documentView),
  /** One for each visit and document at most; none on a phone that was handed this claim. */
  claimedBefore: z.array(claimedBefore),
  /**
   * What is missing or wrong, by step: `event` → {`contactPerson`: `contact_person_required`, `visits.ab12.day`:
   * `date_required`}, `documents` → {`invoice`: `document_required`}.
   */
  errors: z.partialRecord(z.enum(CLAIM_STEPS), z.record(z.string(), z.string())),
  savedAt: instant,
  lapsesAt: instant,
})
export type DraftView = z.output<typeof draftView>

/** Different values that two devices wrote to the same key. */
export const mergeConflict = z.object({ key: z.string(), theirs: z.json(), at: instant })

/** The text to sign, exactly as it is stored with the signature. */
export const formText = z.object({
  lang: z.enum(LANGS),
  version: z.string(),
  sha256,
  title: z.string(),
  lead: z.string(),
  /** "Signing means three things". */
  points: z.array(z.object({ title: z.string(), text: z.string() })),
  sections: z.array(z.object({ id: z.string(), title: z.string(), paragraphs: z.array(z.string()) })),
})
export type FormText = z.output<typeof formText>
