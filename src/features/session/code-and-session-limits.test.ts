import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffUntil, GUESSES_PER_DAY, networkOf, secondsUntilNextSend, sessionState, SESSION_MS, attemptsAllowed } from './code-and-session-limits.server.ts'

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
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 60 }), (gaps) => {
      const sent: number[] = []
      let at = NOW
      for (const gap of gaps) {
        at += gap * 1000
        if (secondsUntilNextSend(at, { ...none, pair: sent }) === 0) sent.push(at)
      }
      return sent.every((end) => sent.filter((s) => s > end - 3_600_000 && s <= end).length <= 5)
    }))
  })
})

describe('tries of a code', () => {
  it('are five, and two of a neighbour; one of a stranger once strangers asked for ten in a day', () => {
    expect([attemptsAllowed(false, 9), attemptsAllowed(false, 10), attemptsAllowed(true, 10)].map(({ own, neighbours }) => [own, neighbours])).toEqual([[5, 2], [1, 0], [5, 2]])
  })
  it('come to no more than 160 guesses a day at one destination', () => expect(GUESSES_PER_DAY).toBe(160))
})

describe('backoffUntil', () => {
  it('starts at the tenth failure in a row and doubles up to 16 hours', () => {
    expect(backoffUntil(NOW, 9)).toBe(0)
    expect(backoffUntil(NOW, 10)).toBe(NOW + minutes(15))
    expect(backoffUntil(NOW, 11)).toBe(NOW + minutes(30))
    expect(backoffUntil(NOW, 100)).toBe(NOW + minutes(15 * 64))
  })
})

describe('networkOf', () => {
  it('groups addresses as their holders do', () => {
    expect(networkOf('203.0.113.9')).toEqual({ address: '203.0.113.9', prefix: '203.0.113' })
    expect(networkOf('::ffff:203.0.113.9').address).toBe('203.0.113.9')
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toEqual({ address: '2001:db8:1:2', prefix: '2001:db8:1' })
    expect(networkOf('2001:0db8::1')).toEqual({ address: '2001:db8:0:0', prefix: '2001:db8:0' })
  })
})

describe('sessionState', () => {
  const alive = { lastSeenAt: NOW, endsAt: NOW + minutes(720), revoked: null }
  it('slides for 120 minutes and ends after 12 hours', () => {
    expect(sessionState(NOW + SESSION_MS - 1, alive)).toBe('alive')
    expect(sessionState(NOW + SESSION_MS, alive)).toBe(5001)
    expect(sessionState(alive.endsAt, { ...alive, lastSeenAt: alive.endsAt - 1 })).toBe(5001)
  })
  it('tells a log-out here from one elsewhere', () => {
    expect(sessionState(NOW, { ...alive, revoked: 'logout' })).toBe(5000)
    expect(sessionState(NOW, { ...alive, revoked: 'elsewhere' })).toBe(30002)
  })
})
