/** An account as a batch file carries it, and whether a file can: a text in it may neither be a formula of a spreadsheet nor end a line. */
import type { AccountToPay } from '../../lib/account-to-pay.ts'
import { BANK_FIELD_IDS, bankFields, bankValue, normaliseBankValue, type BankFieldId } from '../../lib/bank-account.ts'

/** Columns of the file that say where money goes, in their order. */
export const ACCOUNT_COLUMNS = ['country', 'account_name', ...BANK_FIELD_IDS.map((id) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))] as const

/** Cells of the account, as banks take them: grouping taken away, codes in capitals, only the fields of its country. */
export function accountCells(account: AccountToPay): string[] {
  const fields = bankFields(account.accountCountry)
  return [account.accountCountry, account.accountName.trim(), ...BANK_FIELD_IDS.map((id) => cellOf(account, id, fields.find((it) => it.id === id)))]
}

function cellOf(account: AccountToPay, id: BankFieldId, field: ReturnType<typeof bankFields>[number] | undefined): string {
  if (!field) return ''
  const value = normaliseBankValue(field, bankValue(account, id))
  return id === 'bankPhone' ? value.replace(/^\+/, '00') : value
}

/** What no cell may hold: controls, breaks of lines, marks that nobody sees, and what a spreadsheet would take for a formula. */
export const isSafeCell = (text: string): boolean => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text) && !/^\s*[=+\-@＝＋－＠]/.test(text)

/** The columns of which a file cannot carry what was typed. */
export const unsafeColumns = (account: AccountToPay): string[] =>
  accountCells(account).flatMap((cell, i) => (isSafeCell(cell) ? [] : ACCOUNT_COLUMNS[i] ?? []))
