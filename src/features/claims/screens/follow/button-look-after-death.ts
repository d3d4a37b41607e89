import type { ClaimView } from '../../contract.ts'

/** After a death no button is in accent colour (domain §7.3). */
export const buttonVariantFor = ({ type }: Pick<ClaimView, 'type'>): 'accent' | 'primary' =>
  type === 'death' ? 'primary' : 'accent'
