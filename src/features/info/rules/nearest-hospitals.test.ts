import { expect, test } from 'vitest'
import { indexOf } from '../../../lib/hospitals/hospital-index.ts'
import type { HospitalEntry, HospitalIndex } from '../../../lib/hospitals/hospitals.ts'
import { kilometres } from '../../../lib/hospitals/distance.ts'
import { loadHospitals } from '../content/hospital-list.ts'
import { byNearness, distanceText } from './nearest-hospitals.ts'

const BOSTON = { latitude: 42.36, longitude: -71.06 }

test.each([
  ['one place', BOSTON, BOSTON, 0, 0],
  ['Boston and New York', BOSTON, { latitude: 40.71, longitude: -74.01 }, 300, 312],
  ['London and Sydney', { latitude: 51.51, longitude: -0.13 }, { latitude: -33.87, longitude: 151.21 }, 16_900, 17_080],
  ['both sides of the date line', { latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 }, 22, 23],
  ['the poles', { latitude: 90, longitude: 10 }, { latitude: -90, longitude: 70 }, 20_000, 20_040],
])('%s', (_, a, b, least, most) => {
  expect(kilometres(a, b)).toBeGreaterThanOrEqual(least)
  expect(kilometres(a, b)).toBeLessThanOrEqual(most)
  expect(kilometres(b, a)).toBeCloseTo(kilometres(a, b))
})

const entry = (slug: string, more: Partial<HospitalEntry>): HospitalEntry => ({
  slug,
  name: slug,
  other: slug,
  country: 'us',
  state: 'ma',
  city: 'Boston',
  otherCity: '波士顿',
  places: '',
  departments: ['general'],
  ...more,
})
const index = (hospitals: HospitalEntry[]): HospitalIndex => ({
  sample: true,
  asOf: '2026-11-20',
  countries: [
    {
      id: 'us',
      name: 'United States',
      other: '美国',
      emergency: { ambulance: '911' },
      note: '',
      states: [],
      centres: { 'ma Boston': [42.36, -71.06], 'mn Rochester': [44.02, -92.47], 'ny Rochester': [43.15, -77.62] },
    },
  ],
  hospitals,
})

test('its own place counts before its city’s, the nearest comes first, and an unknown place last', () => {
  const hospitals = [
    entry('unknown', { city: 'Salem', otherCity: '塞勒姆' }),
    entry('minnesota', { state: 'mn', city: 'Rochester', otherCity: '罗切斯特' }),
    entry('new-york', { state: 'ny', city: 'Rochester', otherCity: '罗切斯特' }),
    entry('centre', {}),
    entry('exact', { at: [42.4, -71.2] }),
  ]
  const ordered = byNearness(index(hospitals), hospitals, { latitude: 42.39, longitude: -71.2 })
  expect(ordered.map(({ entry: { slug }, near }) => [slug, near?.exact])).toEqual([
    ['exact', true],
    ['centre', false],
    ['new-york', false],
    ['minnesota', false],
    ['unknown', undefined],
  ])
})

test('either language orders alike', () => {
  const [en, cn] = [indexOf(loadHospitals(), 'en'), indexOf(loadHospitals(), 'cn')]
  const slugs = (it: HospitalIndex): string[] => byNearness(it, it.hospitals, BOSTON).map(({ entry: { slug } }) => slug)
  expect(slugs(cn)).toEqual(slugs(en))
  expect(byNearness(en, en.hospitals, BOSTON)[0]?.entry).toMatchObject({ city: 'Boston' })
})

test.each([
  [{ km: 1.234, exact: true }, '1.2 km', '1.2公里'],
  [{ km: 0.01, exact: true }, '0.1 km', '0.1公里'],
  [{ km: 12.34, exact: true }, '12 km', '12公里'],
  [{ km: 0.2, exact: false }, '1 km', '1公里'],
  [{ km: 5.6, exact: false }, '6 km', '6公里'],
  [{ km: 11_204.4, exact: false }, '11,204 km', '11,204公里'],
])('%o is said as far as it is known', (near, en, cn) => {
  expect([distanceText(near, 'en'), distanceText(near, 'zh-CN')]).toEqual([en, cn])
})
