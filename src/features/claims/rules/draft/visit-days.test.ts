import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../../../lib/days/dates.ts'
import { coverOn } from './cover-on-day.ts'
import { stayErrors, visitDayError } from './visit-days.ts'

const POLICY = { start: '2026-09-02', end: '2027-09-01', cancelledOn: null }
const TODAY = '2026-11-22'
const ILL = { type: 'outpatient', incidentDay: '2026-11-12', admitted: null } as const

describe('the day of a visit', () => {
  test.each([
    ['2026-01-01', 'visit_before_cover'],
    ['2026-09-01', 'visit_before_cover'],
    ['2026-09-02', 'visit_before_illness'],
    ['2026-11-11', 'visit_before_illness'],
    ['2026-11-12', undefined],
    ['2026-11-22', undefined],
    ['2026-11-23', 'date_future'],
    ['2026-02-31', undefined],
  ])('%s: %s', (day, code) => expect(visitDayError(day, ILL, POLICY, TODAY)).toBe(code))
  test('the day before cover, west of Beijing, is for a person to decide', () => {
    const early = { ...ILL, incidentDay: '2026-09-01' } as const
    expect(visitDayError('2026-09-01', early, POLICY, TODAY, 'US')).toBeUndefined()
    expect(visitDayError('2026-09-01', early, POLICY, TODAY, 'JP')).toBe('visit_before_cover')
    expect(visitDayError('2026-08-31', { ...ILL, incidentDay: '2026-08-31' }, POLICY, TODAY, 'US')).toBe(
      'visit_before_cover',
    )
  })
  test('after the last day of cover', () => {
    expect(visitDayError('2027-09-01', ILL, POLICY, '2027-12-01')).toBeUndefined()
    expect(visitDayError('2027-09-02', ILL, POLICY, '2027-12-01')).toBe('visit_after_cover')
  })
  test('a stay that began in the term is covered thirty days beyond it, and no longer', () => {
    for (const stay of [
      { ...ILL, type: 'inpatient' },
      { ...ILL, type: 'accident', admitted: true },
    ] as const) {
      expect(visitDayError('2027-10-01', stay, POLICY, '2027-12-01')).toBeUndefined()
      expect(visitDayError('2027-10-02', stay, POLICY, '2027-12-01')).toBe('visit_after_cover')
    }
    expect(visitDayError('2027-09-02', { ...ILL, type: 'accident', admitted: false }, POLICY, '2027-12-01')).toBe(
      'visit_after_cover',
    )
  })
  test('after a policy was cancelled', () => {
    expect(visitDayError('2026-11-20', ILL, { ...POLICY, cancelledOn: '2026-11-19' }, TODAY)).toBe(
      'visit_after_cancelling',
    )
    expect(visitDayError('2026-11-20', ILL, { ...POLICY, cancelledOn: '2026-11-21', neverInForce: true }, TODAY)).toBe(
      'visit_after_cancelling',
    )
  })
  test('an illness that is not yet is told at its own field', () =>
    expect(visitDayError('2026-11-20', { ...ILL, incidentDay: '2026-11-23' }, POLICY, TODAY)).toBeUndefined())
  test('of costs that are not of care, only the future is refused', () => {
    expect(visitDayError('2026-01-01', { ...ILL, type: 'interruption' }, POLICY, TODAY)).toBeUndefined()
    expect(visitDayError('2026-11-23', { ...ILL, type: 'travel' }, POLICY, TODAY)).toBe('date_future')
  })
  test('no day outside the cover and its thirty days passes, whatever is claimed', () => {
    const day = fc.integer({ min: -600, max: 700 }).map((n) => addDays(TODAY, n))
    fc.assert(
      fc.property(
        day,
        day,
        fc.constantFrom(
          'outpatient' as const,
          'inpatient' as const,
          'accident' as const,
          'dental' as const,
          'mental' as const,
        ),
        fc.boolean(),
        (at, incidentDay, type, admitted) => {
          const passes = visitDayError(at, { type, incidentDay, admitted }, POLICY, '2028-12-31') === undefined
          if (passes) expect(at >= POLICY.start && at >= incidentDay && at <= addDays(POLICY.end, 30)).toBe(true)
          if (passes && type !== 'inpatient' && !(type === 'accident' && admitted)) expect(at <= POLICY.end).toBe(true)
        },
      ),
    )
  })
})

describe('a stay in hospital', () => {
  const policy = { start: '2026-03-01', end: '2026-03-31', cancelledOn: null }
  const stay = (admissionDay: string, dischargeDay = '', billPaid: boolean | null = false) =>
    stayErrors(
      { type: 'inpatient', incidentDay: '2026-03-05', admitted: null, admissionDay, dischargeDay, billPaid },
      policy,
      '2026-03-20',
    )
  test('has its first day, and its last unless it goes on', () => {
    expect(stay('')).toEqual({ admissionDay: 'date_required' })
    expect(stay('2026-03-05')).toEqual({})
    expect(stay('2026-03-05', '2026-03-05')).toEqual({})
    expect(stay('2026-03-06', '2026-03-05')).toEqual({ dischargeDay: 'discharge_too_early' })
    expect(stay('2026-03-04')).toEqual({ admissionDay: 'visit_before_illness' })
    expect(stay('2026-03-06', '2026-03-21')).toEqual({ dischargeDay: 'date_future' })
  })
  test('is asked whether its bill is paid', () =>
    expect(stay('2026-03-05', '', null)).toEqual({ billPaid: 'answer_required' }))
  test('asks nothing of other claims', () =>
    expect(
      stayErrors(
        { type: 'accident', incidentDay: '', admitted: false, admissionDay: '', dischargeDay: '', billPaid: null },
        policy,
        '2026-03-20',
      ),
    ).toEqual({}))
})

describe('cover where it is earlier or later than in Beijing', () => {
  test('of the day before, wherever it may still have been earlier than in Beijing', () => {
    const policy = { start: '2026-09-01', end: '2027-08-31', cancelledOn: null }
    const on = (at: string, country?: string) => coverOn(policy, at, country)
    expect(['US', 'GB', ''].map((country) => on('2026-08-31', country))).toEqual(['covered', 'covered', 'covered'])
    expect(['JP', 'NZ', 'CN', undefined].map((country) => on('2026-08-31', country))).toEqual(
      Array.from({ length: 4 }, () => 'not_started'),
    )
    expect(on('2026-08-30', 'US')).toBe('not_started')
    expect(coverOn({ ...policy, cancelledOn: '2026-08-31' }, '2026-08-31', 'US')).toBe('never_in_force')
  })
  test('of the day after, wherever it may already have been later than in Beijing', () => {
    const policy = { start: '2026-09-01', end: '2027-08-31', cancelledOn: null }
    const on = (at: string, country?: string) => coverOn(policy, at, country)
    expect(['AU', 'NZ', 'JP', ''].map((country) => on('2027-09-01', country))).toEqual(
      Array.from({ length: 4 }, () => 'covered'),
    )
    expect(['US', 'GB', 'CN', undefined].map((country) => on('2027-09-01', country))).toEqual(
      Array.from({ length: 4 }, () => 'ended'),
    )
    expect(on('2027-09-02', 'AU')).toBe('ended')
    const cancelled = { ...policy, cancelledOn: '2026-12-24' }
    expect([coverOn(cancelled, '2026-12-25', 'AU'), coverOn(cancelled, '2026-12-25', 'US')]).toEqual([
      'covered',
      'cancelled',
    ])
    expect(coverOn(cancelled, '2026-12-26', 'AU')).toBe('cancelled')
  })
})
