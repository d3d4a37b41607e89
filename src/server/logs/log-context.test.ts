import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '../new-id.ts'
import { newNumber } from '../order-and-claim-numbers.ts'
import { idsOfFields } from './log-context.ts'

test('our own ids and numbers are taken from the fields that hold them', () => {
  const [id, order, claim] = [newId(), newNumber('YFO', 0), newNumber('YF-C', 0)]
  expect(idsOfFields({ id, order, claim, lang: 'en' })).toEqual({ id, order, claim })
})

test('nothing else is: neither in another field, nor of another form', () => {
  expect(idsOfFields({ token: newId(), code: newId(), key: newId(), name: newId() })).toEqual({})
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.stringMatching(/^\d{17}[\dX]$/),
        fc.stringMatching(/^1\d{10}$/),
        fc.emailAddress(),
        fc.stringMatching(/^YF26-\d{4}-\d{6}$/),
        fc.integer(),
      ),
      (id) => {
        expect(idsOfFields({ id })).toEqual({})
      },
    ),
  )
})
