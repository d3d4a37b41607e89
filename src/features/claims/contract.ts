/**
 * Calls of claims (spec §2 "Claim application", "Claim query"; design §5, §6.1–10). All need a login; a phone's session
 * from a hand-over code can open one claim only (`scope: 'claim'`).
 */
import { z } from 'zod/mini'
import { boundedText, patternText, NAME_MAX } from '../../lib/bounded-schemas.ts'
import { call, MOST_BODY_BYTES } from '../../lib/contract.ts'
import { LANGS } from '../../lib/locale.ts'
import { patchSchema } from './rules/claim-fields.ts'
import { DOCUMENT_KIND_IDS } from './rules/document-kinds.ts'
import { CLAIM_STEPS } from './rules/status-values.ts'
import { ON_PHONE, oneClaim, claimId, day, instant, partId, sha256, version } from './rules/claim-value-schemas.ts'
import { strokesSchema } from './rules/draft/signature-strokes.ts'
import { claimablePolicy, documentView, draftView, formText, mergeConflict } from './rules/draft-view-schema.ts'
import { claimView } from './rules/case/sent-claim-view-schema.ts'

export * from './case-calls.ts'
export * from './rules/listed-claim.ts'
export * from './rules/draft-view-schema.ts'
export * from './rules/case/sent-claim-view-schema.ts'

const key = patternText(/^[\w-]{8,80}$/, 80)

/**
 * Policies of the caller to claim on: a page of those in force on a `day` (without one: of all), with `search` only
 * those whose number, plan or insured person matches. `others`: those not in force that end last, of `otherCount`; the
 * screen says why each is not.
 */
export const claimablePolicies = call({
  path: 'claim/policies',
  access: 'login',
  input: z.object({
    day: z.optional(day),
    search: z.optional(boundedText(60).check(z.trim())),
    page: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 1),
  }),
  output: z.object({
    policies: z.array(claimablePolicy),
    pages: z.int(),
    others: z.array(claimablePolicy),
    otherCount: z.int(),
  }),
})

/**
 * Begins a draft for a policy and the day of illness or accident; the same key returns the same draft. `sensitive`:
 * that declaration was ticked (PIPL art. 29). `death`: the insured person has died, and the caller bought the policy
 * for them. `after`: a follow-up of that claim, whose type it takes.
 */
export const startClaim = call({
  path: 'claim/start',
  access: 'login',
  output: draftView,
  input: z.object({
    policy: boundedText(40, 'invalid'),
    day,
    key,
    sensitive: z.boolean().check(z.refine((yes) => yes, 'consent_required')),
    death: z._default(z.boolean(), false),
    after: z.optional(claimId),
  }),
  errors: ['not_covered_then', 'day_future', 'no_death_claim', 'too_many_drafts', 'too_many_begun'],
})

/**
 * `lapsed` (`lapsesAt`) once it was deleted automatically; `not_found` for one that its owner has deleted;
 * `already_sent` says whether this session was `handedOver`. `look`: only to find out where the claim continues; a
 * device that was handed it has not opened it yet.
 */
export const getDraft = call({
  path: 'claim/draft',
  access: 'login',
  scopes: ON_PHONE,
  input: z.extend(oneClaim, { look: z._default(z.boolean(), false) }),
  output: draftView,
  errors: ['already_sent', 'lapsed'],
})

/**
 * Saves the keys that changed since `base`. Keys that another device changed since then are not overwritten: they are
 * returned in `conflicts` with the other value, and the rest is saved. Saving the present value again is no conflict.
 * To overwrite the other value after seeing it, save again with the version in which it was seen: if the other device
 * has continued since, that is a conflict too. `already_sent` when it is no longer a draft.
 */
export const saveClaim = call({
  path: 'claim/save',
  access: 'login',
  scopes: ON_PHONE,
  transport: 'multipart',
  bodyBytes: MOST_BODY_BYTES,
  input: z.extend(oneClaim, {
    base: version,
    patch: patchSchema,
    step: z.optional(z.enum(CLAIM_STEPS)),
    policy: z.optional(boundedText(40, 'invalid')),
  }),
  output: z.object({ draft: draftView, conflicts: z.array(mergeConflict) }),
  errors: ['already_sent', 'not_covered_then', 'no_death_claim'],
})

export const claimForm = call({
  path: 'claim/form',
  access: 'login',
  scopes: ON_PHONE,
  input: z.extend(oneClaim, { language: z.enum(LANGS) }),
  output: formText,
})

/** Signs the form: drawn (strokes), or with the full name typed, for those who cannot draw. */
export const signClaim = call({
  path: 'claim/sign',
  access: 'login',
  scopes: ON_PHONE,
  transport: 'multipart',
  bodyBytes: MOST_BODY_BYTES,
  input: z.extend(oneClaim, {
    kind: z.enum(['drawn', 'typed']),
    strokes: z._default(strokesSchema, []),
    name: boundedText(NAME_MAX),
    /** The person has ticked "I have read all of it". */
    read: z.boolean(),
    language: z.enum(LANGS),
    sha256,
  }),
  output: draftView,
  errors: ['already_sent', 'text_changed'],
})

/** The signature as it was drawn, so that another device can show it; empty where the name was typed. */
export const signatureStrokes = call({
  path: 'claim/signature',
  access: 'login',
  scopes: ON_PHONE,
  input: oneClaim,
  output: z.object({ strokes: strokesSchema }),
})

/** Deletes a draft with its files. */
export const discardClaim = call({
  path: 'claim/discard',
  access: 'login',
  input: oneClaim,
  output: z.object({}),
  errors: ['already_sent'],
})

/**
 * One file: for a draft, for an item of an open request, or for a review that is open. Idempotent by `upload`.
 * `document` is its receipt.
 */
export const uploadDocument = call({
  module: 'file',
  path: 'claim/upload',
  access: 'login',
  scopes: ON_PHONE,
  transport: 'multipart',
  input: z.extend(oneClaim, {
    upload: partId,
    kind: z.enum(DOCUMENT_KIND_IDS),
    item: z.optional(partId),
    name: boundedText(200),
    sha256: z.optional(sha256),
  }),
  output: z.object({ document: documentView }),
  errors: ['not_asked', 'too_many_documents', 'claim_full'],
})

/** Ids of the documents that the server has: they need not be sent again, and include those that other devices added. */
export const claimDocuments = call({
  path: 'claim/documents',
  access: 'login',
  scopes: ON_PHONE,
  input: oneClaim,
  output: z.object({ documents: z.array(documentView) }),
})

/** Removes a document: from a draft, or from an open request that was not sent yet. */
export const removeDocument = call({
  path: 'claim/removeDocument',
  access: 'login',
  scopes: ON_PHONE,
  input: z.extend(oneClaim, { document: partId }),
  output: z.object({}),
  errors: ['not_editable'],
})

export const documentFile = call({
  module: 'file',
  path: 'claim/document',
  access: 'login',
  scopes: ON_PHONE,
  input: z.extend(oneClaim, { document: partId, size: z.enum(['thumb', 'full']) }),
  output: z.instanceof(Uint8Array),
})

/**
 * Sends the claim; a repeated call returns the same case. `incomplete` carries `errors` as in the draft;
 * `still_checking` (`count`) while files are being checked: ask again. `version` is the one that the person saw.
 */
export const submitClaim = call({
  path: 'claim/submit',
  access: 'login',
  scopes: ON_PHONE,
  input: z.extend(oneClaim, { version }),
  output: z.object({ caseNumber: z.string(), submittedAt: instant }),
  errors: ['incomplete', 'still_checking'],
})

export const getClaim = call({
  path: 'claim/get',
  access: 'login',
  scopes: ON_PHONE,
  input: oneClaim,
  output: claimView,
  errors: ['not_sent'],
})

/** Has anything changed? Open pages ask every few seconds, so it reads a single row. */
export const watchClaim = call({
  path: 'claim/watch',
  access: 'login',
  scopes: ON_PHONE,
  input: oneClaim,
  output: z.object({ version, documents: z.int(), checking: z.int() }),
})

/**
 * A short-lived single-use code with which a phone continues this draft (design §2, `/qrcode`). It is an exchange code
 * of the session feature that opens this claim only: the phone's page exchanges it like a partner's (`?token=`).
 */
export const handOver = call({
  path: 'claim/handOver',
  access: 'login',
  input: z.extend(oneClaim, { step: z.enum(CLAIM_STEPS) }),
  output: z.object({ code: z.string(), path: z.string(), expiresAt: instant, now: instant }),
  errors: ['not_possible'],
})
/**
 * Has a phone used this code, and opened the claim? For the page that shows it. An unused code still opens the claim,
 * so it is sent in the body and not in an address.
 */
export const handOverState = call({
  path: 'claim/handOverState',
  access: 'login',
  transport: 'multipart',
  input: z.extend(oneClaim, { code: boundedText(200, 'invalid') }),
  output: z.object({ status: z.enum(['waiting', 'opening', 'used', 'expired', 'ended']), usedAt: z.nullable(instant) }),
})
/** Disconnects the phone: its session ends. */
export const endHandOver = call({
  path: 'claim/endHandOver',
  access: 'login',
  transport: 'multipart',
  input: z.extend(oneClaim, { code: boundedText(200, 'invalid') }),
  output: z.object({}),
})
