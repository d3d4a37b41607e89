/** Names of the purchase texts, apart from the texts themselves: the form needs only the names. */
export const PURCHASE_SLUGS = [
  'enter',
  'before-you-buy',
  'not-covered',
  'sensitive-data',
  'health',
  'death-benefit-consent',
  'declarations',
  'sales-record',
] as const
export type PurchaseSlug = (typeof PURCHASE_SLUGS)[number]
