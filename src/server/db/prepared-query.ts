/** Reads that run very often: compiled to SQL once per database, then run with new values. */
import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Database } from './database-rows.ts'
import { directRead } from './direct-read.ts'

/** Placeholder in the query for a value of each run; for a list, for one of its values. */
class Slot {
  readonly name: string
  readonly index: number | undefined
  constructor(name: string, index?: number) {
    this.name = name
    this.index = index
  }
}

type Values = Readonly<Record<string, unknown>>
interface Built<R> {
  shape: number | string
  query: CompiledQuery<R>
}
type Read<P extends Values, R> = (db: Kysely<Database>, values: P) => Promise<R[]>

/**
 * `build` is called once for each database and each shape of the values: which of them are `null`, and how long the
 * lists are, rounded up to a power of two (the last value is repeated). `value('name')` is the placeholder of a value,
 * `null` where it is `null`, and a list where it is one; nothing else in the query may differ from run to run. Callers
 * handle empty lists themselves. Building and compiling a query takes many times as long as SQLite takes to answer it.
 */
export function preparedQuery<P extends Values>() {
  return <R>(
    build: (db: Kysely<Database>, value: <K extends keyof P & string>(name: K) => P[K]) => Compilable<R>,
  ): Read<P, R> => {
    const byDatabase = new WeakMap<Kysely<Database>, Map<number | string, Built<R>>>()
    const builtFor = (db: Kysely<Database>, shape: number | string, values: P): Built<R> => {
      const byShape = byDatabase.get(db) ?? new Map<number | string, Built<R>>()
      if (byShape.size === 0) byDatabase.set(db, byShape)
      const known = byShape.get(shape)
      if (known) return known
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stands where a run puts a value of this type
      const fresh = { shape, query: build(db, (name) => parameterFor(name, values[name]) as never).compile() }
      byShape.set(shape, fresh)
      return fresh
    }
    // Nearly always the database and the shape are those of the last run.
    let latest: Built<R> | undefined
    let latestDb: Kysely<Database> | undefined
    const builtLately = (db: Kysely<Database>, values: P): Built<R> => {
      const shape = shapeOf(values)
      if (latest?.shape === shape && latestDb === db) return latest
      const found = builtFor(db, shape, values)
      latestDb = db
      latest = found
      return found
    }
    // Not `async`, which would add a promise and a microtask to each read.
    return (db, values) => {
      try {
        const { query } = builtLately(db, values)
        const direct = directRead(db)
        const parameters = query.parameters.map((it) => (it instanceof Slot ? fillParameter(it, values[it.name]) : it))
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the query tells the type of its rows, as in Kysely
        if (direct) return Promise.resolve(direct({ sql: query.sql, parameters }) as R[] | Promise<R[]>)
        return db.executeQuery<R>({ ...query, parameters }).then(({ rows }) => rows)
      } catch (error) {
        return Promise.reject(error)
      }
    }
  }
}

const rounded = (length: number): number => (length <= 1 ? length : 2 ** Math.ceil(Math.log2(length)))

/**
 * The key as a number where possible, which is cheaper to make and to compare than a text: a leading 1, then one bit
 * per value.
 */
function shapeOf(values: Values): number | string {
  let shape = 1
  for (const name in values) {
    const value = values[name]
    if (Array.isArray(value) || shape > MOST_BITS) return listShapeOf(values)
    shape = shape * 2 + (value === null ? 0 : 1)
  }
  return shape
}
const MOST_BITS = 2 ** 29

function listShapeOf(values: Values): string {
  let shape = ''
  for (const name in values) {
    const value = values[name]
    shape += Array.isArray(value) ? `${rounded(value.length)},` : value === null ? '-' : '+'
  }
  return shape
}

function parameterFor(name: string, value: unknown): unknown {
  if (value === null) return null
  return Array.isArray(value)
    ? Array.from({ length: rounded(value.length) }, (_, index) => new Slot(name, index))
    : new Slot(name)
}

function fillParameter({ index }: Slot, value: unknown): unknown {
  return index === undefined || !Array.isArray(value) ? value : value[Math.min(index, value.length - 1)]
}
