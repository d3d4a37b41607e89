import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  alike,
  questionWordsOf,
  countIn,
  fold,
  groupsOf,
  isUrgent,
  LONGEST,
  near,
  pieces,
  placesOf,
  standIns,
  termsOf,
  normaliseQuery,
} from './query.ts'

const groupsIn = (lang: 'en' | 'cn'): string[][] => {
  const file = JSON.parse(readFileSync(`public/locales/${lang}/search.json`, 'utf8')) as { same: string }
  return groupsOf(file.same)
}
const cn = groupsIn('cn')
const en = groupsIn('en')

describe('what is typed', () => {
  test('full-width letters, case and spaces do not matter', () => {
    expect(normaliseQuery('  ＯＳＨＣ　 waiver ')).toBe('OSHC waiver')
    expect(termsOf('ＯＳＨＣ')).toEqual(termsOf('oshc'))
  })

  test('is cut at the longest length, between whole characters', () => {
    expect(Array.from(normaliseQuery('𠮷'.repeat(100)))).toHaveLength(LONGEST)
  })

  test('folding keeps every place', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(text).length === text.length))
  })
})

describe('words of a query', () => {
  test.each([
    ['what is a deductible', ['deductible']],
    ['How do I get a refund?', ['refund']],
    ['pre-existing condition', ['pre', 'existing', 'condition']],
    ['visa letter', ['visa letter']],
    ['visa letter for Spain', ['visa letter', 'spain']],
    ['letter', ['letter']],
    ['who are you', ['who', 'are', 'you']],
    ['?!', []],
  ])('%s', (query, terms) => expect(termsOf(query, en)).toEqual(terms))

  test.each([
    ['押金', ['押金']],
    ['既往症', ['既往症']],
    ['免赔额多少', ['免赔额']],
    ['大学医院', ['大学医院']],
    ['怎么开发票', ['发票']],
    ['等待期', ['等待期']],
    ['OSHC怎么买', ['oshc']],
    ['直付医院', ['直付', '医院']],
    ['签证信在哪里', ['签证信']],
  ])('%s', (query, terms) => expect(termsOf(query, cn)).toEqual(terms))

  test('question words tell titles apart', () => {
    expect(questionWordsOf('理赔要多久', cn)).toEqual(['多久'])
    expect(questionWordsOf('where is my policy', en)).toEqual(['where'])
  })

  test('a word with a wrong character stays one word', () => {
    expect(termsOf('既住症', cn)).toEqual(['既住症'])
  })
})

describe('words of one family', () => {
  test.each([
    ['cancel', 'cancellation'],
    ['cancellation', 'cancel'],
    ['policies', 'policy'],
    ['fees', 'fee'],
    ['deduct', 'deductible'],
    ['claims', 'claim'],
  ])('%s finds %s', (term, word) => expect(alike(term, word)).toBe(true))

  test.each([
    ['care', 'car'],
    ['refnud', 'ref'],
    ['refnud', 'referred'],
    ['form', 'for'],
    ['pay', 'payee'.slice(0, 2)],
  ])('%s does not find %s', (term, word) => expect(alike(term, word)).toBe(false))
})

describe('a text', () => {
  test('has Chinese words only as they are written', () => {
    expect(placesOf('怀孕', '怀卡托医院')).toEqual([])
    expect(countIn('免赔额由您先行承担', [['免赔额'], ['牙科', '看牙']])).toBe(1)
  })

  test('has a word by another of its group', () => {
    expect(standIns('怀孕', cn)).toContain('孕产')
    expect(standIns('excess', en)).toContain('deductible')
    expect(standIns('dentists', en)).toContain('dental')
    // Half a word is not a word yet.
    expect(standIns('refu', en)).toEqual(['refu'])
  })

  test('is marked where the words stand, and stays what it was', () => {
    expect(pieces('Deductible: the deductible is yours', ['deductible'])).toEqual([
      { text: 'Deductible', mark: true },
      { text: ': the ', mark: false },
      { text: 'deductible', mark: true },
      { text: ' is yours', mark: false },
    ])
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ minLength: 1, maxLength: 4 })), (text, terms) => {
        expect(
          pieces(
            text,
            terms.flatMap((term) => termsOf(term)),
          )
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})

describe('nothing found', () => {
  test.each([
    ['refnud', 'en', 'refund'],
    ['deductable', 'en', 'deductible'],
    ['pregnent', 'en', 'pregnant'],
  ] as const)('%s', (query, lang, word) => expect(near(query, en.flat(), lang)).toContain(word))

  test.each([
    ['既住症', '既往症'],
    ['免培额', '免赔额'],
    ['心里咨询', '心理咨询'],
  ])('%s', (query, word) => expect(near(query, cn.flat(), 'cn')).toContain(word))

  test('a query without a similar word has no suggestion', () => {
    expect(near('qqqzzz', en.flat(), 'en')).toEqual([])
    expect(near('甲乙丙丁', cn.flat(), 'cn')).toEqual([])
  })
})

describe('words of an emergency', () => {
  const list = (lang: 'en' | 'cn'): string =>
    (JSON.parse(readFileSync(`public/locales/${lang}/search.json`, 'utf8')) as { urgent: string }).urgent
  test.each([
    ['chest pain', true],
    ['Bleeding nose', true],
    ['house on fire', true],
    ['refund', false],
    ['helpful', false],
    ['waiting period', false],
  ])('%s', (query, is) => expect(isUrgent(query, list('en'))).toBe(is))
  test.each([
    ['胸口疼怎么办', true],
    ['被车撞了流血', true],
    ['退保', false],
    ['学费', false],
  ])('%s', (query, is) => expect(isUrgent(query, list('cn'))).toBe(is))
})

test.each([
  ['tooth', 'dental'],
  ['dentist', 'dental'],
  ['depressed', 'mental health'],
  ['pregnant', 'maternity'],
  ['fee', 'tuition'],
  ['fees', 'tuition'],
  ['bleeding', 'emergency'],
])('%s also finds %s', (typed, word) => expect(standIns(typed, en)).toContain(word))
test.each([
  ['牙疼', '牙科'],
  ['抑郁', '心理咨询'],
  ['怀孕', '孕产'],
])('%s also finds %s', (typed, word) => expect(standIns(typed, cn)).toContain(word))
test('a misspelt payment is guessed', () => expect(near('paymnet', en.flat(), 'en')).toContain('payment'))

test('each word of the groups stands once', () => {
  for (const words of [en.flat(), cn.flat()]) expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
})
