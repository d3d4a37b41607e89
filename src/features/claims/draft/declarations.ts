/**
 * What is ticked, each for itself and never in advance: `sensitive` before anything of a claim is taken, the others on the last page.
 * The two on data are consents of their own: neither the signature nor the privacy policy stands for them (domain §4.1; PIPL arts. 29, 39).
 */
export const DECLARATIONS = ['truth', 'sensitive', 'cross-border'] as const
export type Declaration = (typeof DECLARATIONS)[number]

/** What is agreed to, or `more`: what follows from it. */
export const declarationKey = (id: Declaration, part: 'text' | 'more' = 'text'): string => `claims:declaration.${id}.${part}`
