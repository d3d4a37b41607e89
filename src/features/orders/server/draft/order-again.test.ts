import { expect, test } from 'vitest'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { addDays } from '../../../../lib/days/dates.ts'
import { answersSchema, ORDER_STATUSES } from '../../contract.ts'
import { answersAgain, canOrderAgain } from '../../rules/order-again.ts'

const today = '2026-03-01'
const told = answersSchema.parse({
  trip: { plan: 'global-study', tier: 'standard', start: today, end: '2027-02-28', destination: 'uk', arrived: true },
  people: {
    relationship: 'child',
    policyholder: { idNumber: 'A1' },
    insured: { idNumber: 'B2', passportNumber: 'EJ3123456' },
    ownWages: true,
    pricedBirthDate: '2004-05-06',
  },
  health: { answers: { q1: 'no' } },
  check: { declarations: ['one'], second: true },
})

test('what the buyer did by an own act is never taken over', () => {
  const { people, check } = answersAgain(told, { today, answered: today, maker: true })
  expect([people.ownWages, check.declarations, check.second]).toEqual([false, [], false])
})

test('the date of birth of an older price says nothing of the new one', () => {
  expect(answersAgain(told, { today, answered: today, maker: true }).people.pricedBirthDate).toBe('')
})

test('cover that begins tomorrow stands, cover that began today is asked for again', () => {
  expect(answersAgain(told, { today: addDays(today, -1), answered: addDays(today, -1), maker: true }).trip).toEqual(
    told.trip,
  )
  expect(answersAgain(told, { today, answered: today, maker: true }).trip).toEqual({
    ...told.trip,
    start: '',
    arrived: null,
  })
  // The last day stays as long as cover can still reach it.
  const over = told.trip.end
  expect(answersAgain(told, { today: over, answered: over, maker: true }).trip).toMatchObject({ start: '', end: '' })
})

test('health answers stand for a month', () => {
  const kept = (days: number) =>
    answersAgain(told, { today: addDays(today, days), answered: today, maker: true }).health.answers
  expect([kept(0), kept(LIMITS.healthAnswersDays), kept(LIMITS.healthAnswersDays + 1)]).toEqual([
    { q1: 'no' },
    { q1: 'no' },
    {},
  ])
})

test('ID numbers and health answers go to whoever typed them only', () => {
  const { people, health } = answersAgain(told, { today, answered: today, maker: false })
  expect(health.answers).toEqual({})
  expect([people.policyholder.idNumber, people.insured.idNumber, people.insured.passportNumber]).toEqual(['', '', ''])
})

test('only orders that ended without a policy are ordered again', () => {
  expect(ORDER_STATUSES.filter(canOrderAgain)).toEqual([
    'discarded',
    'issue_failed',
    'refunded',
    'cancelled',
    'expired',
  ])
})
