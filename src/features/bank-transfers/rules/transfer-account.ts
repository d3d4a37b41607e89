/**
 * An account in the form of a batch file, and whether a file can contain it: no text in it may be a spreadsheet formula
 * or contain a line break.
 */
import type { AccountToPay } from '../../../lib/money/account-to-pay.ts'
import {
  BANK_FIELD_IDS,
  bankFields,
  bankValue,
  normaliseBankValue,
  type BankFieldId,
} from '../../../lib/money/bank-fields-by-country.ts'
import { withWholeCharacters } from '../../../lib/text/han-radicals.ts'
import { hasFormula } from '../../../lib/text/write-csv-line.ts'

/** Columns of the file that describe the account, in order. */
export const ACCOUNT_COLUMNS = [
  'country',
  'account_name',
  ...BANK_FIELD_IDS.map((id) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
] as const

/** Cells of the account in banks' notation: without grouping, codes in capitals, only the fields of its country. */
export function accountCells(account: AccountToPay): string[] {
  const fields = bankFields(account.accountCountry)
  return [
    account.accountCountry,
    withWholeCharacters(account.accountName.trim()),
    ...BANK_FIELD_IDS.map((id) =>
      cellOf(
        account,
        id,
        fields.find((it) => it.id === id),
      ),
    ),
  ]
}

function cellOf(
  account: AccountToPay,
  id: BankFieldId,
  field: ReturnType<typeof bankFields>[number] | undefined,
): string {
  if (!field) return ''
  const value = normaliseBankValue(field, bankValue(account, id))
  return id === 'bankPhone' ? value.replace(/^\+/, '00') : value
}

/**
 * What no cell may contain: control characters, line breaks, invisible marks, and what a spreadsheet would take for a
 * formula.
 */
export const isSafeCell = (text: string): boolean =>
  !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text) && !hasFormula(text)

/** The columns whose typed text a file cannot contain. */
export const unsafeColumns = (account: AccountToPay): string[] =>
  accountCells(account).flatMap((cell, i) => (isSafeCell(cell) ? [] : (ACCOUNT_COLUMNS[i] ?? [])))
