/**
 * Serialises what a call answers: only what its output schema lists leaves the server. Parsing with zod would do the
 * same but checks every format again, which TypeScript has ensured for our own values; copying the listed fields and
 * giving the copy to `JSON.stringify` goes through every answer twice (decision 0079). So each schema is compiled once
 * to a function that checks the types of the listed fields and joins their text.
 */
import { z } from 'zod/mini'
import { isRecord } from '../../lib/is-record.ts'

/** JSON of what the schema lists; `undefined` for nothing. Throws where a value has another type than the schema says. */
export type WriteFields = (value: unknown) => string | undefined

/** Cached per schema: many calls share parts. */
const writersBySchema = new WeakMap<z.core.$ZodType, WriteFields>()

/** The serialiser of a schema, compiled once. */
export function writeFieldsBy(schema: z.core.$ZodType): WriteFields {
  const found = writersBySchema.get(schema)
  if (found) return found
  const made = writerFor(schema)
  writersBySchema.set(schema, made)
  return made
}

/** Falls back to zod itself where nothing shorter is known. */
function writerFor(schema: z.core.$ZodType): WriteFields {
  if (schema instanceof z.core.$ZodObject && isPlain(schema)) return objectWriter(schema)
  if (schema instanceof z.core.$ZodArray) return arrayWriter(writeFieldsBy(schema._zod.def.element))
  if (schema instanceof z.core.$ZodNullable) return writeUnless(null, 'null', writeFieldsBy(schema._zod.def.innerType))
  if (schema instanceof z.core.$ZodOptional)
    return writeUnless(undefined, undefined, writeFieldsBy(schema._zod.def.innerType))
  if (schema instanceof z.core.$ZodRecord) return recordWriter(writeFieldsBy(schema._zod.def.valueType))
  const kind = kindOf(schema)
  if (kind) return WRITE_KIND[kind]
  return (value) => JSON.stringify(z.parse(schema, value))
}

/** Whether an object has no rules about the whole, and drops everything that it does not list. */
const isPlain = ({ _zod: { def } }: z.core.$ZodObject): boolean =>
  def.catchall === undefined && (def.checks ?? []).length === 0

/** A text that the schema changes, as `trim` does. */
const changes = ({ _zod: { def } }: z.core.$ZodString): boolean =>
  (def.checks ?? []).some((it) => it._zod.def.check === 'overwrite')

type Kind = 'string' | 'number' | 'boolean'
function kindOf(schema: z.core.$ZodType): Kind | undefined {
  if ((schema instanceof z.core.$ZodString && !changes(schema)) || schema instanceof z.core.$ZodEnum) return 'string'
  if (schema instanceof z.core.$ZodNumber) return 'number'
  return schema instanceof z.core.$ZodBoolean ? 'boolean' : undefined
}

class OtherKind extends TypeError {}
function otherKind(kind: string): never {
  throw new OtherKind(`an answer holds a value that is no ${kind}`)
}

/** Quotation marks, backslashes, control characters and surrogates, which may be alone: written by `JSON.stringify`. */
const ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/
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

/**
 * Generated as source, so that each field is read at its own place: there V8 knows the shape of the objects, which it
 * cannot where one loop reads all fields of all schemas. Only the schema's names, as JSON, go into the source.
 */
function objectWriter({ _zod: { def } }: z.core.$ZodObject): WriteFields {
  const names = Object.keys(def.shape)
  const writers = Object.values<z.core.$ZodType>(def.shape).map(writeFieldsBy)
  const lines = names.map((name, i) => {
    const key = JSON.stringify(name)
    return `const t${i} = w${i}(value[${key}]); if (t${i} !== undefined) out += (out === '' ? '' : ',') + ${JSON.stringify(`${key}:`)} + t${i};`
  })
  const source = `return (value) => { if (!isRecord(value)) otherKind('object'); let out = ''; ${lines.join('\n')} return '{' + out + '}' }`
  const parameters = ['isRecord', 'otherKind', ...names.map((_, i) => `w${i}`)]
  // oxlint-disable-next-line typescript/no-implied-eval -- see above; nothing of a request is in it (decision 0079)
  return new Function(...parameters, source)(isRecord, otherKind, ...writers)
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
