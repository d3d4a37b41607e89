import type { DocumentKind } from '../document-kinds.ts'

export type SampleKind = Exclude<DocumentKind, 'claim_form' | 'other'>

/** Has this kind a picture? The form is signed on the screen, and "another document" may be anything. */
export const hasSample = (kind: DocumentKind): kind is SampleKind => kind !== 'claim_form' && kind !== 'other'
