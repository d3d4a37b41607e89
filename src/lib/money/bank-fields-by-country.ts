/**
 * Bank accounts by country (domain §5.5): which fields an account has there, and whether typed values can be valid.
 * Lengths and checksums only; whether the account exists, only the bank knows. Codes have words under `errors:field`.
 */
import { isCountry } from '../hospitals/countries-of-hospitals-and-banks.ts'
import { withWholeCharacters } from '../text/han-radicals.ts'
import type { FieldErrors } from '../errors.ts'
import {
  ibanProblem,
  isRouting,
  elsewhereProblem,
  mainlandProblem,
  IBAN_LENGTHS,
  type BankProblem,
} from './bank-number-checks.ts'

export const BANK_FIELD_IDS = [
  'bankName',
  'branch',
  'accountNumber',
  'cnaps',
  'routing',
  'accountType',
  'holderAddress',
  'sortCode',
  'bic',
  'bsb',
  'institutionNumber',
  'transit',
  'bankCode',
  'branchCode',
  'katakana',
  'bankPhone',
  'reason',
  'bankAddress',
  'intermediary',
] as const
export type BankFieldId = (typeof BANK_FIELD_IDS)[number]

export interface BankField {
  id: BankFieldId
  required: boolean
  /** `digits` and `code` are compared without spaces and hyphens, `code` in capitals; `text` is taken as typed. */
  kind: 'digits' | 'code' | 'text' | 'choice'
  /** Minimum and maximum number of characters after that. */
  length: readonly [number, number]
  choices?: readonly string[]
  /** An international number, labelled as such. */
  iban?: true
  /**
   * What else is wrong although the characters are allowed; the field's own `…_format` where nothing more specific can
   * be said.
   */
  wrong?: (value: string) => BankProblem | undefined
}

/**
 * Where the parts of an account are stored: `accountNumber` and `bankName` of the claim's answers, everything else in
 * `bankFields`.
 */
export interface BankValues {
  accountNumber: string
  bankName: string
  bankFields: Readonly<Record<string, string>>
}

const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/
const KATAKANA = /^[ァ-ヶー ()（）.・\-Ａ-Ｚ０-９A-Z0-9ｦ-ﾟ　]+$/

const digits = (id: BankFieldId, least: number, most = least, wrong?: BankField['wrong']): BankField => ({
  id,
  required: true,
  kind: 'digits',
  length: [least, most],
  ...(wrong ? { wrong } : {}),
})
/** Makes a field check from a rule that only answers yes or no. */
const must =
  (valid: (value: string) => boolean): BankField['wrong'] =>
  (value) =>
    valid(value) ? undefined : 'format'
const text = (id: BankFieldId, most: number): BankField => ({ id, required: true, kind: 'text', length: [2, most] })
const choice = (id: BankFieldId, ...choices: string[]): BankField => ({
  id,
  required: true,
  kind: 'choice',
  length: [1, 20],
  choices,
})
const optional = (field: BankField): BankField => ({ ...field, required: false })
const bankName = text('bankName', 120)
const bic: BankField = {
  id: 'bic',
  required: true,
  kind: 'code',
  length: [8, 11],
  wrong: must((value) => BIC.test(value)),
}

const iban = (country: string): readonly BankField[] => [
  bankName,
  {
    id: 'accountNumber',
    required: true,
    kind: 'code',
    length: [5, 34],
    iban: true,
    wrong: (value) => ibanProblem(value, country),
  },
  bic,
]

const COUNTRIES: Readonly<Record<string, readonly BankField[]>> = {
  CN: [
    bankName,
    optional(text('branch', 120)),
    digits('accountNumber', 12, 23, mainlandProblem),
    optional(digits('cnaps', 12)),
  ],
  US: [
    bankName,
    digits('routing', 9, 9, must(isRouting)),
    digits('accountNumber', 4, 17),
    choice('accountType', 'checking', 'savings'),
    text('holderAddress', 120),
  ],
  GB: [bankName, digits('sortCode', 6), digits('accountNumber', 8)],
  AU: [bankName, digits('bsb', 6), digits('accountNumber', 6, 9)],
  NZ: [bankName, digits('accountNumber', 15, 16)],
  CA: [bankName, digits('institutionNumber', 3), digits('transit', 5), digits('accountNumber', 7, 12)],
  HK: [bankName, digits('bankCode', 3), digits('branchCode', 3), digits('accountNumber', 6, 9)],
  SG: [bankName, digits('accountNumber', 7, 14), bic],
  MY: [bankName, digits('accountNumber', 7, 16), bic],
  JP: [
    bankName,
    digits('bankCode', 4),
    digits('branchCode', 3),
    choice('accountType', 'ordinary', 'current'),
    digits('accountNumber', 7),
    { id: 'katakana', required: true, kind: 'text', length: [1, 60], wrong: must((value) => KATAKANA.test(value)) },
  ],
  KR: [
    bankName,
    digits('accountNumber', 10, 14),
    { id: 'bankPhone', required: true, kind: 'text', length: [7, 20] },
    text('reason', 80),
  ],
  ZA: [bankName, digits('branchCode', 6), digits('accountNumber', 7, 13), bic],
}

const ELSEWHERE: readonly BankField[] = [
  bankName,
  bic,
  { id: 'accountNumber', required: true, kind: 'code', length: [5, 34], wrong: elsewhereProblem },
  text('bankAddress', 120),
  optional(text('intermediary', 120)),
]

/**
 * Countries with fields of their own: mainland China first, then where our plans are sold, then the rest of the euro
 * area and Schengen.
 */
export const BANK_COUNTRIES: readonly string[] = [
  ...Object.keys(COUNTRIES),
  ...Object.keys(IBAN_LENGTHS).filter((country) => !(country in COUNTRIES)),
]

/** Where most accounts are: mainland China and the countries that most of our plans are sold for. */
export const OFTEN_COUNTRIES: readonly string[] = [
  'CN',
  'US',
  'GB',
  'AU',
  'NZ',
  'CA',
  'HK',
  'SG',
  'MY',
  'JP',
  'KR',
  'DE',
  'FR',
  'IT',
  'ES',
  'NL',
  'IE',
  'CH',
]

/**
 * The fields of an account in a country, in display order. Note: the account name is asked for separately, with its own
 * rule.
 */
export const bankFields = (country: string): readonly BankField[] =>
  COUNTRIES[country] ?? (country in IBAN_LENGTHS ? iban(country) : ELSEWHERE)

export const bankValue = ({ accountNumber, bankName: bank, bankFields: rest }: BankValues, id: BankFieldId): string =>
  id === 'accountNumber' ? accountNumber : id === 'bankName' ? bank : (rest[id] ?? '')

/** The normal form for comparing and paying: grouping removed, full-width digits folded, codes in capitals. */
export function normaliseBankValue(field: BankField, typed: string): string {
  const plain = withWholeCharacters(typed).normalize('NFKC').trim()
  if (field.kind === 'text' || field.kind === 'choice') return field.id === 'katakana' ? typed.trim() : plain
  return plain.replace(/[\s\-‐–.]/g, '').toUpperCase()
}

/**
 * Field key (`accountNumber`, `bankFields.bic`) → code, for each field of the country that is empty, too short, or
 * cannot be valid.
 */
export function bankErrors(country: string, values: BankValues): FieldErrors {
  if (!isCountry(country)) return { accountCountry: 'account_country_required' }
  const errors: FieldErrors = {}
  for (const field of bankFields(country)) {
    const code = errorOf(field, normaliseBankValue(field, bankValue(values, field.id)))
    if (code)
      errors[field.id === 'accountNumber' || field.id === 'bankName' ? field.id : `bankFields.${field.id}`] = code
  }
  return errors
}

const WORDS: Partial<Record<BankFieldId, string>> = { bankName: 'bank', accountNumber: 'account_number' }
const snake = (id: BankFieldId): string => WORDS[id] ?? id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What people write into a field that they cannot answer. A bank would be told it as a name. */
const NO_ANSWER =
  /^(?:我?也?(?:不|没)(?:太?知道|太?清楚|太?记得|太?确定|详|明|了解)[了呢啊]?|忘记?了?|无|没有|未知|待定|暂(?:时没有|没有|无)|同上|n\/?a|none|nil|null|unknown|(?:i )?(?:don['’]?t|do not) know(?: it)?|not (?:sure|known)|tbd|test|测试|[\p{P}\p{S}\s]+|(.)\1{2,})$/iu

function errorOf(field: BankField, value: string): string | undefined {
  if (field.kind === 'text' && value && NO_ANSWER.test(value))
    return field.required ? `${snake(field.id)}_required` : 'field_unknown'
  if (!value) return field.required ? `${snake(field.id)}_required` : undefined
  const [least, most] = field.length
  const count = Array.from(value).length
  const shaped =
    field.kind === 'digits' ? /^\d+$/.test(value) : field.kind === 'code' ? /^[A-Z0-9]+$/.test(value) : true
  const chosen = !field.choices || field.choices.includes(value)
  const problem = shaped && chosen && count >= least && count <= most ? field.wrong?.(value) : 'format'
  return problem === undefined ? undefined : problem === 'format' ? `${snake(field.id)}_format` : `account_${problem}`
}

/** The part of an account number that may be shown: its last four characters. */
export const accountTail = (number: string): string => number.replace(/[\s-]/g, '').slice(-4)
