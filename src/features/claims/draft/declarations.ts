/**
 * Declarations to tick, each separately and never preselected: `sensitive` before any data of a claim is accepted, the
 * others on the last page. The two about data are consents of their own: neither the signature nor the privacy policy
 * replaces them (domain §4.1; PIPL arts. 29, 39).
 */
export const DECLARATIONS = ['truth', 'sensitive', 'cross-border'] as const
export type Declaration = (typeof DECLARATIONS)[number]

/** The declaration, or `more`: its consequences. */
export const declarationKey = (id: Declaration, part: 'text' | 'more' = 'text'): string =>
  `claims:declaration.${id}.${part}`
