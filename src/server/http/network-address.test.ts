import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOf, rateLimitKey, networkOf, trustedProxies, UNKNOWN } from './network-address.ts'

describe('an address as proxies write it', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['"203.0.113.9:51234"', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
    ['2001:DB8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', UNKNOWN],
    ['_hidden', UNKNOWN],
    ['', UNKNOWN],
    ['203.0.113.999', UNKNOWN],
    ['203.0.113.9:', UNKNOWN],
    ['[203.0.113.9]:1', UNKNOWN],
    ['203.0.113.9:123456', UNKNOWN],
    ['a'.repeat(5000), UNKNOWN],
    ['"', UNKNOWN],
    ['[::1', UNKNOWN],
  ])('%j is %j', (text, address) => {
    expect(addressOf(text)).toBe(address)
  })

  test('counts as one customer whatever its port', () => {
    const port = fc.integer({ min: 0, max: 65535 })
    fc.assert(
      fc.property(fc.ipV4(), port, (ip, at) => {
        const all = [ip, `${ip}:${at}`, `"${ip}:${at}"`, `::ffff:${ip}`, `[::ffff:${ip}]:${at}`]
        expect(new Set(all.map(rateLimitKey))).toEqual(new Set([ip]))
      }),
    )
    fc.assert(
      fc.property(fc.ipV6(), port, (ip, at) => {
        expect(
          new Set([ip, `[${ip}]`, `[${ip}]:${at}`, `"[${ip}]:${at}"`, ip.toUpperCase()].map(rateLimitKey)).size,
        ).toBe(1)
      }),
    )
  })

  test('is read in time whatever it is, and what cannot be read is one', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 40 }), fc.stringMatching(/^[[\]"0-9a-f.:%]{0,40}$/)), (text) => {
        const { address, prefix } = networkOf(text)
        if (addressOf(text) === UNKNOWN) expect({ address, prefix }).toEqual({ address: UNKNOWN, prefix: UNKNOWN })
      }),
    )
  })
})

describe('a proxy of ours', () => {
  test('is known by address, network or range, with a port or without', () => {
    const known = trustedProxies(['10.1.0.0/16', '192.0.2.7', '2001:db8::/32', 'loopback'])
    expect(
      ['10.1.2.3', '10.1.2.3:80', '192.0.2.7', '[2001:db8::5]:443', '127.0.0.1', '::1', '::ffff:10.1.9.9'].every(known),
    ).toBe(true)
    expect(['10.2.0.1', '192.0.2.8', '2001:db9::1', '', UNKNOWN, '10.1.2.3.4'].some(known)).toBe(false)
    expect(trustedProxies([])('127.0.0.1')).toBe(false)
  })
  test.each(['10.0.0.0/40', 'proxy.example', '1.2.3', '/8'])('cannot be %s', (named) => {
    expect(() => trustedProxies([named])).toThrow()
  })
})

describe('networkOf', () => {
  test('groups addresses as their holders do', () => {
    expect(networkOf('203.0.113.9')).toEqual({ address: '203.0.113.9', prefix: '203.0.113' })
    expect(networkOf('::ffff:203.0.113.9').address).toBe('203.0.113.9')
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toEqual({ address: '2001:db8:1:2', prefix: '2001:db8:1' })
    expect(networkOf('2001:0db8::1')).toEqual({ address: '2001:db8:0:0', prefix: '2001:db8:0' })
  })
})
