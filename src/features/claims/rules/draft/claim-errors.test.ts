import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../../../lib/days/dates.ts'
import { EMPTY_ANSWERS, type ClaimAnswers, type Visit } from '../claim-fields.ts'
import { requiredDocuments } from './required-documents.ts'
import { coverOn } from './cover-on-day.ts'
import { DECLARATIONS } from './declarations.ts'
import { accountNameFit } from './account-holder-check.ts'
import { accountErrors, claimErrors, eventErrors, type ClaimFacts, unavailableNow } from './claim-errors.ts'
import { namesOnAccounts } from '../../../../lib/people/compare-account-name.ts'
import { signerOf } from './signer.ts'

const TODAY = '2026-03-01'
const POLICY = { start: '2026-01-01', end: '2026-12-31', cancelledOn: null }
const VISIT: Visit = { id: 'v001', day: TODAY, amount: 8_540, currency: 'GBP', invoice: '', elsewhere: null }
const WHOLE: ClaimAnswers = {
  ...EMPTY_ANSWERS,
  type: 'outpatient',
  incidentDay: TODAY,
  contactPerson: '林晓',
  contactPhone: '+44 7911 123456',
  email: 'lin@example.com',
  description: 'Fever.',
  hospital: { slug: '', name: 'Sample Practice', city: '', country: '' },
  visits: [VISIT],
  medicine: false,
  otherInsurance: false,
  accountOwn: true,
  accountCountry: 'CN',
  accountName: '林晓',
  accountNumber: '6222021234567890128',
  bankName: '中国工商银行',
  bankFields: { branch: '中关村支行' },
  declarations: [...DECLARATIONS],
}
const facts = (over: Partial<ClaimFacts> = {}): ClaimFacts => ({
  answers: WHOLE,
  today: TODAY,
  policy: POLICY,
  holders: ['林晓', 'LIN XIAO'],
  checklist: [],
  documents: [],
  signed: true,
  accountKnown: true,
  heirs: {},
  ...over,
})

describe('what happened', () => {
  const of = (over: Partial<ClaimAnswers>) => eventErrors({ ...WHOLE, ...over }, TODAY, POLICY)
  test('a whole claim wants nothing', () => expect(claimErrors(facts())).toEqual({}))
  test('an empty one names every message of the spec', () => {
    expect(eventErrors(EMPTY_ANSWERS, TODAY, POLICY)).toEqual({
      type: 'select_required',
      incidentDay: 'incident_date_required',
      contactPerson: 'contact_person_required',
      contactPhone: 'contact_phone_required',
      email: 'claim_mail_required',
      description: 'situation_required',
    })
  })
  test('no mark that nobody sees stands in what people read, at the ends either', () => {
    expect(
      of({
        description: 'Fever\u202e',
        contactPerson: '林\u2066晓',
        hospital: { ...WHOLE.hospital, city: '\u061cLeeds' },
        visits: [{ ...VISIT, invoice: 'a\u3164' }],
      }),
    ).toEqual({
      description: 'invisible_characters',
      contactPerson: 'invisible_characters',
      hospital: 'invisible_characters',
      'visits.v001.invoice': 'invisible_characters',
    })
    expect(of({ description: 'Line one\nUniver\u00adsity, 👩\u200d👧' })).toEqual({})
    expect(accountErrors({ ...WHOLE, bankFields: { branch: '中关村\u202e支行' } }, ['林晓'])).toEqual({
      'bankFields.branch': 'invisible_characters',
    })
  })
  test('care wants hospital, visits and whether medicine was bought; other types do not', () => {
    const bare = { hospital: EMPTY_ANSWERS.hospital, visits: [], medicine: null }
    expect(of(bare)).toEqual({ hospital: 'hospital_required', visits: 'visit_required', medicine: 'answer_required' })
    expect(of({ ...bare, type: 'travel' })).toEqual({})
  })
  test('an accident wants place, and whether others were involved', () => {
    expect(of({ type: 'accident' })).toEqual({
      place: 'required',
      admitted: 'answer_required',
      thirdParty: 'answer_required',
    })
  })
  test('each visit is named by its own id', () => {
    expect(
      of({
        visits: [
          VISIT,
          { ...VISIT, id: 'ab12', day: '', amount: 0, currency: '' },
          { ...VISIT, id: 'cd34', day: '2026-03-02' },
        ],
      }),
    ).toEqual({
      'visits.ab12.day': 'date_required',
      'visits.ab12.amount': 'amount_required',
      'visits.ab12.currency': 'currency_required',
      'visits.cd34.day': 'date_future',
    })
  })
  test('a day that is no day, before the illness, outside the cover', () => {
    const on = (day: string) => of({ incidentDay: '2026-02-20', visits: [{ ...VISIT, day }] })
    expect(of({ incidentDay: '2026-02-31' })['incidentDay']).toBe('no_such_day')
    expect(on('2026-02-31')).toEqual({ 'visits.v001.day': 'no_such_day' })
    // The field asks which day is meant: nobody may be told that it does not exist.
    expect(of({ incidentDay: '3/2/2026' })['incidentDay']).toBe('date_ambiguous')
    expect(on('3/2/2026')).toEqual({ 'visits.v001.day': 'date_ambiguous' })
    expect(on('last week')).toEqual({ 'visits.v001.day': 'date_format' })
    expect(on('2026-02-19')).toEqual({ 'visits.v001.day': 'visit_before_illness' })
    expect(on('2025-12-30')).toEqual({ 'visits.v001.day': 'visit_before_cover' })
    expect(on('2026-02-20')).toEqual({})
  })
  test.each([
    ['275,40', 27_540, 'EUR', undefined],
    ['275,40', 2_754_000, 'EUR', 'amount_unclear'],
    ['48600', 4_860_000, 'JPY', 'amount_unclear'],
    ['1.275', null, 'EUR', 'amount_unclear'],
    ['1.275', 127_500, 'EUR', undefined],
    ['1.275', 1_275, 'EUR', 'amount_unclear'],
    ['486.5', null, 'JPY', 'amount_whole'],
    ['486.5', 486, 'JPY', 'amount_whole'],
    ['12.3456', null, 'EUR', 'amount_decimals'],
    ['abc', null, 'EUR', 'amount_format'],
    ['0', 0, 'EUR', 'amount_required'],
    [undefined, 8_540, 'EUR', undefined],
  ] as const)('typed %s, sent %s %s: %s', (typed, amount, currency, code) => {
    expect(
      of({ visits: [{ ...VISIT, amount, currency, ...(typed === undefined ? {} : { typed }) }] })['visits.v001.amount'],
    ).toBe(code)
  })
  test('a visit at another hospital names it', () => {
    expect(of({ visits: [{ ...VISIT, elsewhere: EMPTY_ANSWERS.hospital }] })).toEqual({
      'visits.v001.elsewhere': 'visit_hospital_required',
    })
  })
  test.each([
    ['13800001234', undefined],
    ['+86 138 0000 1234', undefined],
    ['+1 (212) 555-0100', undefined],
    ['0044 20 7946 0018', undefined],
    ['020 7946 0018', 'contact_format'],
    ['080-4411-9023', 'contact_format'],
    ['+81–80–4411–9023,', undefined],
    ['tel:+44 20 7946 0018', undefined],
    ['0 138 0000 1234', undefined],
    ['12', 'contact_format'],
    ['1 212 555 0100', undefined],
    ['+34 612 345 678', undefined],
    ['1380000123', 'contact_format'],
    ['23800', 'contact_format'],
    ['call me', 'contact_format'],
  ])('phone %s: %s', (contactPhone, code) => {
    expect(of({ contactPhone })['contactPhone']).toBe(code)
  })
  test('an hour from now is not yet', () =>
    expect(of({ incidentDay: '2026-03-02' })).toEqual({ incidentDay: 'incident_date_future' }))
})

describe('where we pay', () => {
  const of = (over: Partial<ClaimAnswers>) => accountErrors({ ...WHOLE, ...over }, ['林晓', 'LIN XIAO'])
  test('an empty one names all of it, and the fields of a country once it is chosen', () => {
    expect(accountErrors(EMPTY_ANSWERS, ['林晓'])).toEqual({
      accountOwn: 'account_owner_required',
      accountCountry: 'account_country_required',
      accountName: 'account_name_required',
    })
    expect(of({ accountCountry: 'GB' })).toEqual({
      accountNumber: 'account_number_format',
      'bankFields.sortCode': 'sort_code_required',
    })
  })
  test('the name is the insured person’s, in any form known', () => {
    expect(of({ accountName: 'Xiao Lin' })).toEqual({})
    expect(of({ accountName: '林建国' })).toEqual({ accountName: 'account_name_match' })
  })
  test('somebody else’s account: in the mainland only, under the payee’s own name', () => {
    const payee = { accountOwn: false, payeeName: '林建国', payeeRelation: 'parent' as const, accountName: '林建国' }
    expect(of(payee)).toEqual({})
    expect(of({ ...payee, accountName: '林晓' })).toEqual({ accountName: 'account_name_match' })
    expect(of({ ...payee, payeeName: '', payeeRelation: '' })).toMatchObject({
      payeeName: 'payee_name_required',
      payeeRelation: 'payee_relation_required',
    })
    expect(of({ ...payee, accountCountry: 'HK' })).toMatchObject({ accountOwn: 'account_own_only' })
  })
  test('what a bank may keep differently passes, and is looked at', () => {
    expect(accountNameFit({ accountOwn: true, accountName: '林YAN', payeeName: '' }, ['林䶮'])).toBe('unsure')
    expect(accountNameFit({ accountOwn: true, accountName: 'LIN XIAO', payeeName: '' }, ['林晓'])).toBe('unsure')
    expect(accountNameFit({ accountOwn: true, accountName: 'WANG WEI', payeeName: '' }, ['林晓', 'LIN XIAO'])).toBe(
      'different',
    )
  })
})

test('steps: cover of the day, signature, documents, declarations', () => {
  const list = requiredDocuments({ answers: { ...WHOLE, accountOwn: false }, twoSided: false, guardian: false })
  expect(
    claimErrors(
      facts({
        policy: { start: '2026-03-03', end: '2026-12-31', cancelledOn: null },
        signed: false,
        checklist: list,
        answers: { ...WHOLE, declarations: ['truth'] },
      }),
    ),
  ).toEqual({
    policy: { policy: 'not_covered_then' },
    sign: { signature: 'signature_required' },
    event: { 'visits.v001.day': 'visit_before_cover' },
    documents: {
      id_copy: 'document_required',
      invoice: 'document_required',
      medical_record: 'document_required',
      proof_of_account: 'document_required',
      payee_id: 'payee_id_required',
    },
    check: { 'declarations.sensitive': 'declaration_required' },
  })
})

test('a document that cannot be had: a reason stands in for it, but not for who is paid and represented', () => {
  const list = requiredDocuments({ answers: { ...WHOLE, accountOwn: false }, twoSided: false, guardian: false })
  const unavailable = list.map(({ kind }) => ({ kind, why: 'The practice has closed.' }))
  const errors = claimErrors(
    facts({ checklist: list, documents: [], answers: { ...WHOLE, accountOwn: false, unavailable } }),
  )
  expect(errors.documents).toEqual({ payee_id: 'payee_id_required' })
  // Made from the answers, and signed by itself.
  expect(errors.check).toEqual({ 'declarations.authorisation': 'declaration_required' })
  const there = [{ kind: 'invoice' as const, pages: 1 }]
  // A document that was added later, or that is no longer asked for, needs no reason.
  expect(
    unavailableNow(facts({ checklist: list, documents: there, answers: { ...WHOLE, unavailable } })).map(
      ({ kind }) => kind,
    ),
  ).toEqual(['id_copy', 'medical_record', 'proof_of_account'])
})

describe('cover', () => {
  const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2025-01-01', days))
  test('is every day of the term up to the day of cancelling, and no other', () => {
    fc.assert(
      fc.property(day, day, day, fc.option(day), (start, length, at, cancelledOn) => {
        const end = start > length ? start : length
        const covered =
          at >= start && at <= end && (cancelledOn === null || (cancelledOn >= start && at <= cancelledOn))
        expect(coverOn({ start, end, cancelledOn }, at) === 'covered').toBe(covered)
      }),
    )
  })
  test('says why not', () => {
    const policy = { start: '2026-02-01', end: '2026-02-28', cancelledOn: null }
    expect(['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01'].map((it) => coverOn(policy, it))).toEqual([
      'not_started',
      'covered',
      'covered',
      'ended',
    ])
    expect(coverOn({ ...policy, cancelledOn: '2026-02-10' }, '2026-02-11')).toBe('cancelled')
    expect(coverOn({ ...policy, cancelledOn: '2026-01-10' }, '2026-02-11')).toBe('never_in_force')
    expect(coverOn({ ...policy, cancelledOn: '2026-02-10' }, '2026-02-09')).toBe('covered')
    expect(coverOn({ ...policy, cancelledOn: '2026-02-10', neverInForce: true }, '2026-02-09')).toBe('never_in_force')
  })
})

describe('who signs', () => {
  const people = {
    insured: { idName: '林晓', birthDate: '2008-03-02' },
    policyholder: { idName: '林建国' },
    relationship: 'child',
  }
  test('the insured from the eighteenth birthday on; before it a parent, or a guardian to be named', () => {
    expect(signerOf(people, '2026-03-02')).toEqual({ role: 'insured', name: '林晓' })
    expect(signerOf(people, '2026-03-01')).toEqual({ role: 'guardian', name: '林建国' })
    expect(signerOf({ ...people, relationship: 'school' }, '2026-03-01')).toEqual({ role: 'guardian', name: '' })
  })
  test('all names a bank may know', () =>
    expect(namesOnAccounts({ idName: 'LIN XIAO', chineseName: '林晓' })).toEqual(['LIN XIAO', '林晓']))
})
