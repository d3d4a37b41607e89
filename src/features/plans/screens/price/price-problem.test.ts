import { describe, expect, it } from 'vitest'
import { problemOf } from './price-problem.ts'

const days = { start: '2027-01-01', end: '2027-12-31', birth: '2005-02-28' }

describe('why there is no price', () => {
  it('asks for the first answer that is missing, at its field', () => {
    expect(problemOf({ missing: 'dates' }, { start: '', end: '', birth: '' })).toMatchObject({ field: 'start', code: 'start', unfinished: true })
    expect(problemOf({ missing: 'dates' }, { ...days, end: '' })).toMatchObject({ field: 'end', code: 'end' })
    expect(problemOf({ missing: 'birth' }, { ...days, birth: '' })).toMatchObject({ field: 'birth', code: 'birth' })
  })
  it('says of a day that does not exist that it does not', () => {
    expect(problemOf({ missing: 'birth' }, { ...days, birth: '2005-02-29' })).toMatchObject({ field: 'birth', code: 'no_day', unfinished: true })
    expect(problemOf({ missing: 'dates' }, { ...days, end: '2027-02-31' })).toMatchObject({ field: 'end', code: 'no_day' })
  })
  it('tells which of two days is the wrong one', () => {
    expect(problemOf({ ok: false, reason: 'dates' }, { ...days, end: '2026-12-31' })).toMatchObject({ field: 'end', code: 'end_before', unfinished: false })
    expect(problemOf({ ok: false, reason: 'dates' }, { ...days, birth: '2027-02-01' })).toMatchObject({ field: 'birth', code: 'birth_after' })
  })
  it('offers the nearest last day where the length is the reason', () => {
    expect(problemOf({ ok: false, reason: 'term_too_long', end: '2027-12-31' }, days)).toEqual({ field: 'end', code: 'term_too_long', unfinished: false, nearest: '2027-12-31' })
  })
  it('is nothing where there is a price', () => {
    expect(problemOf({ ok: true, age: 21, breakdown: [], premium: { amount: 1, currency: 'CNY' } }, days)).toBeUndefined()
  })
})
