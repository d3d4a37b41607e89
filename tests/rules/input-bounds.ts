/** Searches the schema of a call's input for values of unlimited length. */
import { z } from 'zod'
import { mostKeysOf } from '../../src/lib/bounded-schemas.ts'

type Checked = { _zod: { def: { check: string; abort?: boolean } } }

const checksOf = (schema: z.ZodType): Checked['_zod']['def'][] =>
  ((schema.def as { checks?: Checked[] }).checks ?? []).map((check) => check._zod.def)

/** Places in the schema without a bound, as `field.inner: what is missing`. */
export function unboundedIn(schema: z.ZodType, at = ''): string[] {
  const inside = (inner: unknown, name: string): string[] =>
    unboundedIn(inner as z.ZodType, at === '' ? name : `${at}.${name}`)
  const same = (inner: unknown): string[] => unboundedIn(inner as z.ZodType, at)
  const wrong = (what: string): string[] => [`${at}: ${what}`]
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([key, field]) => inside(field, key))
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) {
    const [first] = checksOf(schema)
    return schema instanceof z.ZodString && first?.check === 'max_length' && first.abort === true
      ? []
      : wrong('a text whose length is not looked at first')
  }
  if (schema instanceof z.ZodArray) {
    return [
      ...(checksOf(schema).some(({ check }) => check === 'max_length') ? [] : wrong('a list without an end')),
      ...inside(schema.element, '[]'),
    ]
  }
  if (schema instanceof z.ZodRecord) {
    return [
      ...(mostKeysOf(schema) === undefined ? wrong('a record without an end') : []),
      ...inside(schema.keyType, '{key}'),
      ...inside(schema.valueType, '{}'),
    ]
  }
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((item, index) => inside(item, String(index)))
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(same)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return same(schema.unwrap())
  // The output of a pipe's first half is as long as its input was allowed to be: NFKC makes 18 characters of one at
  // most.
  if (schema instanceof z.ZodPipe) return same(schema.in)
  const plain = [z.ZodEnum, z.ZodLiteral, z.ZodNumber, z.ZodBoolean].some((kind) => schema instanceof kind)
  return plain ? [] : wrong(`${schema.def.type} says nothing of its size`)
}
