import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { isTooSlow, TRANSPORT_LIMITS as T, type ArrivingBody } from './slow-requests.ts'

const begun = (upload: boolean): ArrivingBody => ({ upload, began: 0, since: 0, from: 0 })

/** When a body that brings so many bytes per second is rejected, or `undefined` when it completes. */
function givenUpAt(bytesIn: (second: number) => number, size: number, upload = true): number | undefined {
  const arrival = begun(upload)
  let bytes = 0
  for (let second = 1; bytes < size; second++) {
    bytes += bytesIn(second)
    if (bytes < size && isTooSlow(arrival, bytes, false, second * 1000, T)) return second
  }
  return undefined
}

describe('a body on its way', () => {
  test('without files has a minute, however fast it comes', () => {
    expect(givenUpAt(() => 1, 1000, false)).toBe(60)
    expect(givenUpAt(() => 20, 1000, false)).toBeUndefined()
  })

  const whole = LIMITS.maxFileMebibytes * 1024 * 1024
  test('with the largest photo comes through at 5 KB a second, and with pauses', () => {
    expect(givenUpAt(() => 5_000, whole)).toBeUndefined()
    // Like a phone that loses its connection for fifteen seconds of each minute.
    expect(givenUpAt((second) => (second % 60 < 15 ? 0 : 7_000), whole)).toBeUndefined()
  })

  test('that brings next to nothing is given up after half a minute', () => {
    expect(givenUpAt(() => 1, whole)).toBe(30)
    expect(givenUpAt((second) => (second < 100 ? 5_000 : 0), whole)).toBe(120)
  })

  test('at the least rate of all ends within the hour all the same', () => {
    expect(givenUpAt(() => 2_200, whole)).toBe(3600)
  })

  test('is never given up for what we have not read yet', () => {
    const arrival = begun(true)
    for (let second = 1; second < 600; second++) expect(isTooSlow(arrival, 1, true, second * 1000, T)).toBe(false)
    expect(isTooSlow(arrival, 1, false, 600_000, T)).toBe(false)
  })

  test('is never given up at 5 KB a second or more in every second', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 5_000, max: 500_000 }), { minLength: 1, maxLength: 50 }), (rates) => {
        expect(givenUpAt((second) => rates[second % rates.length] ?? 5_000, whole)).toBeUndefined()
      }),
    )
  })
})
