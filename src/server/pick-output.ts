/**
 * What a call answers, and nothing besides: only what its output schema lists leaves the server. Parsing by zod does the same and looks at
 * every format once more, which TypeScript has told of our own values already; on lists that cost more than all reads of the store
 * (decision 0042). So the schema is walked once, and what is left for each answer is to copy the listed fields.
 */
import { z } from 'zod'

/** Copies what the schema lists. Throws where a value is of another kind than the schema says. */
export type PickFields = (value: unknown) => unknown

/** The same for the same schema: parts are shared by many calls. */
const pickersBySchema = new WeakMap<z.ZodType, PickFields>()

/** Of a schema, once. */
export function pickFieldsBy(schema: z.ZodType): PickFields {
  const found = pickersBySchema.get(schema)
  if (found) return found
  const made = pickerFor(schema)
  pickersBySchema.set(schema, made)
  return made
}

/** Where nothing shorter is known, zod itself. */
function pickerFor(schema: z.ZodType): PickFields {
  if (schema instanceof z.ZodObject && isPlain(schema)) return pickObject(schema)
  if (schema instanceof z.ZodArray) return pickArray(pickFieldsBy(schema.element as z.ZodType))
  if (schema instanceof z.ZodNullable) return pickUnless(null, pickFieldsBy(schema.unwrap() as z.ZodType))
  if (schema instanceof z.ZodOptional) return pickUnless(undefined, pickFieldsBy(schema.unwrap() as z.ZodType))
  if (schema instanceof z.ZodRecord) return pickRecord(pickFieldsBy(schema.valueType as z.ZodType))
  if (schema instanceof z.ZodString && !changes(schema)) return pickKind('string')
  if (schema instanceof z.ZodEnum) return pickKind('string')
  if (schema instanceof z.ZodNumber) return pickKind('number')
  if (schema instanceof z.ZodBoolean) return pickKind('boolean')
  return (value) => schema.parse(value)
}

/** Without rules of its own about the whole, and letting nothing pass that it does not list. */
const isPlain = ({ def }: z.ZodObject): boolean => def.catchall === undefined && (def.checks ?? []).length === 0

/** A text that the schema writes anew, as `trim` does. */
const changes = ({ def }: z.ZodString): boolean => (def.checks ?? []).some((it) => it._zod.def.check === 'overwrite')

class OtherKind extends TypeError {}

function pickKind(kind: 'string' | 'number' | 'boolean'): PickFields {
  return (value) => {
    if (typeof value !== kind) throw new OtherKind(`an answer holds a value that is no ${kind}`)
    return value
  }
}

const pickUnless = (nothing: null | undefined, pick: PickFields): PickFields => (value) => (value === nothing ? value : pick(value))

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function pickObject(schema: z.ZodObject): PickFields {
  const fields = Object.entries(schema.shape).map(([name, part]) => ({ name, pick: pickFieldsBy(part as z.ZodType) }))
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

function pickArray(pick: PickFields): PickFields {
  return (value) => {
    if (!Array.isArray(value)) throw new OtherKind('an answer holds a value that is no list')
    return value.map(pick)
  }
}

function pickRecord(pick: PickFields): PickFields {
  return (value) => {
    if (!isRecord(value)) throw new OtherKind('an answer holds a value that is no record')
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, pick(part)]))
  }
}
