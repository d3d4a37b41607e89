/** Searches the schema of a call's input for values of unlimited length. */
import { z } from 'zod/mini'
import { mostKeysOf } from '../../src/lib/bounded-schemas.ts'

const checksOf = (schema: z.core.$ZodType): z.core.$ZodCheckDef[] =>
  (schema._zod.def.checks ?? []).map((check) => check._zod.def)

/** Places in the schema without a bound, as `field.inner: what is missing`. */
export function unboundedIn(schema: z.core.$ZodType, at = ''): string[] {
  const inside = (inner: z.core.$ZodType, name: string): string[] =>
    unboundedIn(inner, at === '' ? name : `${at}.${name}`)
  const same = (inner: z.core.$ZodType): string[] => unboundedIn(inner, at)
  const wrong = (what: string): string[] => [`${at}: ${what}`]
  if (schema instanceof z.core.$ZodObject)
    return Object.entries(schema._zod.def.shape).flatMap(([key, field]) => inside(field, key))
  if (schema instanceof z.core.$ZodString) {
    const [first] = checksOf(schema)
    // A format (`z.email()`) is its own first check.
    return !(schema instanceof z.core.$ZodStringFormat) && first?.check === 'max_length' && first.abort === true
      ? []
      : wrong('a text whose length is not looked at first')
  }
  if (schema instanceof z.core.$ZodArray) {
    return [
      ...(checksOf(schema).some(({ check }) => check === 'max_length') ? [] : wrong('a list without an end')),
      ...inside(schema._zod.def.element, '[]'),
    ]
  }
  if (schema instanceof z.core.$ZodRecord) {
    return [
      ...(mostKeysOf(schema) === undefined ? wrong('a record without an end') : []),
      ...inside(schema._zod.def.keyType, '{key}'),
      ...inside(schema._zod.def.valueType, '{}'),
    ]
  }
  if (schema instanceof z.core.$ZodTuple)
    return schema._zod.def.items.flatMap((item, index) => inside(item, String(index)))
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap(same)
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodPrefault
  )
    return same(schema._zod.def.innerType)
  // The output of a pipe's first half is as long as its input was allowed to be: NFKC makes 18 characters of one at
  // most.
  if (schema instanceof z.core.$ZodPipe) return same(schema._zod.def.in)
  const plain = [z.core.$ZodEnum, z.core.$ZodLiteral, z.core.$ZodNumber, z.core.$ZodBoolean].some(
    (kind) => schema instanceof kind,
  )
  return plain ? [] : wrong(`${schema._zod.def.type} says nothing of its size`)
}
