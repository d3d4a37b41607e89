import type { DocumentKind } from '../document-kinds.ts'

/** The form is signed on the screen, "another document" may be anything, and nobody is shown how the papers of a death look when they are wrong. */
const WITHOUT = ['claim_form', 'other', 'death_certificate', 'deregistration', 'heir_id', 'heirs_agreement'] as const satisfies readonly DocumentKind[]
export type SampleKind = Exclude<DocumentKind, (typeof WITHOUT)[number]>

/** Has this kind a picture? */
export const hasSample = (kind: DocumentKind): kind is SampleKind => !(WITHOUT as readonly DocumentKind[]).includes(kind)
