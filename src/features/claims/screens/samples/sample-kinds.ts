import type { DocumentKind } from '../../rules/document-kinds.ts'

/**
 * No samples for the form, which is signed on the screen, for "another document", which may be anything, and for
 * documents about a death, of which nobody is shown faulty ones.
 */
const WITHOUT = [
  'claim_form',
  'other',
  'death_certificate',
  'deregistration',
  'heir_id',
  'heirs_agreement',
] as const satisfies readonly DocumentKind[]
export type SampleKind = Exclude<DocumentKind, (typeof WITHOUT)[number]>

/** Does this kind have a picture? */
export const hasSample = (kind: DocumentKind): kind is SampleKind =>
  !(WITHOUT as readonly DocumentKind[]).includes(kind)
