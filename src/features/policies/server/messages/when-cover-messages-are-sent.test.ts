import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../../../lib/days/dates.ts'
import { dueNotices, noticesOf } from './when-cover-messages-are-sent.ts'

test('a year is told of at its start, 30, 7 and 1 day before its end, and after it', () => {
  expect(noticesOf('2026-09-01', '2027-08-31').map((it) => `${it.kind} ${it.on}`)).toEqual([
    'started 2026-09-01',
    'ending 2027-08-01',
    'ending 2027-08-24',
    'ending 2027-08-30',
    'ended 2027-09-01',
  ])
})

test('a short term has no reminder on or before its first day', () => {
  expect(noticesOf('2026-09-01', '2026-09-05').map((it) => it.on)).toEqual(['2026-09-01', '2026-09-04', '2026-09-06'])
  expect(noticesOf('2026-09-01', '2026-09-01').map((it) => it.kind)).toEqual(['started', 'ended'])
})

test('however rarely somebody looks, each is told once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400 }),
      fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 20 }),
      (length, steps) => {
        const term = { starts: '2026-09-01', ends: addDays('2026-09-01', length) }
        let next: string | null = term.starts
        let today = addDays(term.starts, -40)
        const told: string[] = []
        for (const step of [...steps, 600]) {
          today = addDays(today, step)
          if (next === null || next > today) continue
          const found = dueNotices(term, next, today)
          told.push(...found.due.map((it) => `${it.kind} ${it.on}`))
          next = found.next
        }
        expect(told).toEqual(noticesOf(term.starts, term.ends).map((it) => `${it.kind} ${it.on}`))
        expect(next).toBeNull()
      },
    ),
  )
})
