import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createSeal } from './seal.ts'

const seal = createSeal([Buffer.alloc(32, 7)])
const FIRST_FORM = 'v1.AQEBAQEBAQEBAQEBG7YKFZjkzfOQ0lfwMo5UeGcRHw'
const Person = z.object({ name: z.string(), idNumber: z.string() })

describe('sealed columns', () => {
  test('open to what was sealed, whatever it was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(seal.open('t.c', z.unknown(), seal.seal('t.c', value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  test('show nothing and differ every time', () => {
    const person = { name: '李维', idNumber: '110101200503081234' }
    const [one, two] = [seal.seal('people', person), seal.seal('people', person)]
    expect(one).not.toBe(two)
    expect(one).not.toContain('110101')
    expect(seal.open('people', Person, one)).toEqual(person)
  })

  test('refuse another place, another secret, and every changed byte', () => {
    const sealed = seal.seal('people', 'x')
    expect(() => seal.open('accounts', z.string(), sealed)).toThrow()
    expect(() => createSeal([Buffer.alloc(32, 8)]).open('people', z.string(), sealed)).toThrow()
    expect(() => seal.open('people', z.string(), 'plain')).toThrow()
    const prefix = sealed.slice(0, sealed.lastIndexOf('.') + 1)
    for (const added of ['=', ' ', '\n', '.', 'A', 'AA', '====', '漢'])
      for (const at of [prefix.length, sealed.length - 5, sealed.length])
        expect(() => seal.open('people', z.string(), sealed.slice(0, at) + added + sealed.slice(at))).toThrow()
    const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url')
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes)
      changed[i] = (changed[i] ?? 0) ^ 1
      expect(() => seal.open('people', z.string(), prefix + changed.toString('base64url'))).toThrow()
    }
  })
})

test('what is remembered opens to the same, cannot be changed, and never elsewhere or by another schema', () => {
  const person = { name: '李维', idNumber: '110101200503081234' }
  const sealed = seal.seal('people', person)
  const first = seal.openCached('people', Person, sealed)
  expect(first).toEqual(person)
  expect(seal.openCached('people', Person, sealed)).toBe(first)
  expect(() => {
    first.name = 'x'
  }).toThrow(TypeError)
  expect(() => seal.openCached('accounts', Person, sealed)).toThrow()
  expect(seal.openCached('people', z.object({ name: z.string() }), sealed)).toEqual({ name: '李维' })
  expect(() => createSeal([Buffer.alloc(32, 8)]).openCached('people', Person, sealed)).toThrow()
})

test('a mac finds the same text again, and differs by purpose', () => {
  expect(seal.mac('id', 'a')).toBe(seal.mac('id', 'a'))
  expect(seal.mac('id', 'a')).not.toBe(seal.mac('mail', 'a'))
  expect(seal.verify('id', 'a', seal.mac('id', 'a'))).toBe(true)
  expect(seal.verify('id', 'b', seal.mac('id', 'a'))).toBe(false)
  expect(seal.verify('id', 'a', 'short')).toBe(false)
})

describe('a ring of secrets', () => {
  const [old, next] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
  const rotated = createSeal([next, old])

  test('the first seals, all open, and what an old one sealed is told from what the first did', () => {
    const before = createSeal([old]).seal('people', 'x')
    expect(rotated.open('people', z.string(), before)).toBe('x')
    expect(rotated.isCurrent(before)).toBe(false)
    const after = rotated.reseal('people', before)
    expect(rotated.isCurrent(after)).toBe(true)
    expect(createSeal([next]).open('people', z.string(), after)).toBe('x')
    expect(() => createSeal([old]).open('people', z.string(), after)).toThrow()
    expect(() => rotated.reseal('accounts', before)).toThrow()
  })

  test('values from before the ring, which name no key, open too', () => {
    // Sealed by the code from before the ring, with a secret of 32 sevens.
    expect(rotated.open('people', z.string(), FIRST_FORM)).toBe('x')
    expect(rotated.isCurrent(FIRST_FORM)).toBe(false)
  })

  test('a hash is of the first, and one of an old secret is still recognised', () => {
    const before = createSeal([old]).mac('id', 'a')
    expect(rotated.mac('id', 'a')).toBe(createSeal([next]).mac('id', 'a'))
    expect(rotated.verify('id', 'a', before)).toBe(true)
    expect(createSeal([next]).verify('id', 'a', before)).toBe(false)
  })
})
