/** The consents that the person gave: each listed, and withdrawn by itself where something still depends on it. */
import { z } from 'zod/mini'
import { call } from '../../lib/contract.ts'
import { patternText } from '../../lib/bounded-schemas.ts'

/** What was agreed to. `abroad` and `hospital`: data is sent out of mainland China (PIPL art. 39). */
const CONSENT_KINDS = [
  'sensitive',
  'insurer',
  'abroad',
  'claim',
  'hospital',
  'change',
  'verification',
  'overseas',
  'tuition',
] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]

/**
 * What withdrawing does: `ends` what is under way; `stops` what would be passed on; nothing more can be undone where it
 * is `done`, and the records are kept as the law demands.
 */
const CONSENT_EFFECTS = ['ends', 'stops', 'done'] as const

const consents = z.object({
  consents: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(CONSENT_KINDS),
      /** What it was given for: a plan, a case number, a school. */
      about: z.string(),
      /** Instant, ms. */
      at: z.int(),
      withdrawnAt: z.nullable(z.int()),
      effect: z.enum(CONSENT_EFFECTS),
    }),
  ),
})
export type Consent = z.output<typeof consents>['consents'][number]

/** Newest first, of the newest applications and claims. */
export const givenConsents = call({
  path: 'account/consents',
  access: 'login',
  input: z.object({}),
  output: consents,
})

/** `not_possible`: nothing depends on it any more, or it was withdrawn. */
export const withdrawConsent = call({
  path: 'account/withdrawConsent',
  access: 'login',
  input: z.object({ id: patternText(/^[a-z]{3,20}:[\w-]{4,60}$/, 90) }),
  output: consents,
  errors: ['not_possible', 'payment_started'],
})
