import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transferReference } from '../../../lib/money/transfer-reference.ts'
import { matchTransfer, type PaymentByTransfer } from './match-transfer.ts'

const [FIRST, SECOND] = [transferReference(1), transferReference(2)]
const payment = (change: Partial<PaymentByTransfer> = {}): PaymentByTransfer => ({
  id: 'p1',
  status: 'started',
  amount_minor: 1_000,
  currency: 'CNY',
  ...change,
})
const transfer = (change: Partial<Parameters<typeof matchTransfer>[0]> = {}) => ({
  note: `保费 ${FIRST}`,
  amount: 1_000,
  currency: 'CNY' as const,
  ...change,
})

test.each([
  ['the reference and the sum fit', transfer(), [payment()], undefined],
  ['a payment that was given up', transfer(), [payment({ status: 'failed' })], undefined],
  ['no reference', transfer({ note: '保费' }), [], 'no_reference'],
  ['a mistyped one', transfer({ note: `${FIRST.slice(0, -1)}9` }), [], 'wrong_reference'],
  ['one that nobody has', transfer(), [], 'unknown_reference'],
  ['a second transfer', transfer(), [payment({ status: 'succeeded' })], 'paid_before'],
  ['another currency', transfer({ currency: 'USD' }), [payment()], 'other_currency'],
  ['too little', transfer({ amount: 999 }), [payment()], 'too_little'],
  ['too much', transfer({ amount: 1_001 }), [payment()], 'too_much'],
  [
    'two references, one of which has this sum',
    transfer({ note: `${FIRST} ${SECOND}` }),
    [payment({ amount_minor: 5 }), payment({ id: 'p2' })],
    undefined,
  ],
  [
    'two payments that fit',
    transfer({ note: `${FIRST} ${SECOND}` }),
    [payment(), payment({ id: 'p2' })],
    'several_references',
  ],
] as const)('%s', (_, line, payments, problem) => {
  expect(matchTransfer(line, payments).problem).toBe(problem)
})

test('nothing is booked without a reference, or with another sum', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 2_000 }), fc.boolean(), (note, amount, named) => {
      const { payment: found, problem } = matchTransfer(
        transfer({ note: named ? `${note} ${FIRST}` : note, amount }),
        named ? [payment()] : [],
      )
      if (problem === undefined) expect([found?.id, amount, named]).toEqual(['p1', 1_000, true])
    }),
  )
})
