/** Inputs of an attacker: made from the calls' own schemas, with one mistake in each. */
import fc from 'fast-check'
import { z } from 'zod'

/** Part of many hostile values; may be returned to its sender, but never logged. */
export const MARK = 'hostile-mark-4711'

/** JSON as text, because some values (`__proto__`, 1e400, deep nesting) cannot be written as a literal. */
export const HOSTILE: readonly string[] = [
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '0',
  '-1',
  '1.5',
  '-0.01',
  '1e400',
  '9007199254740993',
  '-9007199254740993',
  '1e21',
  ...[
    MARK,
    ' ',
    '\0',
    `a\0${MARK}`,
    '\ud800',
    '\udfff x',
    '\ufeff',
    '\u202e\u2066',
    '👩‍👩‍👧‍👦🏳️‍🌈',
    '𠔻',
    'ﷺ'.repeat(50),
    'e\u0301'.repeat(40),
    '\r\nx-evil: 1',
    "' or 1=1; drop table orders; --",
    '" or ""="',
    '%',
    '_',
    '<script>alert(1)</script>',
    '{{code}}',
    '${7*7}',
    '../../etc/passwd',
    '%00',
    'NaN',
    'Infinity',
    '-1e999',
    '2026-02-30',
    '0000-00-00',
    '9999-99-99',
    '-000001-01-01',
    '2026-3-1',
    '275761-01-01',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'x'.repeat(70_000),
  ].map((text) => JSON.stringify(text)),
  `["${MARK}",{"a":["${MARK}"]}]`,
  `{"__proto__":{"polluted":"${MARK}"},"constructor":{"prototype":{"polluted":1}}}`,
  `{"toString":"${MARK}","hasOwnProperty":1,"then":"x"}`,
  // Whoever makes a text of these throws: no method of theirs is one, or they go deeper than the stack.
  '{"toString":1,"valueOf":1}',
  '[{"toString":1,"valueOf":1}]',
  ...[3000, 30_000].map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  `{"length":-1,"0":"${MARK}"}`,
  `[${'{},'.repeat(500)}{}]`,
]

/** A value that fits a schema, or nearly: the types are right, and fields named in `known` have real values. */
export function sampleOf(schema: z.core.$ZodType, name: string, known: Readonly<Record<string, unknown>>): unknown {
  if (name in known) return known[name]
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodPrefault
  ) {
    return sampleOf(schema._zod.def.innerType, name, known)
  }
  if (schema instanceof z.core.$ZodPipe) return sampleOf(schema._zod.def.in, name, known)
  if (schema instanceof z.core.$ZodUnion)
    return schema._zod.def.options.map((option) => sampleOf(option, name, known))[0]
  if (schema instanceof z.core.$ZodObject)
    return Object.fromEntries(
      Object.entries(schema._zod.def.shape).map(([key, field]) => [key, sampleOf(field, key, known)]),
    )
  if (schema instanceof z.core.$ZodArray) return [sampleOf(schema._zod.def.element, name, known)]
  if (schema instanceof z.core.$ZodRecord) return { q1: sampleOf(schema._zod.def.valueType, '', known) }
  if (schema instanceof z.core.$ZodEnum) return Object.values(schema._zod.def.entries)[0]
  if (schema instanceof z.core.$ZodLiteral) return schema._zod.def.values[0]
  if (schema instanceof z.core.$ZodNumber) return 1
  if (schema instanceof z.core.$ZodBoolean) return true
  return 'sample'
}

type Path = readonly string[]

/** Every place in a value, the outermost fields first. */
export function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([key, part]) => placesOf(part, [...path, key]))
  return path.length === 0 ? inner : [path, ...inner]
}

/** The value as JSON with the hostile text at one place. */
export function withHostileValue(value: unknown, path: Path, hostile: string): string {
  const [key, ...rest] = path
  if (key === undefined) return hostile
  const entries = Object.entries(value ?? {})
  const parts = entries.map(([name, part]): [string, string] => [
    name,
    name === key ? withHostileValue(part, rest, hostile) : JSON.stringify(part),
  ])
  return Array.isArray(value)
    ? `[${parts.map(([, text]) => text).join(',')}]`
    : `{${parts.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
}

/** A whole text, a sign of JSON's, or what stands between such. */
const PARTS = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^"[\]{},:]+/g

/**
 * The fields of an object of JSON with their values as they are written there: one that is deeper than the stack can be
 * read, but not be written again.
 */
export function fieldsIn(json: string): [name: string, value: string][] {
  const found: [string, string][] = []
  let depth = 0
  let name: string | undefined
  let value = ''
  for (const [part] of json.matchAll(PARTS)) {
    if (part === '}' || part === ']') depth--
    if (name !== undefined && (depth === 0 || (depth === 1 && part === ','))) {
      found.push([name, value])
      name = undefined
      value = ''
    } else if (name !== undefined && (value !== '' || part !== ':')) value += part
    else if (depth === 1 && part.startsWith('"')) name = JSON.parse(part) as string
    if (part === '{' || part === '[') depth++
  }
  return found
}

/** Input as JSON text: one value replaced, or an extra field, or a field given twice. */
export function hostileInput(valid: Record<string, unknown>): fc.Arbitrary<string> {
  const whole = JSON.stringify(valid)
  const value = fc.oneof(fc.constantFrom(...HOSTILE), fc.json({ stringUnit: 'binary', depthSize: 'small' }))
  const places = placesOf(valid)
  const add = (field: string, text: string): string =>
    whole === '{}' ? `{${field}:${text}}` : `${whole.slice(0, -1)},${field}:${text}}`
  return fc.oneof(
    ...(places.length > 0
      ? [
          {
            weight: 8,
            arbitrary: fc
              .tuple(fc.constantFrom(...places), value)
              .map(([path, text]) => withHostileValue(valid, path, text)),
          },
        ]
      : []),
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('__proto__', 'constructor', 'lang', 'extra', 'holder', 'userId', 'status'), value)
        .map(([field, text]) => add(JSON.stringify(field), text)),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...Object.keys(valid), 'id')
        .chain((field) => value.map((text) => add(JSON.stringify(field), text))),
    },
  )
}
