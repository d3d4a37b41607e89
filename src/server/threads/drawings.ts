/** Documents that a thread draws. Each is loaded when it is first drawn. */
import type { Lang } from '../../lib/locale.ts'

export const DRAWINGS = {
  salesRecord: async () => (await import('../../features/orders/draw-sales-record.server.ts')).drawSalesRecord,
  policyDocument: async () => (await import('../../features/policies/documents/draw-document.server.ts')).drawDocument,
  policyTerms: async () => (await import('../../features/policies/documents/policy-terms.server.ts')).drawTerms,
  schoolForm: async () => (await import('../../features/policies/documents/school-form.server.ts')).drawSchoolForm,
  claimForm: async () => (await import('../../features/claims/documents/claim-form.server.ts')).makeClaimForm,
  decisionLetter: async () =>
    (await import('../../features/claims/documents/decision-letter.server.ts')).makeDecisionLetter,
} as const

export type Drawing = keyof typeof DRAWINGS
/** Facts that the drawing is made from: data without functions, because it is copied to the thread. */
export type FactsOf<D extends Drawing> = Parameters<Awaited<ReturnType<(typeof DRAWINGS)[D]>>>[0]

/** What a thread is asked for. */
export type DrawingOrder = { [D in Drawing]: { drawing: D; lang: Lang; facts: FactsOf<D> } }[Drawing]

/** Its answer: a PDF, or why there is none. `missing`: code points that no font draws (`MissingGlyphs`). */
export type DrawingAnswer = { bytes: Uint8Array<ArrayBuffer> } | { error: string; missing: readonly string[] | null }
