/** Keys of the words for the fields of a bank account (`public/locales/{en,cn}/bankaccount.json`). */
import type { BankFieldId } from './bank-fields-by-country.ts'

/** Label of a field. A number that is an IBAN is labelled so: `iban`. */
export const bankFieldKey = (field: BankFieldId | 'accountName' | 'iban'): string => `bankaccount:field.${field}`
export const ACCOUNT_TYPES = ['checking', 'savings', 'ordinary', 'current'] as const
export const accountTypeKey = (type: (typeof ACCOUNT_TYPES)[number]): string => `bankaccount:type.${type}`
