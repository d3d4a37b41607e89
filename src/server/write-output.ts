/**
 * Serialises what a call answers: only what its output schema lists leaves the server. Parsing with zod would do the
 * same but checks every format again, which TypeScript has ensured for our own values; copying the listed fields and
 * giving the copy to `JSON.stringify` goes through every answer twice (decision 0079). So each schema is compiled once
 * to a function that checks the types of the listed fields and joins their text.
 */
import { z } from 'zod'

/** JSON of what the schema lists; `undefined` for nothing. Throws where a value has another type than the schema says. */
export type WriteFields = (value: unknown) => string | undefined

/** Cached per schema: many calls share parts. */
const writersBySchema = new WeakMap<z.ZodType, WriteFields>()

/** The serialiser of a schema, compiled once. */
export function writeFieldsBy(schema: z.ZodType): WriteFields {
  const found = writersBySchema.get(schema)
  if (found) return found
  const made = writerFor(schema)
  writersBySchema.set(schema, made)
  return made
}

/** Falls back to zod itself where nothing shorter is known. */
function writerFor(schema: z.ZodType): WriteFields {
  if (schema instanceof z.ZodObject && isPlain(schema)) return objectWriter(schema)
  if (schema instanceof z.ZodArray) return arrayWriter(writeFieldsBy(schema.element as z.ZodType))
  if (schema instanceof z.ZodNullable) return writeUnless(null, 'null', writeFieldsBy(schema.unwrap() as z.ZodType))
  if (schema instanceof z.ZodOptional)
    return writeUnless(undefined, undefined, writeFieldsBy(schema.unwrap() as z.ZodType))
  if (schema instanceof z.ZodRecord) return recordWriter(writeFieldsBy(schema.valueType as z.ZodType))
  const kind = kindOf(schema)
  if (kind) return WRITE_KIND[kind]
  return (value) => JSON.stringify(schema.parse(value))
}

/** Whether an object has no rules about the whole, and drops everything that it does not list. */
const isPlain = ({ def }: z.ZodObject): boolean => def.catchall === undefined && (def.checks ?? []).length === 0

/** A text that the schema changes, as `trim` does. */
const changes = ({ def }: z.ZodString): boolean => (def.checks ?? []).some((it) => it._zod.def.check === 'overwrite')

type Kind = 'string' | 'number' | 'boolean'
function kindOf(schema: z.ZodType): Kind | undefined {
  if ((schema instanceof z.ZodString && !changes(schema)) || schema instanceof z.ZodEnum) return 'string'
  if (schema instanceof z.ZodNumber) return 'number'
  return schema instanceof z.ZodBoolean ? 'boolean' : undefined
}

class OtherKind extends TypeError {}
function otherKind(kind: string): never {
  throw new OtherKind(`an answer holds a value that is no ${kind}`)
}

/** Quotation marks, backslashes, control characters and lone surrogates must be escaped. */
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/
const text = (value: string): string => (ESCAPED.test(value) ? JSON.stringify(value) : `"${value}"`)

const WRITE_KIND: Record<Kind, (value: unknown) => string> = {
  string: (value) => (typeof value === 'string' ? text(value) : otherKind('string')),
  number: (value) => (typeof value === 'number' ? (Number.isFinite(value) ? `${value}` : 'null') : otherKind('number')),
  boolean: (value) => (typeof value === 'boolean' ? `${value}` : otherKind('boolean')),
}

const writeUnless =
  (nothing: null | undefined, written: string | undefined, write: WriteFields): WriteFields =>
  (value) =>
    value === nothing ? written : write(value)

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Generated as source, so that each field is read at its own place: there V8 knows the shape of the objects, which it
 * cannot where one loop reads all fields of all schemas. Only the schema's names, as JSON, go into the source.
 */
function objectWriter(schema: z.ZodObject): WriteFields {
  const names = Object.keys(schema.shape)
  const writers = names.map((name) => writeFieldsBy(schema.shape[name] as z.ZodType))
  const lines = names.map((name, i) => {
    const key = JSON.stringify(name)
    return `const t${i} = w${i}(value[${key}]); if (t${i} !== undefined) out += (out === '' ? '' : ',') + ${JSON.stringify(`${key}:`)} + t${i};`
  })
  const source = `return (value) => { if (!isRecord(value)) otherKind('object'); let out = ''; ${lines.join('\n')} return '{' + out + '}' }`
  return new Function('isRecord', 'otherKind', ...names.map((_, i) => `w${i}`), source)(
    isRecord,
    otherKind,
    ...writers,
  ) as WriteFields
}

function arrayWriter(write: WriteFields): WriteFields {
  return (value) => {
    if (!Array.isArray(value)) return otherKind('list')
    let out = ''
    for (let i = 0; i < value.length; i++) out += (i === 0 ? '' : ',') + (write(value[i]) ?? 'null')
    return `[${out}]`
  }
}

function recordWriter(write: WriteFields): WriteFields {
  return (value) => {
    if (!isRecord(value)) return otherKind('record')
    let out = ''
    for (const [name, part] of Object.entries(value)) {
      const written = write(part)
      if (written !== undefined) out += `${out === '' ? '' : ','}${text(name)}:${written}`
    }
    return `{${out}}`
  }
}
