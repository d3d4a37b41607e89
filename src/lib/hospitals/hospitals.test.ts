import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadHospitals } from '../../features/info/content/hospital-list.ts'
import { indexOf } from './hospital-index.ts'
import { fold, isHospitalIndex, mapLink, placeOf, searchHospitals, type HospitalEntry } from './hospitals.ts'

const entry = (slug: string, name: string, other: string, more: Partial<HospitalEntry> = {}): HospitalEntry => ({
  slug,
  name,
  other,
  country: 'us',
  state: 'ma',
  city: 'Boston',
  otherCity: '波士顿',
  places: '波士顿 Boston Massachusetts 马萨诸塞州',
  departments: ['general'],
  ...more,
})
const LIST = [
  entry('childrens', 'Boston Children’s Hospital', '波士顿儿童医院'),
  entry('mgh', 'Massachusetts General Hospital', '麻省总医院'),
  entry('koln', 'Uniklinik Köln', '科隆大学医院', {
    country: 'de',
    state: 'nw',
    city: 'Cologne',
    places: '科隆 Cologne North Rhine-Westphalia',
  }),
  entry('tromso', 'Universitetssykehuset Nord-Norge', '北挪威大学医院', {
    country: 'no',
    state: 'tr',
    city: 'Tromsø',
    places: 'Tromsø 特罗姆瑟',
  }),
  entry('keio', 'Keio University Hospital', '庆应义塾大学医院', {
    country: 'jp',
    local: '慶應義塾大学病院',
    localLang: 'ja',
    city: 'Tokyo',
    places: '东京 Tokyo',
  }),
  entry('jgh', 'Jewish General Hospital', '犹太总医院', {
    country: 'ca',
    city: 'Montreal',
    places: 'Montreal 蒙特利尔',
  }),
]
const found = (text: string, country?: string) => searchHospitals(LIST, text, { country }).map(({ slug }) => slug)

test.each([
  ['', ['childrens', 'mgh', 'koln', 'tromso', 'keio', 'jgh']],
  ['massach', ['mgh', 'childrens']],
  ['MASSACHUSETTS GENERAL', ['mgh']],
  ['mgh', ['mgh']],
  ['麻省', ['mgh']],
  ['波士顿', ['childrens', 'mgh']],
  ['koln', ['koln']],
  ['KÖLN', ['koln']],
  ['tromso', ['tromso']],
  ['childrens', ['childrens']],
  ["children's", ['childrens']],
  ['慶應', ['keio']],
  ['ｋｅｉｏ', ['keio']],
  ['general', ['mgh', 'jgh']],
  ['boston general', ['mgh']],
  ['nowhere', []],
  // Without a letter there is nothing to search for.
  ['???', []],
  ['🙂', []],
  ['　', ['childrens', 'mgh', 'koln', 'tromso', 'keio', 'jgh']],
  // Chinese is typed without spaces.
  ['波士顿医院', ['childrens', 'mgh']],
  ['波士顿儿童', ['childrens']],
  ['波士顿儿', ['childrens']],
  ['东京大学医院', ['keio']],
  ['医院东京', ['keio']],
  ['东京儿童', []],
  ['科隆diyi', []],
])('%s', (text, slugs) => {
  expect(found(text)).toEqual(slugs)
})

test('a name that begins with the text stands before one that holds it', () => {
  expect(found('b')[0]).toBe('childrens')
  expect(found('university')).toEqual(['keio'])
})

test('a place and its map', () => {
  expect([
    placeOf('Boston', 'Massachusetts', 'en'),
    placeOf('波士顿', '马萨诸塞州', 'cn'),
    placeOf('Berlin', 'Berlin', 'en'),
  ]).toEqual(['Boston, Massachusetts', '马萨诸塞州波士顿', 'Berlin'])
  const query = (slug: string, more: Partial<HospitalEntry> = {}): string | null =>
    new URL(mapLink({ ...LIST.find((it) => it.slug === slug)!, ...more }, 'en')).searchParams.get('query')
  expect(query('mgh')).toBe('Massachusetts General Hospital, Boston')
  expect(query('keio')).toBe('慶應義塾大学病院, Tokyo')
  expect(query('mgh', { at: [42.36, -71.07] })).toBe('42.36,-71.07')
})

test('one country', () => {
  expect(found('general', 'ca')).toEqual(['jgh'])
  expect(found('', 'jp')).toEqual(['keio'])
})

test('what is found is of the list, each once, and a longer text finds no more', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 3 }), (text, more) => {
      const hits = found(text)
      expect(new Set(hits).size).toBe(hits.length)
      const words = fold(text).split(' ')
      if (fold(`${text} ${more}`).split(' ').slice(0, words.length).join() === words.join()) {
        for (const slug of found(`${text} ${more}`)) if (fold(text) !== '') expect(hits).toContain(slug)
      }
    }),
  )
})

describe('the index', () => {
  const countries = loadHospitals()
  test('has the same entries in both languages, with their words', () => {
    const [en, cn] = [indexOf(countries, 'en'), indexOf(countries, 'cn')]
    expect(cn.hospitals.map(({ slug }) => slug)).toEqual(en.hospitals.map(({ slug }) => slug))
    expect(en.hospitals.map(({ name }) => name)).toEqual(cn.hospitals.map(({ other }) => other))
    expect(isHospitalIndex(JSON.parse(JSON.stringify(en)))).toBe(true)
    expect(isHospitalIndex({ status: 0 })).toBe(false)
  })
  test('finds what is in a country by its name in either language', () => {
    for (const lang of ['en', 'cn'] as const) {
      const { hospitals } = indexOf(countries, lang)
      for (const text of ['日本', '日本医院', 'Japan', 'japan hospital']) {
        expect(searchHospitals(hospitals, text).filter(({ country }) => country === 'jp').length, text).toBeGreaterThan(
          5,
        )
      }
    }
  })
  test('finds a hospital by either name', () => {
    const { hospitals } = indexOf(countries, 'en')
    for (const { slug, name, other } of hospitals) {
      for (const text of [name, other])
        expect(
          searchHospitals(hospitals, text).map((it) => it.slug),
          text,
        ).toContain(slug)
    }
  })
  test('says whether it is a sample', () => {
    const [first, ...rest] = countries.map((country) => ({ ...country, sample: false }))
    expect(indexOf([first!, ...rest], 'cn').sample).toBe(false)
    expect(indexOf([{ ...first!, sample: true }, ...rest], 'cn').sample).toBe(true)
  })
})
