import { expect, test } from 'vitest'
import { loadWords } from '../../../server/load-words.ts'
import { BANK_FIELD_IDS } from '../../../lib/money/bank-fields-by-country.ts'
import { ACCOUNT_TYPES, accountTypeKey, bankFieldKey } from '../../../lib/money/bank-field-words.ts'
import { LANGS } from '../../../lib/locale.ts'
import { PAYEE_RELATIONS } from './claim-fields.ts'
import { DECLARATIONS, declarationKey } from './draft/declarations.ts'
import { CLAIM_FIELD_ERRORS } from './draft/claim-errors.ts'
import { CATEGORIES, CLAIM_TYPES, DOCUMENT_KIND_IDS } from './document-kinds.ts'
import { MADE_DOCUMENTS } from './draft/made-documents.ts'
import { CLAIM_STEPS } from '../list-contract.ts'
import { LINE_DEDUCTIONS, STEPS } from './settlement-sheet.ts'
import { CLAIM_STATUSES, DOCUMENT_STATUSES, ITEM_STATUSES } from './status-values.ts'
import { reasonKey, reasonsOf } from './send-back-reasons.ts'
import * as keys from './word-keys.ts'

const words = loadWords()
const all: string[] = [
  ...CLAIM_STATUSES.map(keys.statusKey),
  ...DOCUMENT_STATUSES.map(keys.documentStatusKey),
  ...ITEM_STATUSES.map(keys.itemStatusKey),
  ...CLAIM_STEPS.map(keys.stepKey),
  ...CATEGORIES.map(keys.categoryKey),
  ...PAYEE_RELATIONS.map(keys.relationKey),
  ...CLAIM_TYPES.flatMap((type) => [keys.typeKey(type), keys.typeKey(type, 'for')]),
  ...(['you', 'us', 'bank', 'nobody'] as const).map(keys.turnKey),
  ...keys.DOCUMENT_REASONS.map(keys.becauseKey),
  ...keys.ACTIVITIES.map(keys.activityKey),
  ...[...keys.SHEET_LINES, ...LINE_DEDUCTIONS, ...STEPS].map(keys.sheetKey),
  ...BANK_FIELD_IDS.map(bankFieldKey),
  bankFieldKey('accountName'),
  bankFieldKey('iban'),
  ...ACCOUNT_TYPES.map(accountTypeKey),
  'claimform:currency',
  ...CLAIM_FIELD_ERRORS.map((code) => `claimform:fieldError.${code}`),
  ...DECLARATIONS.flatMap((id) => [declarationKey(id), declarationKey(id, 'more')]),
  ...Object.values(MADE_DOCUMENTS).flatMap((id) =>
    (['text', 'other', 'more'] as const).map((part) => declarationKey(id, part)),
  ),
  ...DOCUMENT_KIND_IDS.flatMap((kind) => [
    ...(['name', 'rule', 'note'] as const).map((part) => keys.documentKey(kind, part)),
    ...reasonsOf(kind).map((reason) => reasonKey(kind, reason) ?? `${kind} ${reason}`),
  ]),
]

test.each(LANGS)('every word of the vocabulary is there in %s', (lang) => {
  expect(all.filter((key) => !words.has(lang, key))).toEqual([])
})
