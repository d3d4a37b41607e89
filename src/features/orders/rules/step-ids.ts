/** The wizard's pages in the order of domain §4.1; `consent` only where it is needed. */
export const STEP_IDS = [
  'enter',
  'before-you-buy',
  'terms',
  'not-covered',
  'people',
  'health',
  'consent',
  'check',
  'pay',
] as const
export type StepId = (typeof STEP_IDS)[number]
