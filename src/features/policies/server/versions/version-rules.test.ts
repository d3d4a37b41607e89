import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysOfTerm } from '../../../../lib/days/dates.ts'
import {
  coveredDays,
  firstVersion,
  ImpossibleChange,
  nextVersion,
  type PolicyChange,
  type VersionFacts,
} from './version-rules.ts'

const STARTS = '2026-09-01'
const first = firstVersion({ starts: STARTS, ends: '2027-08-31', premium: 384_000 })

const refusal = (change: PolicyChange, from: VersionFacts = first): string => {
  try {
    nextVersion(from, change)
  } catch (error) {
    if (error instanceof ImpossibleChange) return error.code
  }
  return 'allowed'
}

test('an endorsement holds from its day, a surrender ends with its last day', () => {
  expect(nextVersion(first, { reason: 'endorsement', on: '2026-10-05', premiumChange: -4_000 })).toMatchObject({
    validFrom: '2026-10-05',
    premium: 380_000,
  })
  expect(nextVersion(first, { reason: 'surrender', lastDay: '2026-12-09', refund: 181_216 })).toMatchObject({
    validFrom: '2026-12-10',
    premium: 202_784,
  })
})

test('before the start an endorsement and a surrender hold from the first day', () => {
  expect(nextVersion(first, { reason: 'endorsement', on: '2026-08-01', premiumChange: 0 }).validFrom).toBe(STARTS)
  const end = nextVersion(first, { reason: 'surrender', lastDay: '2026-08-01', refund: 384_000 })
  expect([end.validFrom, end.premium, coveredDays([first, end])]).toEqual([STARTS, 0, 0])
})

test('what a history does not allow is refused', () => {
  expect(refusal({ reason: 'endorsement', on: STARTS, premiumChange: -384_001 })).toBe('premium')
  expect(refusal({ reason: 'surrender', lastDay: first.ends, refund: 0 })).toBe('ended')
  expect(refusal({ reason: 'surrender', lastDay: STARTS, refund: 384_001 })).toBe('premium')
  expect(refusal({ reason: 'surrender', lastDay: STARTS, refund: -1 })).toBe('premium')
  const ended = nextVersion(first, { reason: 'surrender', lastDay: STARTS, refund: 0 })
  expect(refusal({ reason: 'endorsement', on: STARTS, premiumChange: 0 }, ended)).toBe('surrendered')
})

const anyChange: fc.Arbitrary<PolicyChange> = fc.oneof(
  fc.record({
    reason: fc.constant('endorsement' as const),
    on: fc.integer({ min: -30, max: 900 }).map((days) => addDays(STARTS, days)),
    premiumChange: fc.integer({ min: -300_000, max: 100_000 }),
  }),
  fc.record({
    reason: fc.constant('surrender' as const),
    lastDay: fc.integer({ min: -30, max: 900 }).map((days) => addDays(STARTS, days)),
    refund: fc.integer({ min: -5, max: 600_000 }),
  }),
)

/** The life of a policy: a change that is refused alters nothing. */
function live(changes: readonly PolicyChange[]): VersionFacts[] {
  return changes.reduce<VersionFacts[]>(
    (history, change) => {
      const current = history.at(-1) ?? first
      return refusal(change, current) === 'allowed' ? [...history, nextVersion(current, change)] : history
    },
    [first],
  )
}

test('any order of endorse and surrender gives one history that adds up', () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 12 }), (changes) => {
      const history = live(changes)
      const last = history.at(-1) ?? first
      expect(history.map((it) => it.number)).toEqual(history.map((_, i) => i + 1))
      expect(history.reduce((sum, it) => sum + it.premiumChange, 0)).toBe(last.premium)
      expect(Math.min(...history.map((it) => it.premium))).toBeGreaterThanOrEqual(0)
      expect(new Set(history.map((it) => it.starts))).toEqual(new Set([STARTS]))
      const ends = history.map((it) => it.ends)
      expect([...ends].sort()).toEqual(ends)
      expect(history.findIndex((it) => it.reason === 'surrender')).toBeOneOf([-1, history.length - 1])
      expect(coveredDays(history)).toBeGreaterThanOrEqual(0)
      expect(coveredDays(history)).toBeLessThanOrEqual(daysOfTerm(STARTS, last.ends))
    }),
    { numRuns: 500 },
  )
})
