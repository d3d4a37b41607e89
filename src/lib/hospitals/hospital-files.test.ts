import { describe, expect, test } from 'vitest'
import { loadHospitals } from '../../features/info/content/hospital-list.ts'
import { readCountry, twins } from './hospital-files.ts'
import { indexOf } from './hospital-index.ts'
import { problemText } from '../content/source-problems.ts'

const HEAD = `name: { en: Japan, cn: 日本 }
sample: true
asOf: 2026-11-20
order: 6
emergency: { ambulance: "119", police: "110" }
note: { en: Call 119., cn: 请拨119。 }
states:
  tokyo: { en: Tokyo, cn: 东京都 }
hospitals:
`
const ROW = `  - slug: keio
    name: { en: Keio University Hospital, cn: 庆应义塾大学医院 }
    state: tokyo
    city: { en: Tokyo, cn: 东京 }
    departments: [emergency]
`
const problems = (text: string): string[] => readCountry('jp', text).problems.map(problemText)

describe('a file of hospitals', () => {
  test('with nothing wrong', () => {
    expect(problems(HEAD + ROW)).toEqual([])
    expect(readCountry('jp', HEAD + ROW).country).toMatchObject({ id: 'jp', hospitals: [{ slug: 'keio' }] })
  })

  test.each([
    ['its numbers exchanged', '{ Tokyo: [139.69, 35.69] }', /jp\.yaml:8: centres\.tokyo\.Tokyo.*: is not on the globe/],
    ['another sign', '{ Tokyo: [-35.69, 139.69] }', /jp\.yaml:8: .* is outside of Japan.* Tokyo: \[35\.69, 139\.69\]/],
    ['a city misspelt', '{ Tokio: [35.69, 139.69] }', /jp\.yaml:8: .* “Tokyo” has no centre.* Tokyo: \[35\.69, /],
    ['one number', '{ Tokyo: [35.69] }', /jp\.yaml:8: centres\.tokyo\.Tokyo/],
  ])('a centre with %s is refused where it stands', (_, centres, expected) => {
    const told = problems(`${HEAD.replace('states:', `centres:\n  tokyo: ${centres}\nstates:`)}${ROW}`)
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(expected)
  })

  test('the centre of a city that the list has lost stays, and an index has those of its cities', () => {
    const text = HEAD.replace(
      'states:',
      'centres:\n  tokyo: { Tokyo: [35.69, 139.69], Hachioji: [35.66, 139.32] }\nstates:',
    )
    const { country, problems: told } = readCountry('jp', text + ROW)
    expect(told).toEqual([])
    expect(country && indexOf([country], 'cn').countries[0]?.centres).toEqual({ 'tokyo 东京': [35.69, 139.69] })
  })

  test.each([
    [
      'a department that does not exist',
      ROW.replace('[emergency]', '[emergencies]'),
      /jp\.yaml:14: hospitals\.0\.departments\.0: must be one of: emergency, .* Example: departments:/,
    ],
    [
      'a state that is not defined',
      ROW.replace('state: tokyo', 'state: osaka'),
      /jp\.yaml:12: hospitals\.0\.state: “osaka” is not among the states above: tokyo\. Example: state: tokyo/,
    ],
    [
      'a name in one language',
      ROW.replace(', cn: 庆应义塾大学医院', ''),
      /jp\.yaml:11: hospitals\.0\.name\.cn: is missing/,
    ],
    [
      'a misspelt field',
      ROW.replace('city:', 'town:'),
      /jp\.yaml:13: hospitals\.0\.town: is not a field of this place/,
    ],
    [
      'a phone number nobody can dial',
      `${ROW}    phone: "03-1234"\n`,
      /jp\.yaml:15: hospitals\.0\.phone: must be an international number.*Example: phone: "\+1/,
    ],
    [
      'a place outside the world',
      `${ROW}    coordinates: { latitude: 139, longitude: 35 }\n`,
      /jp\.yaml:15: .*latitude: is not on the globe/,
    ],
    [
      'a slug with capitals',
      ROW.replace('slug: keio', 'slug: Keio'),
      /jp\.yaml:10: hospitals\.0\.slug: must be lower-case Latin letters/,
    ],
    [
      'a city of two names',
      ROW + ROW.replace('cn: 东京 }', 'cn: 东京都 }'),
      /jp\.yaml:18: hospitals\.1\.city\.cn: is “东京都” here and “东京” on line 13\. Example: city: \{ en: Tokyo, cn: 东京 \}/,
    ],
    ['broken YAML', ROW.replace('[emergency]', '[emergency'), /jp\.yaml:\d+: \(file\): cannot be read here/],
  ])('with %s', (_, row, expected) => {
    expect(problems(HEAD + row).join('\n')).toMatch(expected)
  })

  test('without an emergency number that one can dial', () => {
    expect(problems(HEAD.replace('"119"', '119') + ROW)[0]).toMatch(
      /jp\.yaml:5: emergency\.ambulance: must be a number in quotes\. Example: ambulance: "112"/,
    )
  })
})

test('a hospital stands once', () => {
  const files = [
    readCountry('jp', HEAD + ROW + ROW),
    readCountry('kr', HEAD + ROW.replace('Keio University Hospital', 'Other')),
  ]
  expect(twins(files).map(problemText)).toEqual([
    expect.stringMatching(/jp\.yaml:15: hospitals\.1\.slug: is already used at content\/hospitals\/jp\.yaml:10\./),
    expect.stringMatching(/jp\.yaml:16: hospitals\.1\.name: is already used at .*jp\.yaml:11\./),
    expect.stringMatching(/kr\.yaml:10: hospitals\.0\.slug: is already used at .*jp\.yaml:10\./),
  ])
})

describe('the lists of this site', () => {
  const countries = loadHospitals()
  test('cover every place we sell for', () => {
    const ids = countries.map(({ id }) => id)
    for (const id of [
      'us',
      'uk',
      'au',
      'nz',
      'ca',
      'jp',
      'kr',
      'hk',
      'sg',
      'my',
      'de',
      'fr',
      'nl',
      'it',
      'es',
      'ie',
      'ch',
      'se',
      'at',
      'be',
      'dk',
      'fi',
      'no',
      'pl',
    ])
      expect(ids).toContain(id)
    expect(new Set(countries.map(({ order }) => order)).size).toBe(countries.length)
  })
  test('leave no state without a hospital', () => {
    const empty = countries.flatMap((c) =>
      Object.keys(c.states)
        .filter((state) => !c.hospitals.some((row) => row.state === state))
        .map((state) => `${c.id} ${state}`),
    )
    expect(empty).toEqual([])
  })
  test('write a city one way', () => {
    for (const { hospitals } of countries) {
      const names = new Map<string, string>()
      for (const { city, state } of hospitals)
        expect(
          names.set(`${state} ${city.en}`, names.get(`${state} ${city.en}`) ?? city.cn).get(`${state} ${city.en}`),
        ).toBe(city.cn)
    }
  })
  test('hold Chinese in Chinese names, and no half-width punctuation', () => {
    for (const { hospitals } of countries)
      for (const { name } of hospitals) {
        expect(name.cn).toMatch(/\p{Script=Han}/u)
        expect(name.cn).not.toMatch(/[\u4e00-\u9fff] |[(),]/)
        expect(name.en).not.toMatch(/['"]|\p{Script=Han}/u)
      }
  })
})
