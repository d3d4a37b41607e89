/**
 * The facts of a claim's documents. Names of plans, insurers and IDs are already in the document's language; other
 * words are added when it is drawn.
 */
import type { Day } from '../../../../lib/days/dates.ts'
import type { Lang } from '../../../../lib/locale.ts'
import type { Site } from '../../../../lib/site.ts'
import type { ClaimAnswers } from '../claim-fields.ts'
import type { DecisionView, DocumentView, FormText, SignatureView } from '../../contract.ts'
import type { ClaimType } from '../document-kinds.ts'
import type { SignerRole } from '../draft/load-claim-texts.ts'
import type { HeirRelation } from '../heirs.ts'
import type { Strokes } from '../draft/signature-strokes.ts'

interface ClaimFacts {
  lang: Lang
  site: Site
  /** "Sample data, not an offer by this insurer": `insurerWords(lang, insurer).notice`. */
  sampleNotice: string
  caseNumber: string
  /** Full name. */
  insurer: string
  /** `plan`: plan and tier, as planTitle says it. */
  policy: { number: string; plan: string; start: Day; end: Day }
  /** `idNumber` is masked: "1101 •••• 002X". */
  insured: { name: string; otherName?: string; idType: string; idNumber: string }
}

/** The form as it was sent. It is evidence, so it must be made even if no font draws a character (decision 0019). */
export interface ClaimFormFacts extends ClaimFacts {
  /** Instant of the submission, ms; also the date of the PDF. */
  submittedAt: number
  answers: ClaimAnswers
  documents: readonly Pick<DocumentView, 'kind' | 'pages' | 'size' | 'sha256' | 'receivedAt'>[]
  /** `strokes` of a drawn signature; empty for a typed one. */
  signature: Pick<SignatureView, 'kind' | 'name' | 'at' | 'lang' | 'textVersion' | 'textSha256'> & {
    role: SignerRole
    strokes: Strokes
  }
  /** `formText(lang, role)` in the language of this document; if another language was signed, the document says so. */
  form: FormText
}

/** Facts of files that can be downloaded without a claim or a person. */
export interface DownloadFacts {
  lang: Lang
  site: Site
  sampleNotice: string
  /** When it is made, ms: the date of the PDF. */
  madeAt: number
}

/** The form to print and fill in by hand. */
export interface BlankFormFacts extends DownloadFacts {
  /** One for each possible signer: all are printed. */
  forms: readonly { role: SignerRole; form: FormText }[]
}

export interface DecisionFacts extends ClaimFacts {
  type: ClaimType
  incidentDay: Day
  decision: Pick<DecisionView, 'at' | 'outcome' | 'reason' | 'clauses' | 'sheet' | 'appealUntil'>
  /** The account and the latest day of the payment; `null` when nothing is paid to the person. */
  payment: { bank: string; accountTail: string; accountName: string; dueOn: Day } | null
  /** After a death: each heir's part, in order; the parts add up to what is paid. Empty where there is one account. */
  heirs: readonly {
    name: string
    relation: HeirRelation | null
    guardian: string | null
    share: string
    amount: number
    bank: string
    accountTail: string
    accountName: string
  }[]
  /** Latest day on which the heirs are paid. */
  heirsBy: Day | null
  /** The decision is the result of a requested review. */
  review: boolean
}
