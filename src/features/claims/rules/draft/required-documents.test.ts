import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY_ANSWERS, type ClaimAnswers, type Visit } from '../claim-fields.ts'
import { declarationsWhenSent, MADE_DOCUMENTS, madeDocuments, withChange } from './made-documents.ts'
import { requiredDocuments, uploadedOf } from './required-documents.ts'
import { documentErrors } from './claim-errors.ts'
import {
  CATEGORIES,
  categoryOf,
  CLAIM_TYPES,
  DOCUMENT_KIND_IDS,
  isMedical,
  type DocumentKind,
} from '../document-kinds.ts'
import { loadWords } from '../../../../server/load-words.ts'
import { categoryKey, DOCUMENT_REASONS } from '../word-keys.ts'

const visit = (amount: number, currency: Visit['currency'] = 'CNY'): Visit => ({
  id: 'v001',
  day: '2026-03-01',
  amount,
  currency,
  invoice: '',
  elsewhere: null,
})
const of = (answers: Partial<ClaimAnswers>, more: { twoSided?: boolean; guardian?: boolean } = {}) =>
  requiredDocuments({
    answers: { ...EMPTY_ANSWERS, accountOwn: true, ...answers },
    twoSided: true,
    guardian: false,
    ...more,
  })
const wanted = (...args: Parameters<typeof of>): string[] =>
  of(...args)
    .filter((it) => it.required)
    .map(({ kind }) => kind)

describe('what a claim needs', () => {
  test('both sides of a card, or one page of a passport', () => {
    const pages = (...args: Parameters<typeof of>) => of(...args).find(({ kind }) => kind === 'id_copy')?.least
    expect(pages({ type: 'outpatient' })).toBe(2)
    expect(pages({ type: 'outpatient', idShown: 'passport' })).toBe(1)
    expect(pages({ type: 'outpatient', idShown: 'card' }, { twoSided: false })).toBe(1)
  })

  test.each<[string, Parameters<typeof of>, DocumentKind[]]>([
    ['outpatient', [{ type: 'outpatient' }], ['id_copy', 'invoice', 'medical_record', 'proof_of_account']],
    [
      'outpatient, invoices over CNY\u00a01,000',
      [{ type: 'outpatient', visits: [visit(60_000), visit(40_001)] }],
      ['id_copy', 'invoice', 'medical_record', 'itemised_bill', 'proof_of_account'],
    ],
    [
      'outpatient, exactly CNY\u00a01,000',
      [{ type: 'outpatient', visits: [visit(100_000)] }],
      ['id_copy', 'invoice', 'medical_record', 'proof_of_account'],
    ],
    [
      'outpatient, medicine',
      [{ type: 'outpatient', medicine: true }],
      ['id_copy', 'invoice', 'medical_record', 'prescription', 'proof_of_account'],
    ],
    [
      'inpatient',
      [{ type: 'inpatient' }],
      ['id_copy', 'invoice', 'medical_record', 'itemised_bill', 'discharge_summary', 'proof_of_account'],
    ],
    ['accident', [{ type: 'accident', admitted: false }], ['id_copy', 'invoice', 'medical_record', 'proof_of_account']],
    [
      'accident, kept overnight, somebody else involved',
      [{ type: 'accident', admitted: true, thirdParty: true }],
      [
        'id_copy',
        'invoice',
        'medical_record',
        'itemised_bill',
        'discharge_summary',
        'police_report',
        'proof_of_account',
      ],
    ],
    ['dental', [{ type: 'dental' }], ['id_copy', 'invoice', 'medical_record', 'dental_chart', 'proof_of_account']],
    ['evacuation', [{ type: 'evacuation' }], ['id_copy', 'assistance_approval', 'proof_of_account']],
    ['interruption', [{ type: 'interruption' }], ['id_copy', 'school_letter', 'proof_of_account']],
    ['travel', [{ type: 'travel' }], ['id_copy', 'carrier_certificate', 'proof_of_account']],
    [
      'liability, other insurance',
      [{ type: 'liability', otherInsurance: true }],
      ['id_copy', 'other_insurer', 'liability_demand', 'proof_of_account'],
    ],
    [
      'somebody else’s account',
      [{ type: 'outpatient', accountOwn: false }],
      ['id_copy', 'invoice', 'medical_record', 'proof_of_account', 'payee_id'],
    ],
    [
      'a minor',
      [{ type: 'outpatient' }, { guardian: true }],
      ['id_copy', 'guardian_id', 'relationship', 'invoice', 'medical_record', 'proof_of_account'],
    ],
  ])('%s', (_, args, kinds) => expect(wanted(...args)).toEqual(kinds))

  test('what is made from the answers may be sent as a paper, and need not be', () => {
    const made = (...args: Parameters<typeof of>): unknown[] =>
      of(...args)
        .filter(({ because }) => because === 'made')
        .map(({ kind, required, least }) => [kind, required, least])
    expect(made({ type: 'outpatient' })).toEqual([])
    expect(made({ type: 'accident', accountOwn: false })).toEqual([
      ['accident_statement', false, 0],
      ['authorisation', false, 0],
    ])
    // Only the insured person's own account is used again.
    expect(made({ type: 'outpatient', accountOwn: false, accountFrom: 'earlier-claim' })).toEqual([])
    expect(made({ type: 'death', accountOwn: false })).toEqual([])
  })

  test('both sides of an ID card, one of a passport; an invoice for each visit; a PDF counts its pages', () => {
    const list = of({ type: 'outpatient', visits: [visit(1), { ...visit(2), id: 'v002' }] })
    expect(list.filter(({ least }) => least > 1).map(({ kind, least }) => [kind, least])).toEqual([
      ['id_copy', 2],
      ['invoice', 2],
    ])
    expect(of({}, { twoSided: false })[0]).toMatchObject({ kind: 'id_copy', least: 1 })
    expect(
      uploadedOf('invoice', [
        { kind: 'invoice', pages: 2 },
        { kind: 'other', pages: 9 },
      ]),
    ).toBe(2)
  })
  test.each([
    ['GBP', 10_928, false],
    ['GBP', 10_929, true],
    ['JPY', 21_505, false],
    ['JPY', 21_506, true],
    ['KRW', 190_000, false],
  ] as const)('%s %i over CNY 1,000: %s', (currency, amount, over) => {
    expect(wanted({ type: 'outpatient', visits: [visit(amount, currency)] }).includes('itemised_bill')).toBe(over)
  })
})

const answers = fc
  .record({
    type: fc.constantFrom('' as const, ...CLAIM_TYPES),
    admitted: fc.option(fc.boolean()),
    thirdParty: fc.option(fc.boolean()),
    medicine: fc.option(fc.boolean()),
    otherInsurance: fc.option(fc.boolean()),
    accountOwn: fc.option(fc.boolean()),
    visits: fc.array(
      fc.record({ amount: fc.integer({ min: 0, max: 10 ** 7 }) }).map(({ amount }) => visit(amount)),
      { maxLength: 5 },
    ),
  })
  .map((it): ClaimAnswers => ({ ...EMPTY_ANSWERS, ...it }))

test('a signed paper that was sent stands in for what would be made, and nothing superfluous stays declared', () => {
  const all = { ...EMPTY_ANSWERS, type: 'accident' as const, accountOwn: false }
  const declarations = ['truth', ...Object.values(MADE_DOCUMENTS)]
  expect(madeDocuments(all, [])).toEqual(['accident_statement', 'authorisation'])
  expect(madeDocuments(all, [{ kind: 'accident_statement', status: 'received' }])).toEqual(['authorisation'])
  expect(madeDocuments(all, [{ kind: 'accident_statement', status: 'failed' }])).toHaveLength(2)
  const sent = (over: Partial<ClaimAnswers>, ...there: Parameters<typeof madeDocuments>[1]): string[] =>
    declarationsWhenSent({ ...all, declarations, ...over }, there)
  expect(sent({})).toEqual(declarations)
  expect(sent({ type: 'outpatient' })).toEqual(['truth', 'authorisation'])
  expect(sent({}, { kind: 'authorisation' })).toEqual(['truth', 'accident-statement'])
})

test('documents are in the seven categories of spec §3', () => {
  const words = loadWords()
  expect(CATEGORIES.map((category) => words('en', categoryKey(category)))).toEqual([
    'Personal information',
    'Payee',
    'Bank account',
    'Invoices',
    'Medical records',
    'Other documents',
    'ID',
  ])
  const kinds = [
    'heirs_agreement',
    'payee_id',
    'proof_of_account',
    'invoice',
    'medical_record',
    'other',
    'id_copy',
  ] as const
  expect(kinds.map(categoryOf)).toEqual([...CATEGORIES])
})

test('any checklist names each document once, in its order and category, for a reason there are words for; sending it all is enough', () => {
  fc.assert(
    fc.property(answers, fc.boolean(), fc.boolean(), (it, twoSided, guardian) => {
      const list = requiredDocuments({ answers: it, twoSided, guardian })
      const kinds = list.map(({ kind }) => kind)
      expect(kinds).toEqual(DOCUMENT_KIND_IDS.filter((kind) => kinds.includes(kind)))
      expect(kinds).not.toContain('claim_form')
      for (const item of list) {
        expect(item.category).toBe(categoryOf(item.kind))
        expect(DOCUMENT_REASONS).toContain(item.because)
        expect(item.least > 0).toBe(item.required)
      }
      const sent = list.flatMap(({ kind, least }) => Array.from({ length: least }, () => ({ kind, pages: 1 })))
      expect(documentErrors(list, sent)).toEqual({})
      // With one document fewer, its kind is reported.
      sent.forEach(({ kind }, i) => expect(Object.keys(documentErrors(list, sent.toSpliced(i, 1)))).toEqual([kind]))
      if (it.type && isMedical(it.type))
        expect(
          list.filter(({ kind, required }) => required && (kind === 'invoice' || kind === 'medical_record')),
        ).toHaveLength(2)
    }),
  )
})

test('a change on this device takes back the tick of what states it, and no other', () => {
  const ticked = {
    ...EMPTY_ANSWERS,
    description: 'I fell.',
    payeeName: '王芳',
    declarations: ['truth', ...Object.values(MADE_DOCUMENTS)],
  }
  const after = (change: Partial<ClaimAnswers>) => withChange(ticked, change).declarations
  expect(after({ description: 'I slipped.' })).toEqual(['truth', MADE_DOCUMENTS.authorisation])
  expect(after({ bankFields: { branch: '徐汇支行' } })).toEqual(['truth', MADE_DOCUMENTS.accident_statement])
  for (const change of [{ description: 'I fell.' }, { email: 'a@example.com' }, {}])
    expect(after(change)).toEqual(ticked.declarations)
  // Read and ticked with what is changed.
  expect(after({ payeeName: '王方', declarations: ticked.declarations })).toEqual(ticked.declarations)
})
