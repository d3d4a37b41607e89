/**
 * Whether money can be paid to a person's own account: by the rules of its country, and in their name. The same in the
 * browser and on the server.
 */
import { fitName } from './compare-account-name.ts'
import type { AccountToPay } from '../money/account-to-pay.ts'
import { bankErrors } from '../money/bank-fields-by-country.ts'
import type { FieldErrors } from '../errors.ts'
import { hasHiddenCharacters } from '../text/invisible-characters.ts'

/** Field key (`accountName`, `bankFields.bic`) → code of `errors:field`. */
export function ownAccountErrors(account: AccountToPay, names: readonly string[]): FieldErrors {
  const { accountCountry, accountName, accountNumber, bankName, bankFields } = account
  const errors: FieldErrors =
    accountCountry === '' ? { accountCountry: 'account_country_required' } : bankErrors(accountCountry, account)
  if (accountCountry !== '') {
    if (accountName.trim() === '') errors['accountName'] = 'account_name_required'
    else if (fitName(accountName, names) === 'different') errors['accountName'] = 'account_name_match'
  }
  const texts = {
    accountName,
    accountNumber,
    bankName,
    ...Object.fromEntries(Object.entries(bankFields).map(([id, text]) => [`bankFields.${id}`, text])),
  }
  // Stored as typed, so that marks at the ends count as well: the letters around make them marks inside.
  for (const [key, text] of Object.entries(texts))
    if (hasHiddenCharacters(`x${text}x`)) errors[key] ??= 'invisible_characters'
  return errors
}
