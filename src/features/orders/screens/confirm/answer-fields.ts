/** The answers of an order field by field, so that what two tabs typed into different fields can be merged. */
import { z } from 'zod/mini'
import type { Typed } from '../../../../app/saving/draft-fields.ts'
import { readTypedRows } from '../../../../app/saving/typed-rows.ts'
import type { Json } from '../../../../lib/text/canonical-json.ts'
import { answersSchema, tripSchema, type Answers } from '../../contract.ts'

type Group = keyof Answers

export const GROUPS = ['trip', 'people', 'health', 'check'] as const satisfies readonly Group[]
export const groupOf = (path: string): Group => GROUPS.find((group) => path.startsWith(`${group}.`)) ?? 'check'

const isNode = (value: Json | undefined): value is { readonly [key: string]: Json | undefined } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every field of a value by its path; a list counts as one field. */
export function fieldsOf(value: Json, at = ''): Map<string, Json> {
  if (!isNode(value)) return new Map([[at, value]])
  return new Map(
    Object.entries(value).flatMap(([key, part]) =>
      part === undefined ? [] : [...fieldsOf(part, at === '' ? key : `${at}.${key}`)],
    ),
  )
}

export const fieldsOfAnswers = (answers: Answers): Map<string, Json> => fieldsOf(answers)

/** An answer to a question may be missing; every other field always exists. */
const IN_RECORD = /^health\.(?:answers|details)\./

/** The answers with these fields replaced. Unchanged parts stay the same objects. */
export function withFields(answers: Answers, fields: Iterable<readonly [string, Json]>): Answers {
  let out: Json = answers
  for (const [path, value] of fields)
    out = put(out, path.split('.'), value === null && IN_RECORD.test(path) ? undefined : value)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the paths and the values come from fields of answers
  return out as Answers
}

function put(node: Json, [key = '', ...rest]: readonly string[], value: Json | undefined): Json {
  const here = isNode(node) ? node : {}
  if (rest.length > 0) return { ...here, [key]: put(here[key] ?? {}, rest, value) }
  return value === undefined
    ? Object.fromEntries(Object.entries(here).filter(([name]) => name !== key))
    : { ...here, [key]: value }
}

/** Whether the server accepts the field's value; a half-typed day it does not. */
export function fits(path: string, value: Json): boolean {
  const [group = '', key = ''] = path.split('.')
  const ofTrip: Readonly<Record<string, z.ZodMiniType>> = tripSchema.shape
  return group !== 'trip' || (ofTrip[key]?.safeParse(value).success ?? true)
}

const HALF_DAY = /^trip\.(?:start|end)$/

/** Reads what was stored on this device and is still valid for an order. */
export const readTyped = (raw: unknown): Typed[] =>
  readTypedRows(raw, (path, value) =>
    HALF_DAY.test(path) ? z.string().check(z.maxLength(40)).safeParse(value).success : possible(path, value),
  )

function possible(path: string, value: Json): boolean {
  const group = GROUPS.find((one) => path.startsWith(`${one}.`))
  if (!group) return false
  const empty = answersSchema.parse({ trip: { plan: 'any' } })
  return (
    (value === null && IN_RECORD.test(path)) ||
    (answersSchema.safeParse(withFields(empty, [[path, value]])).success &&
      (IN_RECORD.test(path) || fieldsOfAnswers(empty).has(path)))
  )
}
