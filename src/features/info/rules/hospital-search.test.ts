import { expect, test } from 'vitest'
import { indexOf } from '../../../lib/hospitals/hospital-index.ts'
import type { HospitalIndex } from '../../../lib/hospitals/hospitals.ts'
import { loadHospitals } from '../content/hospital-list.ts'
import {
  change,
  cityKey,
  cityOptions,
  found,
  isEmpty,
  EMPTY_SEARCH,
  searchOf,
  stateOptions,
  hospitalSearchOf,
} from './hospital-search.ts'

const [en, cn] = [indexOf(loadHospitals(), 'en'), indexOf(loadHospitals(), 'cn')]

test('a search survives the address, and other parameters stay', () => {
  const chosen = { ...EMPTY_SEARCH, q: '东京 大学', country: 'jp', city: 'Tokyo' }
  expect(hospitalSearchOf(searchOf(chosen, '?utm=a'))).toEqual(chosen)
  expect(searchOf(chosen, '?utm=a')).toContain('utm=a')
  expect(searchOf(EMPTY_SEARCH, '?q=a&state=ma')).toBe('')
  expect(isEmpty(hospitalSearchOf('?q=%20'))).toBe(true)
})

test('a wider choice clears the narrower ones', () => {
  const chosen = { q: 'x', country: 'us', state: 'ma', city: 'Boston', department: 'eye' }
  expect(change(chosen, 'country', 'jp')).toEqual({ ...chosen, country: 'jp', state: '', city: '' })
  expect(change(chosen, 'state', 'ca')).toEqual({ ...chosen, state: 'ca', city: '' })
  expect(change(chosen, 'department', '')).toEqual({ ...chosen, department: '' })
})

test('one link finds the same in both languages', () => {
  for (const {
    country,
    state,
    city,
    otherCity,
    departments: [department = ''],
    slug,
  } of en.hospitals) {
    const chosen = hospitalSearchOf(
      searchOf({ q: '', country, state, city: cityKey({ city, otherCity }), department }, ''),
    )
    const slugs = found(en, chosen).map((entry) => entry.slug)
    expect(slugs).toContain(slug)
    expect(found(cn, chosen).map((entry) => entry.slug)).toEqual(slugs)
  }
})

test('what can be chosen leads to something', () => {
  for (const index of [en, cn]) {
    for (const { id } of index.countries) {
      const chosen = { ...EMPTY_SEARCH, country: id }
      for (const { value } of stateOptions(index, chosen, 'en'))
        expect(found(index, { ...chosen, state: value }).length, `${id} ${value}`).toBeGreaterThan(0)
      for (const { value } of cityOptions(index, chosen, 'en'))
        expect(found(index, { ...chosen, city: value }).length, `${id} ${value}`).toBeGreaterThan(0)
    }
  }
  expect(cityOptions(en, EMPTY_SEARCH, 'en')).toEqual([])
})

test('a choice of one is none, and options are in the order of the language', () => {
  const rows = (index: HospitalIndex, count: number): HospitalIndex => ({
    ...index,
    countries: [
      {
        id: 'xx',
        name: 'X',
        other: 'X',
        emergency: { ambulance: '112' },
        note: '',
        states: [
          { id: 'b', name: 'B' },
          { id: 'a', name: 'Ä' },
        ].slice(0, count),
      },
    ],
    hospitals: ['Zoe', '波士顿'].slice(0, count).map((city, i) => ({
      ...index.hospitals[0]!,
      country: 'xx',
      state: 'b',
      city,
      otherCity: ['佐伊', 'Boston'][i] ?? '',
    })),
  })
  const chosen = { ...EMPTY_SEARCH, country: 'xx' }
  expect([stateOptions(rows(en, 1), chosen, 'en'), cityOptions(rows(en, 1), chosen, 'en')]).toEqual([[], []])
  expect(stateOptions(rows(en, 2), chosen, 'en').map(({ value }) => value)).toEqual(['a', 'b'])
  expect(cityOptions(rows(cn, 2), chosen, 'zh-CN')).toContainEqual({ value: 'Boston', label: '波士顿' })
  expect(cityOptions(rows(cn, 2), { ...chosen, state: 'a' }, 'zh-CN')).toEqual([])
})
