import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { features } from '../../programs/feature-list.ts'
import { writeFieldsBy } from './write-output.ts'

/** Values that fit a schema, with extra properties in every object. */
function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.core.$ZodObject) {
    const fields = Object.entries(schema._zod.def.shape).map(([name, part]) => [name, valuesOf(part)] as const)
    return fc.record({ ...Object.fromEntries(fields), unlisted: fc.constant('unlisted') })
  }
  if (schema instanceof z.core.$ZodArray) return fc.array(valuesOf(schema._zod.def.element), { maxLength: 3 })
  if (schema instanceof z.core.$ZodNullable) return fc.option(valuesOf(schema._zod.def.innerType), { nil: null })
  if (schema instanceof z.core.$ZodOptional) return fc.option(valuesOf(schema._zod.def.innerType), { nil: undefined })
  if (schema instanceof z.core.$ZodLazy) return fc.constant(null)
  if (schema instanceof z.core.$ZodUnion) return fc.oneof(...schema._zod.def.options.map((it) => valuesOf(it)))
  if (schema instanceof z.core.$ZodRecord) {
    const { keyType, valueType } = schema._zod.def
    const keys =
      keyType instanceof z.core.$ZodEnum ? Object.values(keyType._zod.def.entries).map(String) : ['one', 'two']
    return fc.record(Object.fromEntries(keys.map((key) => [key, valuesOf(valueType)])))
  }
  if (schema instanceof z.core.$ZodTuple) return fc.tuple(...schema._zod.def.items.map((it) => valuesOf(it)))
  if (schema instanceof z.core.$ZodDefault || schema instanceof z.core.$ZodPrefault)
    return valuesOf(schema._zod.def.innerType)
  if (schema instanceof z.core.$ZodEnum) return fc.constantFrom(...Object.values(schema._zod.def.entries))
  if (schema instanceof z.core.$ZodLiteral) return fc.constantFrom(...schema._zod.def.values)
  if (schema instanceof z.core.$ZodNumber) return fc.integer({ min: 1, max: 9 })
  if (schema instanceof z.core.$ZodBoolean) return fc.boolean()
  if (schema instanceof z.core.$ZodNull) return fc.constant(null)
  return fc.constantFrom(...fitting(schema))
}

/** One example of each text form that answers contain. A contract with a new form adds its example here. */
const TEXTS = [
  'a',
  '2026-03-01',
  '2026-03-01T08:00:00.000Z',
  '08:30',
  'YFO-260301-ABC234',
  '0'.repeat(26),
  'f'.repeat(64),
  'draft-key-1',
  'GB',
  'CNY',
  'ab12',
  '2.1',
  'p1',
]

/** The examples that the schema accepts, so that no run is wasted on values that it refuses. */
function fitting(schema: z.core.$ZodType): string[] {
  const texts = TEXTS.filter((it) => z.safeParse(schema, it).success)
  if (texts.length === 0)
    throw new Error(`no example in TEXTS fits ${JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))}`)
  return texts
}

const outputs = features
  .flatMap((it) => it.routes ?? [])
  .filter((it) => it.kind !== 'file')
  .map(({ call }) => [call.path, call.output] as const)

describe('the output of every call', () => {
  test.each(outputs)('%s: what leaves is what zod would let through, and nothing unlisted', (_, output) => {
    const write = writeFieldsBy(output)
    fc.assert(
      fc.property(valuesOf(output), (value) => {
        const parsed = output.safeParse(value)
        fc.pre(parsed.success)
        expect(write(value)).toBe(JSON.stringify(parsed.data))
      }),
      { numRuns: 30, maxSkipsPerRun: 1000 },
    )
  })
})

test('a value of another kind never leaves: not in the place of a text, a number, a list or an object', () => {
  const write = writeFieldsBy(
    z.object({
      name: z.string(),
      size: z.nullable(z.number()),
      ready: z.boolean(),
      state: z.enum(['a', 'b']),
      parts: z.array(z.object({ id: z.string() })),
    }),
  )
  const good = { name: 'x', size: null, ready: true, state: 'a', parts: [{ id: '1' }] }
  expect(write(good)).toBe(JSON.stringify(good))
  const secret = { secret: 'x' }
  for (const bad of [
    { name: secret },
    { size: secret },
    { ready: secret },
    { state: secret },
    { parts: secret },
    { parts: [secret] },
    { parts: ['x'] },
    { name: undefined },
  ]) {
    expect(() => write({ ...good, ...bad }), JSON.stringify(bad)).toThrow()
  }
})

test('an object that writes itself in another way is copied, with what its class reads', () => {
  const write = writeFieldsBy(z.object({ day: z.optional(z.object({ name: z.optional(z.string()) })) }))
  class Person {
    secret = 'y'
    get name(): string {
      return 'x'
    }
    toJSON(): unknown {
      return { name: this.name, secret: this.secret }
    }
  }
  expect(write({ day: new Person() })).toBe('{"day":{"name":"x"}}')
  expect(write({ day: new Date(0) })).toBe('{"day":{}}')
  expect(write({ day: { name: 'x', toJSON: () => 'secret' } })).toBe('{"day":{"name":"x"}}')
})

test('what is not listed leaves nowhere: first, in between, last, in a list after sound ones, below sound ones', () => {
  const part = z.object({ a: z.string(), b: z.string() })
  const write = writeFieldsBy(z.object({ list: z.array(part), of: z.record(z.string(), part), last: part }))
  const sound = { a: '1', b: '2' }
  const sent = [
    { no: 1, a: '1', b: '2' },
    { a: '1', no: 1, b: '2' },
    { a: '1', b: '2', no: 1 },
  ]
  for (const spoilt of sent) {
    const text = write({ list: [sound, spoilt, sound, spoilt], of: { x: sound, y: spoilt }, last: spoilt })
    expect(text).toBe(JSON.stringify({ list: [sound, sound, sound, sound], of: { x: sound, y: sound }, last: sound }))
  }
})

test('what only zod can do is left to it', () => {
  const write = writeFieldsBy(
    z.object({
      name: z.string().check(z.trim()),
      code: z._default(z.string(), 'none'),
      kind: z.union([z.object({ a: z.string() }), z.object({ b: z.number() })]),
    }),
  )
  const left: unknown = JSON.parse(write({ name: ' x ', kind: { b: 1, c: 2 } }) ?? '')
  expect(left).toEqual({ name: 'x', code: 'none', kind: { b: 1 } })
})

test('texts of any characters, half ones too, are written as JSON writes them', () => {
  const write = writeFieldsBy(z.object({ text: z.string() }))
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
      const text = String.fromCharCode(...units)
      expect(write({ text })).toBe(JSON.stringify({ text }))
    }),
  )
})

test('numbers, and names that need quotation marks, are written as JSON writes them', () => {
  const write = writeFieldsBy(
    z.object({
      numbers: z.array(z.number()),
      '"quoted"\n': z.boolean(),
      of: z.record(z.string(), z.optional(z.number())),
    }),
  )
  fc.assert(
    fc.property(
      fc.array(fc.double()),
      fc.dictionary(fc.string(), fc.option(fc.integer(), { nil: undefined })),
      (numbers, of) => {
        const value = { numbers, '"quoted"\n': true, of }
        expect(write(value)).toBe(JSON.stringify(value))
      },
    ),
  )
})

test('a field that is nothing is left out, and in a list it is null', () => {
  const write = writeFieldsBy(
    z.object({ first: z.optional(z.string()), second: z.optional(z.number()), list: z.array(z.optional(z.string())) }),
  )
  expect(write({ list: ['a', undefined] })).toBe('{"list":["a",null]}')
  expect(write({ second: 2, list: [] })).toBe('{"second":2,"list":[]}')
})
