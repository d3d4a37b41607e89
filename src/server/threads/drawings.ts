/** Documents that a thread draws. Facts are data without functions, because they are copied to the thread. */
import type { makeClaimForm } from '../../features/claims/documents/claim-form.server.ts'
import type { makeDecisionLetter } from '../../features/claims/documents/decision-letter.server.ts'
import type { SalesRecordFacts } from '../../features/orders/draw-sales-record.server.ts'
import type { Translate } from '../../features/policies/documents/document-words.server.ts'
import type { DocumentFacts } from '../../features/policies/documents/fact-types.server.ts'
import type { Fonts } from '../../features/policies/documents/font-types.server.ts'
import type { TermsFacts } from '../../features/policies/documents/policy-terms.server.ts'
import type { SchoolFormFacts } from '../../features/policies/documents/school-form.server.ts'
import type { Lang } from '../../lib/locale.ts'

/** What a thread is asked for. */
export type DrawingOrder = { lang: Lang } & (
  | { drawing: 'salesRecord'; facts: SalesRecordFacts }
  | { drawing: 'policyDocument'; facts: DocumentFacts }
  | { drawing: 'policyTerms'; facts: TermsFacts }
  | { drawing: 'schoolForm'; facts: SchoolFormFacts }
  | { drawing: 'claimForm'; facts: Parameters<typeof makeClaimForm>[0] }
  | { drawing: 'decisionLetter'; facts: Parameters<typeof makeDecisionLetter>[0] }
)

/** Its answer: a PDF, or why there is none. `missing`: code points that no font draws (`MissingGlyphs`). */
export type DrawingAnswer = { bytes: Uint8Array<ArrayBuffer> } | { error: string; missing: readonly string[] | null }

/** Draws it here. What draws a document is loaded when the first of its kind is drawn. */
export async function draw(order: DrawingOrder, t: Translate, fonts: Fonts): Promise<Uint8Array> {
  switch (order.drawing) {
    case 'salesRecord':
      return (await import('../../features/orders/draw-sales-record.server.ts')).drawSalesRecord(order.facts, t, fonts)
    case 'policyDocument':
      return (await import('../../features/policies/documents/draw-document.server.ts')).drawDocument(
        order.facts,
        t,
        fonts,
      )
    case 'policyTerms':
      return (await import('../../features/policies/documents/policy-terms.server.ts')).drawTerms(order.facts, t, fonts)
    case 'schoolForm':
      return (await import('../../features/policies/documents/school-form.server.ts')).drawSchoolForm(
        order.facts,
        t,
        fonts,
      )
    case 'claimForm':
      return (await import('../../features/claims/documents/claim-form.server.ts')).makeClaimForm(order.facts, t, fonts)
    case 'decisionLetter':
      return (await import('../../features/claims/documents/decision-letter.server.ts')).makeDecisionLetter(
        order.facts,
        t,
        fonts,
      )
  }
}
