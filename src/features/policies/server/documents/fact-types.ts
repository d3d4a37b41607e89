/** The facts that a document states. All but dates, money and codes are already in the document's language. */
import type { Day } from '../../../../lib/days/dates.ts'
import type { Lang } from '../../../../lib/locale.ts'
import type { Money } from '../../../../lib/money/money.ts'
import type { Frame, Row } from '../../../../server/pdf/a4-document.ts'

export const KINDS = ['policy', 'endorsement', 'certificate', 'visa_letter', 'waiver_letter', 'card'] as const
export type DocumentKind = (typeof KINDS)[number]

export interface PersonFacts {
  /** As on the ID; always drawn. */
  name: string
  /** The other name of the same person: Chinese beside a passport's, for example. */
  otherName?: string
  idType: string
  /** In full for the insured, masked for the policyholder. */
  idNumber: string
  /** Passport where the ID is something else; in full for the insured. */
  passport?: { label: string; number: string }
  gender: string
  birthDate: Day
  nationality: string
  institution?: string
}

/** A sum in the policy's currency and its equivalent in the reader's, at the printed rate. */
interface Exchange {
  to: string
  rate: string
  day: Day
  source: string
}

/** One version in the policy's history: what it is, from when it applies, its effect on the premium. */
export interface HistoryRow {
  number: number
  reason: 'issue' | 'extension' | 'endorsement' | 'surrender'
  validFrom: Day
  madeAt: number
  premiumChange: Money
}

/** What an endorsement changed. */
export interface EndorsementFacts {
  number: string
  from: Day
  /** The new values; the old ones are in the note. */
  changed: readonly Row[]
  premium: { before: Money; after: Money; change: Money }
}

export interface DocumentFacts extends Frame {
  kind: DocumentKind
  lang: Lang
  issuedAt: number
  verifyCode: string
  verifyUrl: string
  plan: string
  tier: string
  insurer: string
  insurerFull: string
  insurerLicence: string
  start: Day
  end: Day
  premium: Money
  insured: PersonFacts
  policyholder: { name: string; idType: string; idNumber: string }
  relationship: string
  deathBenefit: boolean
  /** Where cover holds, as a phrase. */
  territory: string
  clauseVersion: string
  /** What the certificate lists: benefits and limits in the order of the plan. */
  benefits: readonly Row[]
  /** What the insured pays or waits for: deductible, share, waiting periods, pre-existing conditions. */
  bears: readonly Row[]
  /** What a consulate or school looks for, in its own currency where it requires one. */
  required: readonly Row[]
  /** A paragraph that says which requirement the figures meet. */
  requirement?: string
  exchange?: Exchange
  /** What schools ask before they accept a plan in place of their own. */
  waiver: readonly Row[]
  /** Rows of the plan's table that this tier does not cover. */
  notCovered: readonly string[]
  /** Special conditions of this policy besides its table, one sentence each. */
  conditions: readonly string[]
  /** Insurer, help line and seller. */
  contacts: readonly Row[]
  /** From the issue to the version that this document states. */
  history: readonly HistoryRow[]
  /** Only for an endorsement. */
  endorsement?: EndorsementFacts
  helpLine: string
  /** The number that works from every country; equal to the other where that one does. */
  helpLineAnywhere: string
  /** The assistance company that answers at both. */
  assistance: string
}
