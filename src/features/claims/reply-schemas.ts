/** Schemas of the replies to calls about claims. */
import { z } from 'zod'
import { LANGS } from '../../lib/locale.ts'
import { CURRENCIES } from '../../lib/money.ts'
import { answersSchema } from './answers.ts'
import { clockSchema } from './clock-schema.ts'
import { HEIR_RELATIONS } from './heirs.ts'
import { CATEGORIES, DOCUMENT_KIND_IDS } from './document-kinds.ts'
import { claimRow } from './claim-row.ts'
import { CLAIM_STEPS } from './status.ts'
import { bothLanguages, clause, claimId, day, instant, moneySchema, partId, sha256, version } from './claim-field-schemas.ts'
import { sheetSchema } from './settlement-sheet.ts'
import { DOCUMENT_STATUSES, ITEM_STATUSES, OUTCOMES } from './status.ts'

/** A policy that the claim may be made on. Whether it covers a given day follows from these days (`coverOn`, cover-on-day.ts). */
export const claimablePolicy = z.object({
  id: z.string(), number: z.string(), plan: z.string(), planName: z.string(), tierName: z.string(), insurerName: z.string(),
  /** Name of the insured as on the ID: the claim is about this person. */
  insured: z.string(),
  start: day, end: day, cancelledOn: day.nullable(), neverInForce: z.boolean(),
  /** May the caller, who bought it for someone else, claim for that person's death? */
  death: z.boolean(),
})
export type ClaimablePolicy = z.output<typeof claimablePolicy>

/** An item of the checklist (design §6.5): it follows from the answers. */
export const checklistItem = z.object({
  kind: z.enum(DOCUMENT_KIND_IDS),
  category: z.literal(CATEGORIES),
  required: z.boolean(),
  /** Least number of files: 2 for both sides of an ID card, one per visit for invoices. */
  least: z.number().int(),
  /** Why it is asked for, as a word of `claims:because.<id>`: `always`, `inpatient`, `accident`, `over_1000`, `not_own_account` … */
  because: z.string(),
})
export type ChecklistItem = z.output<typeof checklistItem>

export const documentView = z.object({
  /** The upload's own id, created by the browser; documents added by an admin have one of ours. */
  id: partId,
  kind: z.enum(DOCUMENT_KIND_IDS),
  category: z.literal(CATEGORIES),
  /** The item of a request that it answers. */
  item: partId.nullable(),
  name: z.string(),
  mime: z.string(),
  pages: z.number().int(),
  /** Size as sent. The receipt shows the first eight hex digits of `sha256` in two groups, capitals: 7F3A-91C2. */
  size: z.number().int(),
  sha256,
  receivedAt: instant,
  by: z.enum(['user', 'admin']),
  status: z.enum(DOCUMENT_STATUSES),
  /** Why the file failed: words `errors:field.<fault>`. */
  fault: z.string().nullable(),
  /** Why it must be replaced. */
  reason: bothLanguages.nullable(),
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
export const accountOnFile = z.object({ reference: z.string(), bank: z.string(), country: z.string(), tail: z.string(), paidAt: instant })
export type AccountOnFile = z.output<typeof accountOnFile>

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
  /** Who signs: the insured, the guardian for a minor, the claimant after a death. `name` empty: the guardian's name must be typed. */
  signer: z.object({ role: z.enum(['insured', 'guardian', 'claimant']), name: z.string() }),
  /** Names that the account may carry when it belongs to the insured. */
  holderNames: z.array(z.string()),
  answers: answersSchema,
  signature: signatureView.nullable(),
  /** "The same account as in October": chosen by its reference (`answers.accountFrom`). The chosen account, or the latest. */
  accountOnFile: accountOnFile.nullable(),
  checklist: z.array(checklistItem),
  documents: z.array(documentView),
  /** What is missing or wrong, by step: `event` → {`contactPerson`: `contact_person_required`, `visits.ab12.day`: `date_required`}, `documents` → {`invoice`: `document_required`}. */
  errors: z.partialRecord(z.enum(CLAIM_STEPS), z.record(z.string(), z.string())),
  savedAt: instant,
  lapsesAt: instant,
})
export type DraftView = z.output<typeof draftView>

/** Different values that two devices wrote to the same key. */
export const mergeConflict = z.object({ key: z.string(), theirs: z.json(), at: instant })

/** The text to sign, exactly as it is stored with the signature. */
export const formText = z.object({
  lang: z.enum(LANGS), version: z.string(), sha256,
  title: z.string(), lead: z.string(),
  /** "Signing means three things". */
  points: z.array(z.object({ title: z.string(), text: z.string() })),
  sections: z.array(z.object({ id: z.string(), title: z.string(), paragraphs: z.array(z.string()) })),
})
export type FormText = z.output<typeof formText>

export const requestItem = z.object({
  id: partId,
  kind: z.enum(DOCUMENT_KIND_IDS),
  category: z.literal(CATEGORIES),
  title: bothLanguages,
  reason: bothLanguages,
  must: bothLanguages,
  /** The document it replaces. */
  replaces: partId.nullable(),
  status: z.enum(ITEM_STATUSES),
  /** Documents that answer the item. */
  documents: z.array(documentView),
  /** "I cannot get this document": the person's reason. */
  unavailable: z.string().nullable(),
})
export type RequestItem = z.output<typeof requestItem>

export const requestView = z.object({
  id: partId, at: instant, dueOn: day, overdue: z.boolean(),
  status: z.enum(['open', 'sent', 'closed']), sentAt: instant.nullable(), items: z.array(requestItem),
})
export type RequestView = z.output<typeof requestView>

/** Newest first. `kind` is a word of `claims:activity.<kind>`; `values` are its placeholders. */
export const activityView = z.object({
  id: z.string(), at: instant, by: z.enum(['you', 'us', 'bank', 'system']), kind: z.string(), values: z.record(z.string(), z.string()),
})
export type ActivityView = z.output<typeof activityView>

export const decisionView = z.object({
  id: partId, at: instant, outcome: z.enum(OUTCOMES),
  /** Why a part, or all of it, is not payable. */
  reason: bothLanguages.nullable(), clauses: z.array(clause),
  sheet: sheetSchema,
  /** Last day on which a review may be requested, Shanghai; `null` when none may. */
  appealUntil: day.nullable(),
})
export type DecisionView = z.output<typeof decisionView>

export const paymentView = z.object({
  id: partId, status: z.enum(['paying', 'paid', 'failed']), amount: moneySchema, startedAt: instant, settledAt: instant.nullable(),
  /** "Bank of China, ending 4417". */
  bank: z.string(), accountTail: z.string(), accountName: z.string(), reference: z.string().nullable(), reason: bothLanguages.nullable(),
  /** Paid before a decision (terms 8.4). */
  onAccount: z.boolean(),
  /** The bank returned it, and it was not paid again. */
  returned: z.boolean(),
  /** The payee, where there are several (`payees`). */
  payee: z.string().nullable(),
})

/** One of several payees. */
export const payeeView = z.object({
  id: z.string(), name: z.string(), relation: z.enum(HEIR_RELATIONS).nullable(), guardian: z.string().nullable(),
  /** "1/3", "33.34%". */
  share: z.string(), bank: z.string(), accountTail: z.string(), accountName: z.string(),
  /** Part of the total that was decided; `null` before a decision. The parts add up to the total. */
  due: moneySchema.nullable(),
})

export const appealView = z.object({
  id: partId, at: instant, decision: partId, text: z.string(), lines: z.array(z.string()), clock: clockSchema.nullable(),
  status: z.enum(['open', 'answered']),
})

/** A claim that was sent. */
export const claimView = claimRow.extend({
  version,
  policy: claimablePolicy,
  answers: answersSchema,
  signature: signatureView.nullable(),
  /** Numbered steps of the case: sent, registered, checked, decided, paid; reviews after it. */
  steps: z.array(z.object({
    id: z.enum(['sent', 'registered', 'checking', 'decision', 'payment', 'review', 'withdrawn']),
    state: z.enum(['done', 'now', 'late', 'next']),
    at: instant.nullable(),
    /** The promised day, Shanghai. */
    dueOn: day.nullable(),
  })),
  /** Every promise so far, oldest first; `clock` is the last of them. */
  clocks: z.array(clockSchema),
  /** Who must act now. */
  turn: z.enum(['you', 'us', 'bank', 'nobody']),
  /** The handler of the case; empty where only the team is to be named. */
  handler: z.string().nullable(),
  requests: z.array(requestView),
  documents: z.array(documentView),
  activity: z.array(activityView),
  decisions: z.array(decisionView),
  payments: z.array(paymentView),
  /** The account that is paid, as it was last given; `null` where there are several payees or none was named. */
  account: z.object({ bank: z.string(), tail: z.string(), name: z.string(), country: z.string() }).nullable(),
  /** That account returned a payment of another claim. `change`: another can be given now; `wait`: the bank has been told to pay. */
  accountReturned: z.object({ on: day, bank: z.string(), tail: z.string(), reason: bothLanguages.nullable(), may: z.enum(['change', 'wait']) }).nullable(),
  /** Heirs, in order; empty where the claim has one account. */
  payees: z.array(payeeView),
  /** Money on account: its clock while it is due, what it is for, and how much is on its way or has arrived. */
  onAccount: z.object({ clock: clockSchema.nullable(), note: bothLanguages.nullable(), paid: moneySchema.nullable() }),
  appeals: z.array(appealView),
  /** The decision waits because no exchange rate is published for this day yet. */
  rateAwaited: z.object({ currency: z.enum(CURRENCIES), day }).nullable(),
  may: z.object({ withdraw: z.boolean(), appeal: z.boolean(), supplement: z.boolean(), correctAccount: z.boolean() }),
})
export type ClaimView = z.output<typeof claimView>
