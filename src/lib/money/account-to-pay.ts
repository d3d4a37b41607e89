/** An account that money is sent to: the fields that claims and refunds share, without its owner. */
import { z } from 'zod/mini'
import { canonicalJson } from '../text/canonical-json.ts'

export const accountToPaySchema = z.object({
  accountCountry: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
  bankName: z.string(),
  bankFields: z.record(z.string(), z.string()),
})
export type AccountToPay = z.output<typeof accountToPaySchema>

/** Another country: bank, number and their details were another country's; the name stays the person's. */
export const accountIn = (accountCountry: string): Omit<AccountToPay, 'accountName'> => ({
  accountCountry,
  accountNumber: '',
  bankName: '',
  bankFields: {},
})

/** Whether two accounts are the same to the bank. Spaces, case and width of letters make no difference. */
export function sameAccount(before: AccountToPay, after: AccountToPay): boolean {
  const plain = (text: string): string => text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  const told = ({ accountCountry, accountName, accountNumber, bankName, bankFields }: AccountToPay): string =>
    canonicalJson([
      accountCountry,
      plain(accountName),
      plain(accountNumber),
      plain(bankName),
      Object.entries(bankFields)
        .flatMap(([field, value]) => (value.trim() === '' ? [] : [`${field} ${plain(value)}`]))
        .sort(),
    ])
  return told(before) === told(after)
}
