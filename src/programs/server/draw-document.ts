/** Draws any document. What draws one is loaded when the first of its kind is drawn. */
import type { Translate } from '../../server/pdf/document-words.ts'
import type { DrawingOrder } from '../../server/pdf/drawings.ts'
import type { Fonts } from '../../server/pdf/font-types.ts'

export async function draw(order: DrawingOrder, t: Translate, fonts: Fonts): Promise<Uint8Array> {
  switch (order.drawing) {
    case 'salesRecord':
      return (await import('../../features/orders/server/sales-record/draw-sales-record.ts')).drawSalesRecord(
        order.facts,
        t,
        fonts,
      )
    case 'policyDocument':
      return (await import('../../features/policies/server/documents/draw-document.ts')).drawDocument(
        order.facts,
        t,
        fonts,
      )
    case 'cancelledDocument':
      return (await import('../../features/policies/server/documents/mark-cancelled.ts')).markCancelled(
        order.facts,
        order.lang,
        fonts,
      )
    case 'policyTerms':
      return (await import('../../features/policies/server/documents/policy-terms.ts')).drawTerms(order.facts, t, fonts)
    case 'schoolForm':
      return (await import('../../features/policies/server/documents/school-form.ts')).drawSchoolForm(
        order.facts,
        t,
        fonts,
      )
    case 'claimForm':
      return (await import('../../features/claims/server/documents/claim-form.ts')).makeClaimForm(order.facts, t, fonts)
    case 'decisionLetter':
      return (await import('../../features/claims/server/documents/decision-letter.ts')).makeDecisionLetter(
        order.facts,
        t,
        fonts,
      )
  }
}
