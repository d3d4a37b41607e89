/** No call accepts an unbounded text, list or record, and nothing processes a text before its length was checked. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { BODY_BYTES, call, MOST_BODY_BYTES, pathOf } from '../../src/lib/contract.ts'
import { boundedRecord, boundedText } from '../../src/lib/bounded-schemas.ts'
import { features } from '../../src/server/feature-list.ts'
import { unboundedIn } from './input-bounds.ts'

const calls = features.flatMap((feature) => (feature.routes ?? []).map((route) => route.call))

test('there are calls to look at', () => {
  expect(calls.length).toBeGreaterThan(50)
})

describe.each(calls.map((it) => [pathOf(it), it] as const))('%s', (_, it) => {
  test('bounds what it takes', () => {
    expect(unboundedIn(it.input)).toEqual([])
  })

  test('names no larger body than any call may have', () => {
    expect(it.bodyBytes).toBeGreaterThanOrEqual(BODY_BYTES)
    expect(it.bodyBytes).toBeLessThanOrEqual(MOST_BODY_BYTES)
  })
})

test('most calls are content with the usual size of a body', () => {
  const large = calls
    .filter(({ bodyBytes }) => bodyBytes > BODY_BYTES)
    .map(({ path }) => path)
    .sort()
  expect(large).toEqual(['claim/save', 'claim/sign', 'order/save'])
})

describe('the rule finds', () => {
  const bad: Record<string, z.ZodType> = {
    'a text without a maximum': z.string(),
    'a maximum that does not stop what follows': z.string().max(9).regex(/x/),
    'a pattern before the maximum': z.string().regex(/^x+$/).max(9, { abort: true }),
    'a cut before the maximum': z.string().trim().max(9, { abort: true }),
    'a format before the maximum': z.email().max(9, { abort: true }),
    'work before any schema': z.preprocess((value) => value, boundedText(9)),
    'a list without an end': z.array(boundedText(9)),
    'a record without an end': z.record(boundedText(9), boundedText(9)),
    'anything at all': z.json(),
    'the key of a record': boundedRecord(z.string(), z.boolean(), 5),
    'one of several': z.union([z.literal('a'), z.string()]),
    'what has a default': z.object({ a: z.array(z.string()).max(3).default([]) }),
  }
  test.each(Object.keys(bad))('%s', (name) => {
    expect(unboundedIn(z.object({ field: bad[name] ?? z.string() }))).toEqual([expect.stringMatching(/^field/)])
  })

  test('nothing wrong with what is bounded', () => {
    const good = z.object({
      a: boundedText(9)
        .transform((text) => text.normalize('NFKC'))
        .pipe(z.string().regex(/^x*$/)),
      b: z.array(boundedText(3)).max(2).default([]),
      c: boundedRecord(boundedText(3), boundedText(9), 3),
      d: z.enum(['x', 'y']).or(z.literal('')),
      e: z.tuple([z.number(), z.boolean()]).nullable(),
    })
    expect(unboundedIn(good)).toEqual([])
    expect(call({ path: 'x', access: 'open', input: good, output: z.object({}) }).bodyBytes).toBe(BODY_BYTES)
  })
})
