/**
 * Declarations to tick, each separately and never preselected: `sensitive` before any data of a claim is accepted, the
 * others on the last page. The two about data are consents of their own: neither the signature nor the privacy policy
 * replaces them (domain §4.1; PIPL arts. 29, 39). A claim is decided without `cross-border` too (PIPL art. 16).
 */
import type { ClaimAnswers } from '../claim-fields.ts'
import type { MADE_DOCUMENTS, MadeDocument } from './made-documents.ts'

export const DECLARATIONS = ['truth', 'sensitive', 'cross-border'] as const
export type Declaration = (typeof DECLARATIONS)[number]

export const isOptional = (id: Declaration): boolean => id === 'cross-border'

/** Which of them concern a claim: a hospital in mainland China, or none, receives nothing abroad. */
export const declarationsFor = ({ hospital }: Pick<ClaimAnswers, 'hospital'>): Declaration[] =>
  DECLARATIONS.filter((id) => id !== 'cross-border' || (hospital.name !== '' && hospital.country !== 'CN'))

/**
 * The declaration, or `more`: its consequences. Both may name the claim's `hospital`. That which signs a made document
 * names its `payee`, and in `other` the signer by `name`, where somebody else fills in the claim.
 */
export const declarationKey = (
  id: Declaration | (typeof MADE_DOCUMENTS)[MadeDocument],
  part: 'text' | 'more' | 'other' = 'text',
): string => `claims:declaration.${id}.${part}`
