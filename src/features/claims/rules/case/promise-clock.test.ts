import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayOf, daysBetween, startOfCover } from '../../../../lib/days/dates.ts'
import { clockAt, type Pause, type Promised } from './promise-clock.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** An hour on a day in Shanghai. */
const at = (day: string, hour = 12): number => startOfCover(day) + hour * HOUR
const promised = (over: Partial<Promised> = {}): Promised => ({
  kind: 'decision',
  startedAt: at('2026-11-14', 2),
  pauses: [],
  endedAt: null,
  complex: false,
  ...over,
})
const pause = (from: number, to: number | null): Pause => ({ from, to })

describe('the clock', () => {
  it('begins with day 1 in Shanghai, whatever the hour elsewhere', () => {
    // Still 13 November in Boston.
    expect(clockAt(promised(), at('2026-11-14', 3))).toMatchObject({
      state: 'running',
      day: 1,
      of: 5,
      startedOn: '2026-11-14',
      dueOn: '2026-11-18',
    })
    expect(clockAt(promised({ startedAt: at('2026-11-14', 24) - 1 }), at('2026-11-15', 0))).toMatchObject({
      day: 2,
      startedOn: '2026-11-14',
      dueOn: '2026-11-18',
    })
    expect(clockAt(promised({ startedAt: at('2026-11-15', 0) }), at('2026-11-15', 0))).toMatchObject({
      day: 1,
      startedOn: '2026-11-15',
    })
  })

  it('is late from the day after its last day, and states since when', () => {
    expect(clockAt(promised(), at('2026-11-18', 24) - 1)).toMatchObject({
      state: 'running',
      day: 5,
      dueOn: '2026-11-18',
    })
    expect(clockAt(promised(), at('2026-11-19', 0))).toMatchObject({ state: 'late', day: 6, dueOn: '2026-11-18' })
    expect(clockAt(promised({ complex: true }), at('2026-11-19', 0))).toMatchObject({
      state: 'running',
      of: 30,
      dueOn: '2026-12-13',
    })
  })

  it('is paused while documents are awaited, and its last day moves', () => {
    const stopped = promised({ pauses: [pause(at('2026-11-16', 9), null)] })
    expect(clockAt(stopped, at('2026-11-16', 20))).toMatchObject({
      state: 'stopped',
      day: 3,
      stoppedOn: '2026-11-16',
      dueOn: '2026-11-18',
    })
    expect(clockAt(stopped, at('2026-11-26', 20))).toMatchObject({
      state: 'stopped',
      day: 3,
      stoppedOn: '2026-11-16',
      dueOn: '2026-11-27',
    })
    const again = promised({ pauses: [pause(at('2026-11-16', 9), at('2026-11-26', 20))] })
    expect(clockAt(again, at('2026-11-26', 21))).toMatchObject({
      state: 'running',
      day: 4,
      stoppedOn: null,
      dueOn: '2026-11-27',
    })
  })

  it('counts a day once, however often it is paused on that day', () => {
    const pauses = [9, 11, 13].map((hour) => pause(at('2026-11-15', hour), at('2026-11-15', hour + 1)))
    expect(clockAt(promised({ pauses }), at('2026-11-15', 18))).toMatchObject({
      state: 'running',
      day: 2,
      dueOn: '2026-11-18',
    })
  })

  it('keeps what was used when it is done', () => {
    const pauses = [pause(at('2026-11-16'), at('2026-11-20'))]
    expect(clockAt(promised({ pauses, endedAt: at('2026-11-21') }), at('2027-01-01'))).toMatchObject({
      state: 'done',
      day: 5,
      dueOn: '2026-11-21',
    })
    expect(
      clockAt(promised({ pauses: [pause(at('2026-11-16'), null)], endedAt: at('2026-11-30') }), at('2027-01-01')),
    ).toMatchObject({ state: 'done', day: 3 })
    expect(clockAt(promised({ kind: 'payment', endedAt: at('2026-11-30') }), at('2027-01-01'))).toMatchObject({
      state: 'done',
      day: 17,
      of: 10,
      dueOn: '2026-11-23',
    })
  })
})

describe('every clock', () => {
  const START = at('2026-01-01', 0)
  const cuts = fc
    .uniqueArray(fc.integer({ min: 1, max: 40 * 24 * 60 }), { maxLength: 12 })
    .map((minutes) => minutes.sort((a, b) => a - b).map((it) => START + it * 60_000))
  const pausesOf = (marks: number[]): Pause[] =>
    marks.flatMap((from, i) => (i % 2 === 0 ? [pause(from, marks[i + 1] ?? null)] : []))
  const later = fc.integer({ min: 0, max: 60 * 24 * 60 }).map((minutes) => START + minutes * 60_000)

  it('counts exactly the days on which it ran', () => {
    fc.assert(
      fc.property(cuts, later, fc.boolean(), (marks, now, complex) => {
        const pauses = pausesOf(marks)
        const clock = clockAt({ kind: 'decision', startedAt: START, pauses, endedAt: null, complex }, now)
        const runs = (minute: number): boolean =>
          pauses.every((it) => minute <= it.from || (it.to !== null && minute >= it.to))
        const days = new Set<string>()
        for (let minute = START; minute <= now; minute += 60_000) if (runs(minute)) days.add(dayOf(minute))
        expect(clock.day).toBe(days.size)
      }),
      { numRuns: 40 },
    )
  })

  it('is late only if it runs past its last day, never because of a pause', () => {
    fc.assert(
      fc.property(cuts, later, (marks, now) => {
        const clock = clockAt(
          { kind: 'decision', startedAt: START, pauses: pausesOf(marks), endedAt: null, complex: false },
          now,
        )
        if (clock.state === 'late') expect(dayOf(now) > clock.dueOn).toBe(true)
        if (clock.state === 'running') {
          expect(dayOf(now) <= clock.dueOn).toBe(true)
          expect(daysBetween(dayOf(now), clock.dueOn)).toBe(clock.of - clock.day)
        }
        if (clock.state === 'stopped') expect(clock.stoppedOn !== null && clock.stoppedOn <= dayOf(now)).toBe(true)
      }),
    )
  })

  it('never runs backwards', () => {
    fc.assert(
      fc.property(cuts, later, fc.integer({ min: 0, max: 5 * DAY }), (marks, now, more) => {
        const of = (when: number): number =>
          clockAt({ kind: 'review', startedAt: START, pauses: pausesOf(marks), endedAt: null, complex: false }, when)
            .day
        expect(of(now + more)).toBeGreaterThanOrEqual(of(now))
      }),
    )
  })

  it('ends on the stated day if it is not paused again', () => {
    fc.assert(
      fc.property(
        cuts.filter((it) => it.length % 2 === 0),
        (marks) => {
          const clock = (now: number) =>
            clockAt({ kind: 'review', startedAt: START, pauses: pausesOf(marks), endedAt: null, complex: false }, now)
          const now = (marks.at(-1) ?? START) + 1
          const { dueOn, state } = clock(now)
          if (state === 'running')
            expect([clock(at(dueOn, 24) - 1).state, clock(at(addDays(dueOn, 1), 0)).state]).toEqual(['running', 'late'])
        },
      ),
    )
  })
})
