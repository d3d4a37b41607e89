/** Calls about a claim that was sent: what its claimant does until it is paid, and its documents. */
import { z } from 'zod/mini'
import { boundedText } from '../../lib/bounded-schemas.ts'
import { humanText } from '../../lib/text/invisible-characters.ts'
import { call } from '../../lib/contract.ts'
import { LANGS } from '../../lib/locale.ts'
import { accountSchema } from './rules/claim-fields.ts'
import { ON_PHONE, oneClaim, partId, version } from './rules/claim-value-schemas.ts'
import { claimView } from './rules/case/sent-claim-view-schema.ts'

/** Withdraws a claim before a decision (spec §4). */
export const withdrawClaim = call({
  path: 'claim/withdraw',
  access: 'login',
  transport: 'multipart',
  input: z.extend(oneClaim, { version, why: z._default(humanText(500), '') }),
  output: claimView,
  errors: ['not_possible'],
})

/** Requests a review of a decision: of all of it, or of the lines named. */
export const appealClaim = call({
  path: 'claim/appeal',
  access: 'login',
  transport: 'multipart',
  input: z.extend(oneClaim, {
    version,
    decision: partId,
    lines: z._default(z.array(boundedText(40)).check(z.maxLength(100)), []),
    text: z.pipe(humanText(4000), z.string().check(z.minLength(1, 'appeal_required'))),
  }),
  output: claimView,
  errors: ['not_possible', 'too_late'],
})

/** "I cannot get this document"; an empty text withdraws that. */
export const itemUnavailable = call({
  path: 'claim/itemUnavailable',
  access: 'login',
  scopes: ON_PHONE,
  transport: 'multipart',
  input: z.extend(oneClaim, { item: partId, why: humanText(1000) }),
  output: claimView,
  errors: ['not_asked'],
})

/** Sends the answers to a request. `incomplete` names the items that are still open; `still_checking` as for the claim. */
export const sendSupplement = call({
  path: 'claim/sendSupplement',
  access: 'login',
  scopes: ON_PHONE,
  input: z.extend(oneClaim, { version, request: partId }),
  output: claimView,
  errors: ['incomplete', 'not_asked', 'still_checking'],
})

/**
 * The bank returned money, of this claim or from this account: another or corrected account. Same fields and errors as
 * in the draft. `payment`: which one, where there are several. `confirmed`: the person has seen name, bank, country and
 * last digits together.
 */
export const correctAccount = call({
  path: 'claim/correctAccount',
  access: 'login',
  transport: 'multipart',
  input: z.extend(oneClaim, {
    version,
    account: z.partial(accountSchema),
    payment: z.optional(partId),
    confirmed: z.literal(true, 'confirmation_required'),
  }),
  output: claimView,
  errors: ['not_possible'],
})

/** The signed form with all answers, and a decision's letter with its sheet. */
export const formFile = call({
  module: 'file',
  path: 'claim/form',
  access: 'login',
  scopes: ON_PHONE,
  input: z.extend(oneClaim, { language: z.enum(LANGS) }),
  output: z.instanceof(Uint8Array),
})
export const decisionFile = call({
  module: 'file',
  path: 'claim/decision',
  access: 'login',
  input: z.extend(oneClaim, { decision: partId, language: z.enum(LANGS) }),
  output: z.instanceof(Uint8Array),
})
