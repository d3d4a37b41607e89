/**
 * What a call answers, and nothing besides: only what its output schema lists leaves the server. Parsing by zod does the same and looks at
 * every format once more, which TypeScript has told of our own values already; on lists that cost more than all reads of the store
 * (decision 0042). So the schema is walked once, and what is left for each answer is to copy the listed fields.
 */
import { z } from 'zod'

/** Copies what the schema lists. Throws where a value is of another kind than the schema says. */
export type Pick = (value: unknown) => unknown

/** The same for the same schema: parts are shared by many calls. */
const known = new WeakMap<z.ZodType, Pick>()

/** Of a schema, once. */
export function pickOf(schema: z.ZodType): Pick {
  const found = known.get(schema)
  if (found) return found
  const made = make(schema)
  known.set(schema, made)
  return made
}

/** Where nothing shorter is known, zod itself. */
function make(schema: z.ZodType): Pick {
  if (schema instanceof z.ZodObject && isPlain(schema)) return objectOf(schema)
  if (schema instanceof z.ZodArray) return arrayOf(pickOf(schema.element as z.ZodType))
  if (schema instanceof z.ZodNullable) return unless(null, pickOf(schema.unwrap() as z.ZodType))
  if (schema instanceof z.ZodOptional) return unless(undefined, pickOf(schema.unwrap() as z.ZodType))
  if (schema instanceof z.ZodRecord) return recordOf(pickOf(schema.valueType as z.ZodType))
  if (schema instanceof z.ZodString && !changes(schema)) return ofKind('string')
  if (schema instanceof z.ZodEnum) return ofKind('string')
  if (schema instanceof z.ZodNumber) return ofKind('number')
  if (schema instanceof z.ZodBoolean) return ofKind('boolean')
  return (value) => schema.parse(value)
}

/** Without rules of its own about the whole, and letting nothing pass that it does not list. */
const isPlain = ({ def }: z.ZodObject): boolean => def.catchall === undefined && (def.checks ?? []).length === 0

/** A text that the schema writes anew, as `trim` does. */
const changes = ({ def }: z.ZodString): boolean => (def.checks ?? []).some((it) => it._zod.def.check === 'overwrite')

class OtherKind extends TypeError {}

function ofKind(kind: 'string' | 'number' | 'boolean'): Pick {
  return (value) => {
    if (typeof value !== kind) throw new OtherKind(`an answer holds a value that is no ${kind}`)
    return value
  }
}

const unless = (nothing: null | undefined, pick: Pick): Pick => (value) => (value === nothing ? value : pick(value))

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectOf(schema: z.ZodObject): Pick {
  const fields = Object.entries(schema.shape).map(([name, part]) => ({ name, pick: pickOf(part as z.ZodType) }))
  return (value) => {
    if (!isRecord(value)) throw new OtherKind('an answer holds a value that is no object')
    const out: Record<string, unknown> = {}
    for (const { name, pick } of fields) {
      const picked = pick(value[name])
      if (picked !== undefined || name in value) out[name] = picked
    }
    return out
  }
}

function arrayOf(pick: Pick): Pick {
  return (value) => {
    if (!Array.isArray(value)) throw new OtherKind('an answer holds a value that is no list')
    return value.map(pick)
  }
}

function recordOf(pick: Pick): Pick {
  return (value) => {
    if (!isRecord(value)) throw new OtherKind('an answer holds a value that is no record')
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, pick(part)]))
  }
}
