import { describe, expect, it } from 'vitest'
import { SESSION_MS, sessionState } from './when-a-session-ends.ts'

const NOW = 1_800_000_000_000
const minutes = (n: number) => n * 60_000

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
