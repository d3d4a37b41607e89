/**
 * Serialises what a call answers: only what its output schema lists leaves the server. Parsing with zod would do the
 * same but checks every format again, which TypeScript has ensured for our own values; so each schema becomes once a
 * function that checks the types of the listed fields, and leaves out what is not listed. Values that hold nothing else
 * are written as they are: a copy of each object was a sixth of what writing a long answer costs (0098).
 */
import { z } from 'zod/mini'
import { isRecord } from '../../lib/is-record.ts'

/** JSON of what the schema lists; `undefined` for nothing. Throws where a value has another type than the schema says. */
export type WriteFields = (value: unknown) => string | undefined

export function writeFieldsBy(schema: z.core.$ZodType): WriteFields {
  const copy = copyBy(schema)
  return (value) => JSON.stringify(copy(value))
}

/** The value itself where all of it may leave; else a copy of what may. */
type Copy = (value: unknown) => unknown

/** Cached per schema: many calls share parts. */
const copiesBySchema = new WeakMap<z.core.$ZodType, Copy>()

function copyBy(schema: z.core.$ZodType): Copy {
  const found = copiesBySchema.get(schema)
  if (found) return found
  const made = copyFor(schema)
  copiesBySchema.set(schema, made)
  return made
}

/** Falls back to zod itself where nothing shorter is known. */
function copyFor(schema: z.core.$ZodType): Copy {
  if (schema instanceof z.core.$ZodObject && isPlain(schema)) return objectCopy(schema)
  if (schema instanceof z.core.$ZodArray) {
    const copy = copyBy(schema._zod.def.element)
    return (value) => (Array.isArray(value) ? listCopy(copy, value) : otherType('list'))
  }
  if (schema instanceof z.core.$ZodNullable) {
    const copy = copyBy(schema._zod.def.innerType)
    return (value) => (value === null ? null : copy(value))
  }
  if (schema instanceof z.core.$ZodOptional) {
    const copy = copyBy(schema._zod.def.innerType)
    return (value) => (value === undefined ? undefined : copy(value))
  }
  if (schema instanceof z.core.$ZodRecord) {
    const copy = copyBy(schema._zod.def.valueType)
    return (value) => {
      if (!isRecord(value)) return otherType('record')
      const parts = Object.entries(value)
      const plain = Object.getPrototypeOf(value) === Object.prototype
      return plain && parts.every(([, part]) => copy(part) === part)
        ? value
        : Object.fromEntries(parts.map(([name, part]) => [name, copy(part)]))
    }
  }
  const type = typeOf(schema)
  return type ? (value) => (typeof value === type ? value : otherType(type)) : (value) => z.parse(schema, value)
}

/** Whether an object has no rules about the whole, and drops everything that it does not list. */
const isPlain = ({ _zod: { def } }: z.core.$ZodObject): boolean =>
  def.catchall === undefined && (def.checks ?? []).length === 0

/** A text that the schema changes, as `trim` does. */
const changes = ({ _zod: { def } }: z.core.$ZodString): boolean =>
  (def.checks ?? []).some((it) => it._zod.def.check === 'overwrite')

function typeOf(schema: z.core.$ZodType): 'string' | 'number' | 'boolean' | undefined {
  if ((schema instanceof z.core.$ZodString && !changes(schema)) || schema instanceof z.core.$ZodEnum) return 'string'
  if (schema instanceof z.core.$ZodNumber) return 'number'
  return schema instanceof z.core.$ZodBoolean ? 'boolean' : undefined
}

function otherType(type: string): never {
  throw new TypeError(`an answer holds a value that is no ${type}`)
}

function listCopy(copy: Copy, value: readonly unknown[]): readonly unknown[] {
  for (const [at, one] of value.entries()) {
    const shown = copy(one)
    if (shown !== one) return [...value.slice(0, at), shown, ...value.slice(at + 1).map((it) => copy(it))]
  }
  return value
}

type Fields = ReadonlyMap<string, Copy>

function objectCopy({ _zod: { def } }: z.core.$ZodObject): Copy {
  const fields: Fields = new Map(Object.entries<z.core.$ZodType>(def.shape).map(([name, part]) => [name, copyBy(part)]))
  return (value) => {
    if (!isRecord(value)) return otherType('object')
    if (Object.getPrototypeOf(value) !== Object.prototype) return copyOfFields(fields, value)
    let left: Record<string, unknown> | undefined
    let known = 0
    for (const name in value) {
      const copy = fields.get(name)
      const part = value[name]
      const shown = copy?.(part)
      if (copy) known++
      // Up to here it held nothing else.
      if (!left && !(copy && shown === part)) left = before(name, value)
      if (left && copy) left[name] = shown
    }
    const given = known < fields.size ? missing(fields, value) : undefined
    return given ? { ...(left ?? value), ...given } : (left ?? value)
  }
}

/** What the schema gives in the place of fields that are not there; throws for one that it needs. */
function missing(fields: Fields, value: Record<string, unknown>): Record<string, unknown> | undefined {
  let given: Record<string, unknown> | undefined
  for (const [name, copy] of fields) {
    const part = Object.hasOwn(value, name) ? undefined : copy(undefined)
    if (part !== undefined) given = { ...given, [name]: part }
  }
  return given
}

/** An object of a class: its fields may be its class's, and it might write itself as something else. */
function copyOfFields(fields: Fields, value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries([...fields].map(([name, copy]) => [name, copy(value[name])]))
}

/** The fields of a value that come before one of them. */
function before(name: string, value: Record<string, unknown>): Record<string, unknown> {
  const left: Record<string, unknown> = {}
  for (const earlier in value) {
    if (earlier === name) break
    left[earlier] = value[earlier]
  }
  return left
}
