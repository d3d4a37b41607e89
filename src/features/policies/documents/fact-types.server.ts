/** What a document states. Everything but dates, money and codes is already in the document's language. */
import type { Day } from '../../../lib/dates.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { Money } from '../../../lib/money.ts'

export const KINDS = ['policy', 'endorsement', 'certificate', 'visa_letter', 'waiver_letter', 'card'] as const
export type DocumentKind = (typeof KINDS)[number]

export interface Row {
  label: string
  value: string
  /** Small, under the value. */
  note?: string
  /** Takes two places of a grid: long names of schools. */
  wide?: true
}

export interface PersonFacts {
  /** As on the ID; always drawn. */
  name: string
  /** The other name of the same person: Chinese beside a passport's, for example. */
  otherName?: string
  idType: string
  /** In full for the insured, masked for the policyholder. */
  idNumber: string
  /** Where the ID is another one; in full, of the insured. */
  passport?: { label: string; number: string }
  gender: string
  birthDate: Day
  nationality: string
  institution?: string
}

/** A sum in the policy's currency and what that is in the reader's, at a rate that is printed. */
export interface Exchange {
  to: string
  rate: string
  day: Day
  source: string
}

/** One version of the policy in its history: what it is, from when it holds, what it did to the premium. */
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
  /** What it says now; what it said before stands in the note. */
  changed: readonly Row[]
  premium: { before: Money; after: Money; change: Money }
}

export interface DocumentFacts {
  kind: DocumentKind
  lang: Lang
  number: string
  issuedAt: number
  verifyCode: string
  verifyUrl: string
  plan: string
  tier: string
  insurer: string
  insurerFull: string
  insurerLicence: string
  /** "Sample data, not an offer by this insurer". */
  sampleNotice: string
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
  /** What the insured bears: deductible, share, waiting, pre-existing. */
  bears: readonly Row[]
  /** What a consulate or school looks for, in its own currency where one is asked for. */
  required: readonly Row[]
  /** A paragraph that says which rule the figures meet. */
  requirement?: string
  exchange?: Exchange
  /** What schools ask before they accept a plan in the place of their own. */
  waiver: readonly Row[]
  /** Rows of the plan's table that this tier does not cover. */
  notCovered: readonly string[]
  /** What holds for this policy besides its table, one sentence each. */
  conditions: readonly string[]
  /** Insurer, help line and seller. */
  contacts: readonly Row[]
  /** From the issue to the version that this document states. */
  history: readonly HistoryRow[]
  /** Of an endorsement alone. */
  endorsement?: EndorsementFacts
  helpLine: string
  /** The number reached from every country; the same where the other is. */
  helpLineAnywhere: string
  site: { name: string; short: string; operator: string; licence: string; phone: string; email: string }
}
