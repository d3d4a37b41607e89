import { expect, test } from 'vitest'
import { latestNoted, type NotedRows } from './noted-orders.ts'

const noted = (store: string, orders: Readonly<Record<string, number>>): NotedRows => ({
  keys: Object.keys(orders).map((id) => `${store}/${id}`),
  rows: Object.values(orders).map((at) => ({ at })),
})
const found = (open: Record<string, number>, sent: Record<string, number> = {}) =>
  latestNoted(noted('open-order', open), noted('sent-order', sent), 100)

test('of several applications of a day the one that was opened last, whatever their numbers', () => {
  expect(found({ 'YFO-260301-AAAAAA': 300, 'YFO-260301-ZZZZZZ': 200 })).toEqual({
    id: 'YFO-260301-AAAAAA',
    sent: false,
  })
})

test('one that waits for its buyer comes before one that is with the insurer', () => {
  expect(found({ 'YFO-1': 200 }, { 'YFO-2': 300 })).toEqual({ id: 'YFO-1', sent: false })
  expect(found({}, { 'YFO-2': 300 })).toEqual({ id: 'YFO-2', sent: true })
})

test('nothing that the device can no longer open', () => {
  expect(found({ 'YFO-1': 100 }, { 'YFO-2': 50 })).toBeUndefined()
  expect(found({})).toBeUndefined()
})
