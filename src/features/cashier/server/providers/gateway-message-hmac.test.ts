import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidNotification } from './provider-interface.ts'
import { MAX_AGE, sign, verify } from './gateway-message-hmac.ts'

const NOW = Date.parse('2026-11-20T04:00:00Z')
const body = Buffer.from('{"id":"e1","sum":169322}')
const key = 'k'.repeat(64)

describe('a signed message', () => {
  it('passes with its own key, way, bytes and time', () => {
    expect(verify(key, 'gateway', body, sign(key, 'gateway', body, NOW), NOW + 1000)).toMatch(/^[0-9a-f]{32}$/)
  })
  it('is refused with another key, way or body', () => {
    const headers = sign(key, 'gateway', body, NOW)
    expect(() => verify('other', 'gateway', body, headers, NOW)).toThrow(InvalidNotification)
    expect(() => verify(key, 'merchant', body, headers, NOW)).toThrow(InvalidNotification)
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const altered = Buffer.from(body)
        altered[at] = (altered[at] ?? 0) ^ change
        expect(() => verify(key, 'gateway', altered, headers, NOW)).toThrow(InvalidNotification)
      }),
    )
  })
  it('is refused when old, from the future, or with headers changed or missing', () => {
    const headers = sign(key, 'gateway', body, NOW)
    expect(() => verify(key, 'gateway', body, headers, NOW + MAX_AGE + 1)).toThrow(InvalidNotification)
    expect(() => verify(key, 'gateway', body, headers, NOW - MAX_AGE - 1)).toThrow(InvalidNotification)
    for (const name of Object.keys(headers)) {
      expect(() => verify(key, 'gateway', body, { ...headers, [name]: undefined }, NOW)).toThrow(InvalidNotification)
      expect(() => verify(key, 'gateway', body, { ...headers, [name]: `${headers[name]}0`.slice(1) }, NOW)).toThrow(
        InvalidNotification,
      )
    }
  })
})
