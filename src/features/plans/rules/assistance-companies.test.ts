import { describe, expect, test } from 'vitest'
import type { CountryId } from '../../../lib/hospitals/countries-with-hospital-list.ts'
import { LANGS } from '../../../lib/locale.ts'
import { cardLineOf, companiesOf, helpLinesOf } from './assistance-companies.ts'
import { countriesOf, destinationOf, plansFor } from './destinations/plans-for-country.ts'
import { loadPlans } from '../content/load-plans.ts'

const set = loadPlans()

test('a plan for one country has the number that is dialled there on its card', () => {
  const lines = helpLinesOf(set, 'us-campus', 'en')
  expect(lines.local).toEqual([{ country: 'us', number: '+1 800 555 0199' }])
  expect(cardLineOf(lines)).toBe('+1 800 555 0199')
})

test('a plan for many countries has the number that works in all of them', () => {
  const lines = helpLinesOf(set, 'global-study', 'en')
  expect(lines.local.length).toBeGreaterThan(1)
  expect(cardLineOf(lines)).toBe(lines.anywhere)
})

test('whoever goes to a country is given the number that is dialled there, with every plan', () => {
  for (const { id, insurer } of set.plans) {
    const lines = helpLinesOf(set, id, 'en')
    for (const { country, number } of lines.local) {
      expect(cardLineOf(lines, country), `${id} ${country}`).toBe(number)
      expect(set.insurer(insurer).assistance.phones.local[country]).toBe(number)
    }
    if (lines.local.length !== 1) expect(cardLineOf(lines, 'schengen')).toBe(lines.anywhere)
  }
  expect(cardLineOf(helpLinesOf(set, 'global-study', 'en'), 'uk')).toBe('+44 808 157 0289')
})

test('no plan shows a number of a country that it does not cover', () => {
  expect(helpLinesOf(set, 'uk-plus', 'en').local.map(({ country }) => country)).toEqual(['uk'])
  expect(helpLinesOf(set, 'eu-schengen', 'en').local.map(({ country }) => country)).toEqual(['de', 'fr'])
})

describe('companies', () => {
  const all = set.plans.map(({ id }) => id)
  test('each serves its plans, and each plan is served by one', () => {
    const companies = companiesOf(set, all, 'en')
    expect(companies.flatMap(({ plans }) => plans).toSorted()).toEqual(all.toSorted())
    const [hengtu, yuanhang] = ['+86 21 5550 0188', '+86 21 5550 0189'].map((number) =>
      companies.find(({ anywhere }) => anywhere === number),
    )
    expect(hengtu?.plans.toSorted()).toEqual(['short-camp', 'uk-plus', 'us-campus', 'us-j1'])
    expect(yuanhang?.plans.toSorted()).toEqual(['asia-plus', 'eu-schengen', 'global-study'])
  })
  test('a number belongs to one company, whichever insurer it works for', () => {
    const owners = set.insurers.flatMap(({ assistance: { company, phones } }) =>
      [phones.anywhere, ...Object.values(phones.local)].map((number) => [number, company.en] as const),
    )
    expect(
      owners.filter(([number, company]) => owners.some((other) => other[0] === number && other[1] !== company)),
    ).toEqual([])
  })
  test('for a country: those whose plans are sold for it, with the numbers dialled there', () => {
    const of = (country: CountryId): unknown =>
      companiesOf(
        set,
        plansFor(set.plans, country).map(({ id }) => id),
        'en',
        [country],
      ).map(({ anywhere, local }) => [anywhere, ...local.map(({ number }) => number)])
    expect(of('jp')).toEqual([['+86 21 5550 0189'], ['+86 21 5550 0188']])
    expect(of('us')).toEqual([['+86 21 5550 0188', '+1 800 555 0199']])
    expect(of('de')).toEqual([
      ['+86 21 5550 0189', '+49 30 23125 028'],
      ['+86 21 5550 0188', '+49 30 23125 019'],
    ])
  })
})

describe('numbers are samples: set aside for fiction, or made of zeros or of the sample operator’s exchange', () => {
  // Ranges that regulators reserve for examples, by their first digits: NANP 555-01, Ofcom 0808 157 0, ACMA 1800 975 7
  // and (02) 5550, ARCEP 01 99 00, Bundesnetzagentur 30 23125, ComReg 020 91.
  const samples =
    /^\+(1 (800|604|617) 555 01\d\d|44 808 157 0\d{3}|61 1800 975 7\d\d|61 2 5550 \d{4}|33 1 99 00 \d\d \d\d|49 30 23125 \d{3}|353 20 91\d \d{4}|64 800 000 000|86 21 5550 01\d\d)$/
  test('help lines', () => {
    for (const { id } of set.plans)
      for (const lang of LANGS) {
        const { anywhere, local, company } = helpLinesOf(set, id, lang)
        for (const number of [anywhere, ...local.map((line) => line.number)]) expect(number).toMatch(samples)
        expect(company).toMatch(/sample|示例/)
      }
  })
  test('service and complaint lines, one for each insurer, none of them a help line', () => {
    const numbers = set.insurers.flatMap(({ service, complaints }) => [service, complaints])
    expect(numbers.filter((number) => !samples.test(number))).toEqual([])
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(set.insurers.filter(({ assistance }) => numbers.includes(assistance.phones.anywhere))).toEqual([])
  })
})

test('a country without a place of its own is Schengen, and plans made for it come first', () => {
  expect(destinationOf('nl')).toBe('schengen')
  expect(plansFor(set.plans, 'nl').map(({ id }) => id)[0]).toBe('eu-schengen')
  expect(plansFor(set.plans, 'us').map(({ id }) => id)).toEqual(['us-campus', 'us-j1', 'short-camp'])
  expect(countriesOf(set.plan('global-study'), ['us', 'jp'])).toEqual([])
  expect(countriesOf(set.plan('asia-plus'), ['us', 'jp'])).toEqual(['jp'])
})
