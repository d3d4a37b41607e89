import { describe, expect, it } from 'vitest'
import { impossible, problemsOf } from './price-problem.ts'

const days = { start: '2027-01-01', end: '2027-12-31', birth: '2005-02-28' }

const problemOf = (...args: Parameters<typeof problemsOf>) => problemsOf(...args)[0]

describe('why there is no price', () => {
  it('asks for the first answer that is missing, at its field', () => {
    expect(problemOf({ missing: 'dates' }, { start: '', end: '', birth: '' })).toMatchObject({
      field: 'start',
      code: 'start',
      unfinished: true,
    })
    expect(problemOf({ missing: 'dates' }, { ...days, end: '' })).toMatchObject({ field: 'end', code: 'end' })
    expect(problemOf({ missing: 'birth' }, { ...days, birth: '' })).toMatchObject({ field: 'birth', code: 'birth' })
  })
  it('names everything that is missing at once, who goes along too', () => {
    const none = {
      start: '',
      end: '',
      birth: '',
      family: [
        { who: 'spouse' as const, birth: '' },
        { who: 'child' as const, birth: '2020-02-30' },
      ],
    }
    expect(problemsOf({ missing: 'dates' }, none).map(({ field, code }) => `${field} ${code}`)).toEqual([
      'start start',
      'end end',
      'birth birth',
      'family.0 family',
      'family.1 no_such_day',
    ])
  })
  it('tells who of the family cannot be insured', () => {
    const family = [
      { who: 'spouse' as const, birth: '2010-01-01' },
      { who: 'child' as const, birth: '2020-01-01' },
      { who: 'child' as const, birth: '2005-01-01' },
    ]
    expect(problemOf({ ok: false, reason: 'spouse_age' }, { ...days, family })).toMatchObject({
      field: 'family.0',
      code: 'spouse_age',
    })
    expect(problemOf({ ok: false, reason: 'child_age' }, { ...days, family })).toMatchObject({
      field: 'family.2',
      code: 'child_age',
    })
    expect(
      problemOf({ ok: false, reason: 'dates' }, { ...days, family: [{ who: 'child', birth: '2027-06-01' }] }),
    ).toMatchObject({ field: 'family.0', code: 'birth_after' })
  })
  it('says of a day that does not exist that it does not', () => {
    expect(problemOf({ missing: 'birth' }, { ...days, birth: '2005-02-29' })).toMatchObject({
      field: 'birth',
      code: 'no_such_day',
      unfinished: true,
    })
    expect(problemOf({ missing: 'dates' }, { ...days, end: '2027-02-31' })).toMatchObject({
      field: 'end',
      code: 'no_such_day',
    })
  })
  it('asks which day is meant, and does not say that there is none', () => {
    for (const start of ['1/2/2027', '3 Mar 27', '12-Dec-99']) {
      const problem = problemOf({ missing: 'dates' }, { ...days, start })
      expect(problem).toMatchObject({ field: 'start', code: 'date_ambiguous', unfinished: true })
      expect(problem && impossible(problem)).toBe(false)
    }
    expect(problemOf({ missing: 'dates' }, { ...days, start: 'next week' })).toMatchObject({ code: 'date_format' })
  })
  it('tells which of two days is the wrong one', () => {
    expect(problemOf({ ok: false, reason: 'dates' }, { ...days, end: '2026-12-31' })).toMatchObject({
      field: 'end',
      code: 'end_before',
      unfinished: false,
    })
    expect(problemOf({ ok: false, reason: 'dates' }, { ...days, birth: '2027-02-01' })).toMatchObject({
      field: 'birth',
      code: 'birth_after',
    })
  })
  it('offers the nearest last day where the length is the reason', () => {
    expect(problemOf({ ok: false, reason: 'term_too_long', end: '2027-12-31' }, days)).toEqual({
      field: 'end',
      code: 'term_too_long',
      unfinished: false,
      nearest: '2027-12-31',
    })
  })
  it('is nothing where there is a price', () => {
    expect(
      problemOf({ ok: true, age: 21, breakdown: [], premium: { amount: 1, currency: 'CNY' } }, days),
    ).toBeUndefined()
  })
})
