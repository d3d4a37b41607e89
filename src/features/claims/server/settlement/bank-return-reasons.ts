/** Why banks return money, in the words that the account's owner reads: `claims:bankReason`. */
import type { Deps } from '../../../../server/dependencies.ts'
import type { BothLanguages } from '../../rules/claim-value-schemas.ts'

export const BANK_REASONS = [
  'account_closed',
  'name_differs',
  'number_unknown',
  'not_accepted',
  'limit_exceeded',
] as const
export type BankReason = (typeof BANK_REASONS)[number]

export const bankReasonWords = ({ words }: Pick<Deps, 'words'>, reason: BankReason): BothLanguages => {
  const key = `claims:bankReason.${reason}`
  return { en: words('en', key), cn: words('cn', key) }
}
