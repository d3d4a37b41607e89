import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secondsUntilNextSend } from './when-a-code-may-be-sent.ts'

const NOW = 1_800_000_000_000
const minutes = (n: number) => n * 60_000
const none = { pair: [], destination: [], address: [], prefix: [] }

describe('secondsUntilNextSend', () => {
  it('lets a first code go', () => expect(secondsUntilNextSend(NOW, none)).toBe(0))
  it('waits 60 seconds after the last one', () => {
    expect(secondsUntilNextSend(NOW, { ...none, pair: [NOW - 18_000] })).toBe(42)
    expect(secondsUntilNextSend(NOW, { ...none, pair: [NOW - 60_000] })).toBe(0)
  })
  it('allows 5 in an hour and 10 in a day to one destination for one device or network', () => {
    const five = [50, 40, 30, 20, 10].map((m) => NOW - minutes(m))
    expect(secondsUntilNextSend(NOW, { ...none, pair: five })).toBe(600)
    const ten = Array.from({ length: 10 }, (_, i) => NOW - minutes(60 * 23 - i * 100))
    expect(secondsUntilNextSend(NOW, { ...none, pair: ten })).toBe(3600)
  })
  it('counts what one network address causes', () => {
    const twenty = Array.from({ length: 20 }, (_, i) => NOW - minutes(i + 1))
    expect(secondsUntilNextSend(NOW, { ...none, address: twenty })).toBe(40 * 60)
  })
  it('bounds what all strangers cause at one destination, and lets a known device through', () => {
    const forty = Array.from({ length: 40 }, (_, i) => NOW - minutes(i + 1))
    expect(secondsUntilNextSend(NOW, { ...none, destination: forty })).toBe(20 * 60)
    expect(secondsUntilNextSend(NOW, { ...none, destination: forty, address: forty, prefix: forty }, true)).toBe(0)
    expect(secondsUntilNextSend(NOW, { ...none, pair: forty }, true)).toBeGreaterThan(0)
  })
  it('never lets more than five an hour through, whatever the rhythm', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 60 }), (gaps) => {
        const sent: number[] = []
        let at = NOW
        for (const gap of gaps) {
          at += gap * 1000
          if (secondsUntilNextSend(at, { ...none, pair: sent }) === 0) sent.push(at)
        }
        return sent.every((end) => sent.filter((s) => s > end - 3_600_000 && s <= end).length <= 5)
      }),
    )
  })
})
