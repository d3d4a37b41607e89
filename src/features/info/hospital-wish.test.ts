import { expect, test } from 'vitest'
import { indexOf } from '../../lib/hospital-files.ts'
import { loadHospitals } from './hospital-list.ts'
import { change, cityOptions, found, isEmpty, NO_WISH, searchOf, stateOptions, wishOf } from './hospital-wish.ts'

const [en, cn] = [indexOf(loadHospitals(), 'en'), indexOf(loadHospitals(), 'cn')]

test('a wish survives the address, and other parameters stay', () => {
  const wish = { ...NO_WISH, q: '东京 大学', country: 'jp', city: 'Tokyo' }
  expect(wishOf(searchOf(wish, '?utm=a'))).toEqual(wish)
  expect(searchOf(wish, '?utm=a')).toContain('utm=a')
  expect(searchOf(NO_WISH, '?q=a&state=ma')).toBe('')
  expect(isEmpty(wishOf('?q=%20'))).toBe(true)
})

test('a wider choice clears the narrower ones', () => {
  const wish = { q: 'x', country: 'us', state: 'ma', city: 'Boston', department: 'eye' }
  expect(change(wish, 'country', 'jp')).toEqual({ ...wish, country: 'jp', state: '', city: '' })
  expect(change(wish, 'state', 'ca')).toEqual({ ...wish, state: 'ca', city: '' })
  expect(change(wish, 'department', '')).toEqual({ ...wish, department: '' })
})

test('one link finds the same in both languages', () => {
  const wish = wishOf('?country=us&state=ma&city=Boston&department=eye')
  const slugs = found(en, wish).map(({ slug }) => slug)
  expect(slugs).toEqual(['massachusetts-eye-and-ear'])
  expect(found(cn, wish).map(({ slug }) => slug)).toEqual(slugs)
})

test('what can be chosen leads to something', () => {
  for (const index of [en, cn]) {
    for (const { id } of index.countries) {
      const wish = { ...NO_WISH, country: id }
      for (const { value } of stateOptions(index, wish, 'en')) expect(found(index, { ...wish, state: value }).length, `${id} ${value}`).toBeGreaterThan(0)
      for (const { value } of cityOptions(index, wish, 'en')) expect(found(index, { ...wish, city: value }).length, `${id} ${value}`).toBeGreaterThan(0)
    }
  }
  expect(stateOptions(en, { ...NO_WISH, country: 'sg' }, 'en')).toEqual([])
  expect(cityOptions(en, NO_WISH, 'en')).toEqual([])
  expect(cityOptions(cn, { ...NO_WISH, country: 'us', state: 'ma' }, 'zh-CN')).toContainEqual({ value: 'Boston', label: '波士顿' })
})
