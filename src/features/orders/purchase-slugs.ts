/** Names of the purchase texts, apart from what they are made of: the form asks for them by name. */
export const PURCHASE_SLUGS = [
  'enter', 'before-you-buy', 'not-covered', 'health', 'death-benefit-consent', 'declarations', 'sales-record',
] as const
export type PurchaseSlug = (typeof PURCHASE_SLUGS)[number]
