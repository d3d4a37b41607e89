import { expect, test } from 'vitest'
import { licensedServices } from './licensed-services.ts'

test('the sandbox offers everything, production only what is named', () => {
  expect(licensedServices({})).toEqual(['overseas', 'tuition'])
  expect(licensedServices({ MODE: 'production' })).toEqual([])
  expect(licensedServices({ MODE: 'production', LICENSED_FOR: 'tuition' })).toEqual(['tuition'])
  expect(licensedServices({ LICENSED_FOR: 'none' })).toEqual([])
})

test('another name is a mistake', () => {
  expect(() => licensedServices({ LICENSED_FOR: 'tuitions' })).toThrow(RangeError)
})
