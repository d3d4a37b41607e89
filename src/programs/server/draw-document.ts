/** Draws any document. What draws one is loaded when the first of its kind is drawn. */
import type { Translate } from '../../server/pdf/document-words.ts'
import type { DrawingOrder } from '../../server/pdf/drawings.ts'
import type { Fonts } from '../../server/pdf/font-types.ts'

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
