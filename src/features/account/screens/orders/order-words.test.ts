import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '../../../orders/list-contract.ts'
import { canCancel, shownStatus, subWords } from './order-words.ts'

const say = (key: string, values: Record<string, unknown> = {}): string =>
  key === 'account:order.insured' ? `insured: ${String(values['name'])}` : 'no dates'

test.each([
  ['José María Núñez, 欧阳娜娜 and 欧阳吉', 'no dates, insured: José\u00a0María\u00a0Núñez, 欧阳娜娜 and 欧阳吉'],
  ['LIN Yue', 'no dates, insured: LIN\u00a0Yue'],
])('a line may break between the names %s, and within none', (insured, line) => {
  expect(subWords(say, 'en', { start: '', insured })).toBe(line)
})

test('what can be given up: a draft, an application under review, one that waits for payment', () => {
  expect(ORDER_STATUSES.filter((status) => canCancel({ status }))).toEqual([
    'created',
    'under_review',
    'awaiting_payment',
  ])
})

test('a draft that the insurer accepted is not called a draft', () => {
  expect([
    shownStatus({ status: 'created', accepted: false }),
    shownStatus({ status: 'created', accepted: true }),
  ]).toEqual(['created', 'accepted'])
})
