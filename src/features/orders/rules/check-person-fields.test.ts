import { describe, expect, it } from 'vitest'
import {
  asksPassportName,
  asksPassportNumber,
  completePerson,
  EMPTY_PEOPLE,
  EMPTY_PERSON,
  insuredDraft,
  lacksPassportName,
  lacksPassportNumber,
  nameInWords,
  personDraftSchema,
  printedNames,
  personSchema,
  spellsInPinyin,
  withRelationship,
  type PersonDraft,
} from './check-person-fields.ts'
import { check, idOf, person } from './people.testing.ts'
import { LANGS } from '../../../lib/locale.ts'
import { nameIn } from '../../../lib/people/name-in-language.ts'
import { without } from '../../../lib/object-keys.ts'

describe('one person', () => {
  it('is complete with the fields of spec §3, in normal form', () => {
    const parsed = personSchema.parse(
      person('2004-08-20', { idNumber: idOf('2004-08-20', 'female').toLowerCase(), mobile: '+86 138-0000-0527' }),
    )
    expect(parsed).toMatchObject({
      idName: '王䶮',
      mobile: '13800000527',
      email: 'wang@example.com',
      chineseName: undefined,
    })
  })
  it('lists all that is missing at once', () => {
    expect(check({ relationship: 'self' }).errors).toEqual({
      'policyholder.idType': 'id_type_required',
      'policyholder.idName': 'name_required',
      'policyholder.idNumber': 'id_number_required',
      'policyholder.gender': 'gender_required',
      'policyholder.birthDate': 'birth_required',
      'policyholder.nationality': 'nationality_required',
      'policyholder.email': 'contact_required',
      'policyholder.institution': 'institution_required',
    })
  })
  it('is told of no other printed form of a name that looks the same', () => {
    const copied = person('2004-08-20', { idName: '林\u2F29雨', institution: '\u2F24学\u2EE9山' })
    expect(printedNames(copied)).toEqual({})
    expect(completePerson(copied)).toMatchObject({ idName: '林小雨', institution: '大学黄山' })
  })
  it.each(['ZZ', 'UK', 'TW', 'HK', 'AQ', 'EU'])('takes no nationality that cannot be chosen: %s', (nationality) => {
    const people = { relationship: 'self', policyholder: person('2004-08-20', { nationality }) } as const
    expect(check(people).errors).toEqual({ 'policyholder.nationality': 'nationality_required' })
  })
  it.each(['XK', 'XXA', 'XXB', 'XXC'])('takes Kosovo and those without a state: %s', (nationality) => {
    const policyholder = person('2004-08-20', { nationality })
    expect(check({ relationship: 'self', policyholder }).errors).toEqual({})
    expect(completePerson(policyholder).nationality).toBe(nationality)
  })
  it('prints an application that was sent with such a one before it was refused', () => {
    expect(completePerson(person('2004-08-20', { nationality: 'HK' })).nationality).toBe('HK')
  })
  it('lists it in the order of the form', () => {
    expect(Object.keys(check({}).errors).map((key) => key.replace('policyholder.', ''))).toEqual([
      'relationship',
      'idType',
      'idNumber',
      'idName',
      'birthDate',
      'gender',
      'nationality',
      'email',
    ])
  })
  it('is reached by email or by mobile, whichever there is', () => {
    const reached = (email: string, mobile: string) =>
      check({ relationship: 'self', policyholder: person('2004-08-20', { email, mobile }) }).errors
    expect([
      reached('wang@example.com', ''),
      reached('', '138 0000 0527'),
      reached('wang@example.com', '13800000527'),
    ]).toEqual([{}, {}, {}])
    expect([reached('', ''), reached(' ', ' ')].map((errors) => errors['policyholder.email'])).toEqual([
      'contact_required',
      'contact_required',
    ])
    expect(reached('', '1380000')).toEqual({ 'policyholder.mobile': 'phone_format' })
    expect(completePerson(person('2004-08-20', { email: '', mobile: '+86 138 0000 0527' }))).toMatchObject({
      email: undefined,
      mobile: '13800000527',
    })
  })
  it('holds ID, birth date and gender against each other', () => {
    const wrong = person('2004-08-20', { idNumber: idOf('2004-08-21', 'male') })
    expect(check({ relationship: 'self', policyholder: wrong }).errors).toEqual({
      'policyholder.birthDate': 'id_number_birth',
      'policyholder.gender': 'id_number_gender',
    })
  })
  it('asks a passport for its capitals', () => {
    const passport = person('2004-08-20', { idType: 'passport', idNumber: 'E12345678', idName: '吕娜' })
    expect(check({ relationship: 'self', policyholder: passport }).errors).toEqual({
      'policyholder.idName': 'name_passport',
    })
    expect(check({ relationship: 'self', policyholder: { ...passport, idName: 'lü na' } }).errors).toEqual({
      'policyholder.idName': 'name_umlaut',
    })
    const german = { ...passport, nationality: 'DE', idName: 'O’Connor-Müller Anne' }
    expect(check({ relationship: 'self', policyholder: german }).errors).toEqual({})
    expect(printedNames({ ...EMPTY_PERSON, ...german })).toEqual({ idName: "O'CONNOR-MUELLER ANNE" })
    expect(check({ relationship: 'self', policyholder: { ...german, institution: 'A<b>' } }).errors).toEqual({
      'policyholder.institution': 'school_characters',
    })
    expect(check({ relationship: 'self', policyholder: { ...passport, idName: 'Lyu Na' } }).errors).toEqual({})
  })
})

describe('the date of birth that the price was asked for with', () => {
  const asked = { ...EMPTY_PEOPLE, insured: { ...EMPTY_PERSON, birthDate: '2005-05-05' } }
  it('is the buyer’s where buyer and student are one, and never overwrites what was typed', () => {
    expect(insuredDraft(withRelationship(asked, 'self')).birthDate).toBe('2005-05-05')
    expect(insuredDraft(withRelationship(asked, 'parent')).birthDate).toBe('2005-05-05')
    const typed = { ...asked, policyholder: { ...EMPTY_PERSON, birthDate: '1980-01-01' } }
    expect(withRelationship(typed, 'self').policyholder.birthDate).toBe('1980-01-01')
  })
})

describe('the name in the passport', () => {
  const own = (over: Partial<PersonDraft>) =>
    check({ relationship: 'self', policyholder: person('2004-08-20', over) }).errors
  it('is asked for only where the ID is written in Chinese', () => {
    const asked = (idType: PersonDraft['idType'], idName = '') => asksPassportName({ idType, idName })
    expect([
      asked(''),
      asked('passport', '吕娜'),
      asked('foreigner_permit'),
      asked('home_return_permit', 'CHAN TAI MAN'),
    ]).toEqual([false, false, false, false])
    expect([asked('resident_id'), asked('home_return_permit', '陳大文'), asked('taiwan_permit', '陳大文')]).toEqual([
      true,
      true,
      true,
    ])
  })
  it('may be left out, and is in capitals otherwise', () => {
    expect(own({})).toEqual({})
    expect(completePerson(person('2004-08-20', { passportName: ' wáng  yǎn ' })).passportName).toBe('WANG YAN')
    expect(completePerson(person('2004-08-20', { passportName: ' ' })).passportName).toBeUndefined()
  })
  it('says what is wrong in words about a passport', () => {
    const wrong = (passportName: string) => own({ passportName })['policyholder.passportName']
    expect([wrong('王䶮'), wrong('W4NG'), wrong('lǚ na'), wrong('A'.repeat(101))]).toEqual([
      'name_passport',
      'name_passport',
      'name_umlaut',
      'name_long',
    ])
  })
  it('neither counts nor errs once another type of ID is chosen, nor does a Chinese name', () => {
    const passport = { idType: 'passport', idNumber: 'E12345678', idName: 'WANG YAN' } as const
    expect(own({ ...passport, passportName: '王䶮' })).toEqual({})
    expect(completePerson(person('2004-08-20', { ...passport, passportName: 'LI LEI' })).passportName).toBeUndefined()
    expect(own({ chineseName: 'Wang' })).toEqual({})
    expect(own({ ...passport, chineseName: 'Wang' })).toEqual({ 'policyholder.chineseName': 'name_chinese' })
  })
  it('is missed only where English documents would be in Chinese alone', () => {
    expect(lacksPassportName(person('2004-08-20'))).toBe(true)
    expect(lacksPassportName(person('2004-08-20', { passportName: 'WANG YAN' }))).toBe(false)
    expect(lacksPassportName(person('2004-08-20', { idType: 'passport', idName: 'WANG YAN' }))).toBe(false)
  })
  it('is the name in English, and the ID’s in Chinese', () => {
    const both = person('2004-08-20', { passportName: 'Wang Yan' })
    expect([nameInWords(both, 'en'), nameInWords(both, 'cn'), nameInWords(person('2004-08-20'), 'en')]).toEqual([
      'Wang Yan',
      '王䶮',
      '王䶮',
    ])
    const nguyen = person('2005-05-05', { idType: 'passport', idName: ' Nguyễn  Thị Đào', chineseName: '阮 氏桃' })
    expect([nameInWords(nguyen, 'en'), nameInWords(nguyen, 'cn'), nameInWords(EMPTY_PERSON, 'en')]).toEqual([
      'Nguyễn Thị Đào',
      '阮氏桃',
      '',
    ])
    expect(LANGS.map((lang) => nameIn(completePerson({ ...nguyen, idNumber: 'EJ3123456' }), lang))).toEqual(
      LANGS.map((lang) => nameInWords(nguyen, lang)),
    )
    expect(completePerson(both)).toMatchObject({ idName: '王䶮', passportName: 'WANG YAN', typedName: 'Wang Yan' })
  })
  it.each([
    ["Maimaiti, Ai'erken", "Maimaiti Ai'erken"],
    ["maimaiti，ai'erken", "MAIMAITI AI'ERKEN"],
  ])('typed as %s is shown as %s, as no passport has a comma', (idName, shown) => {
    const typed = person('2005-05-05', { idType: 'passport', idName, idNumber: 'EJ3123456', chineseName: '' })
    expect(nameInWords(typed, 'en')).toBe(shown)
    expect(nameIn(completePerson(typed), 'en')).toBe(shown)
  })
  it('is not known of orders made before it was asked', () => {
    const before = without(person('2004-08-20'), 'passportName')
    expect(completePerson(personDraftSchema.parse(before))).toMatchObject({ idName: '王䶮', passportName: undefined })
  })
})

describe('names as the documents print them', () => {
  const passport = (over: Partial<PersonDraft>): PersonDraft =>
    person('2005-05-05', { idType: 'passport', idNumber: 'EJ3123456', ...over })
  it('are told where they differ from what was typed', () => {
    expect(printedNames(passport({ idName: 'Nguyễn Thị Đào', chineseName: '阮 氏桃' }))).toEqual({
      idName: 'NGUYEN THI DAO',
      chineseName: '阮氏桃',
    })
    expect(printedNames(person('2005-05-05', { passportName: 'wang yan' }))).toEqual({ passportName: 'WANG YAN' })
  })
  it('are not repeated where they are the same, nor told of what is wrong', () => {
    expect(printedNames(passport({ idName: ' LIN XIAO ', chineseName: '林晓' }))).toEqual({})
    expect(printedNames(passport({ idName: 'LÜ 1' }))).toEqual({})
  })
})

describe('the number of the passport', () => {
  const own = (over: Partial<PersonDraft>) =>
    check({ relationship: 'self', policyholder: person('2004-08-20', over) }).errors
  it('is asked for beside every other ID, and may be left out', () => {
    expect([asksPassportNumber({ idType: '' }), asksPassportNumber({ idType: 'passport' })]).toEqual([false, false])
    for (const idType of ['resident_id', 'home_return_permit', 'taiwan_permit', 'foreigner_permit'] as const)
      expect(asksPassportNumber({ idType })).toBe(true)
    expect(own({})).toEqual({})
    expect([
      lacksPassportNumber(person('2004-08-20')),
      lacksPassportNumber(person('2004-08-20', { passportNumber: 'E12345678' })),
    ]).toEqual([true, false])
  })
  it('is written as the passport prints it', () => {
    expect(completePerson(person('2004-08-20', { passportNumber: ' ej 3123-456 ' })).passportNumber).toBe('EJ3123456')
    const wrong = (passportNumber: string) => own({ passportNumber })['policyholder.passportNumber']
    expect([wrong('PASSPORT'), wrong('E1'), wrong(idOf('2004-08-20', 'female')), wrong('护照E12345678')]).toEqual(
      Array(4).fill('passport_format'),
    )
  })
  it('is the insured person’s alone', () => {
    const people = {
      ...EMPTY_PEOPLE,
      relationship: 'self' as const,
      policyholder: person('1975-05-05', { passportNumber: 'E12345678' }),
    }
    expect(withRelationship(people, 'self').policyholder.passportNumber).toBe('E12345678')
    expect(withRelationship(people, 'child').policyholder.passportNumber).toBe('')
  })
  it('neither counts nor errs once the ID is a passport itself', () => {
    const passport = {
      idType: 'passport',
      idNumber: 'E12345678',
      idName: 'WANG YAN',
      passportNumber: 'nothing',
    } as const
    expect(own(passport)).toEqual({})
    expect(completePerson(person('2004-08-20', passport)).passportNumber).toBeUndefined()
  })
  it('is not known of orders made before it was asked', () => {
    const before = without(person('2004-08-20'), 'passportNumber')
    expect(completePerson(personDraftSchema.parse(before))).toMatchObject({ idName: '王䶮', passportNumber: undefined })
  })
})

it('only a passport of mainland China spells a name in pinyin', () => {
  const pinyin = (nationality: string, idType: PersonDraft['idType']) => spellsInPinyin({ nationality, idType })
  expect([pinyin('CN', 'passport'), pinyin('', 'resident_id')]).toEqual([true, true])
  expect([pinyin('VN', 'passport'), pinyin('HK', 'passport'), pinyin('', 'passport')]).toEqual([false, false, false])
})
