import { expect, test } from 'vitest'
import { fieldErrors } from '../../lib/contract.ts'
import { submitChange } from './contract.ts'

const errorOf = (item: unknown): string | undefined => {
  const { error } = submitChange.input.safeParse({ item })
  return error && fieldErrors(error)['item']
}

test('a request for two items at once is told that one is changed at a time (spec §5)', () => {
  expect(errorOf('email,mobile')).toBe('one_item')
  expect(errorOf(['gender', 'birth_date'])).toBe('one_item')
})

test('one item passes, and none or an unknown one is asked for', () => {
  expect([errorOf('email'), errorOf(''), errorOf('height')]).toEqual([undefined, 'select_required', 'select_required'])
})
