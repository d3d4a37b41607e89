import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, type Json } from './canonical-json.ts'

describe('canonical JSON', () => {
  it('has one spelling, whatever the order of keys', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'é"' }], a: true, left: undefined })).toBe(
      '{"a":true,"b":[1,{"c":"é\\"","d":null}]}',
    )
  })
  it('says what JSON says', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Json
        expect(JSON.parse(canonicalJson(json))).toEqual(json)
      }),
    )
  })
})
