/**
 * Whether PostgreSQL can find the rows of a statement by an index. It is told not to read a table from end to end. The
 * tables of tests are so small that any index will do: one that is read as a whole is let pass where what is compared
 * would have led to another, and else taken away until another is used, or none is left.
 */
import { CompiledQuery, sql } from 'kysely'
import type { Store, Trx } from '../../src/server/db/database.ts'
import type { Statement } from './watch-statements.ts'

/** A look into a table that grows with it. */
export interface WholeScan {
  table: string
  /** Indexes that were read as a whole, in the order in which they were taken away. */
  indexes: string[]
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  'Join Filter'?: string
  Plans?: Node[]
}

interface Scan {
  table: string
  /** Empty where the table itself is read. */
  index: string
  /** What its rows are compared with. */
  by: string
}

const AVOIDED = ['seqscan', 'hashjoin', 'mergejoin', 'hashagg', 'material']
/** Indexes of the tables of one statement. */
const MOST_INDEXES = 60

/** The first columns of a table's indexes: without a condition on it, all of an index is read. */
async function firstColumns(db: Store['db']): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; first: string }>`select indrelid::regclass::text as table,
    pg_get_indexdef(indexrelid, 1, true) as first from pg_index`.execute(db)
  const found = new Map<string, string[]>()
  for (const { table, first } of rows) found.set(table, [...(found.get(table) ?? []), first])
  return found
}

/** The terms of a condition that are joined by a word, outside of brackets. */
function terms(condition: string, word: ' AND ' | ' OR '): string[] {
  const found = ['']
  let depth = 0
  for (let at = 0; at < condition.length; at++) {
    const letter = condition[at] ?? ''
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0
    if (depth === 0 && condition.startsWith(word, at)) {
      found.push('')
      at += word.length - 1
    } else found[found.length - 1] += letter
  }
  return found
}

/** Without the brackets around all of it. */
function bare(condition: string): string {
  const inside = condition.trim()
  if (!inside.startsWith('(') || !inside.endsWith(')')) return inside
  const within = inside.slice(1, -1)
  let depth = 0
  for (const letter of within) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0
    if (depth < 0) return inside
  }
  return bare(within)
}

/** How a first column finds rows: on one machine, or on those where a part of its order lies. */
export type FoundBy = 'one value' | 'any comparison'
const COMPARED: Readonly<Record<FoundBy, string>> = {
  'one value': '=',
  'any comparison': '(?:=|<|>|<=|>=|IS NULL)',
}
/** Columns in whose order many people's new rows lie beside each other. */
const GATHERS = /(?:^|_)(?:at|status|state|kind|day)$/

/** Whether an index can answer it, by its first column: all alternatives, or one of what must hold together. */
function isAnswered(condition: string, columns: readonly string[], compared: string): boolean {
  const whole = bare(condition)
  const together = terms(whole, ' AND ')
  if (together.length > 1) return together.some((it) => isAnswered(it, columns, compared))
  const either = terms(whole, ' OR ')
  if (either.length > 1) return either.every((it) => isAnswered(it, columns, compared))
  if (whole.includes('SubPlan')) return false
  const plain = whole.replaceAll(/[()"]/g, '')
  return columns.some((it) => new RegExp(`^${it}(?:::\\w+)? ${compared}|= ${it}$`).test(plain))
}

/** `short`: indexes that may be read as a whole. `foundBy` `one value`: a store of many machines asks one of them. */
export async function wholeScans(
  db: Store['db'],
  statements: readonly Statement[],
  short: ReadonlySet<string>,
  foundBy: FoundBy = 'any comparison',
): Promise<{ statement: Statement; scan: WholeScan }[]> {
  const first = await firstColumns(db)
  const columnsOf = (table: string): string[] =>
    (first.get(table) ?? []).filter((column) => foundBy === 'any comparison' || !GATHERS.test(column))
  const isWhole = ({ table, index, by }: Scan): boolean =>
    !short.has(index) && !isAnswered(by, columnsOf(table), COMPARED[foundBy])
  const found = []
  for (const statement of statements)
    for (const scan of await wholeScansOf(db, statement, isWhole)) found.push({ statement, scan })
  return found
}

/** Changes the catalogue in a transaction that is rolled back. */
async function wholeScansOf(
  db: Store['db'],
  statement: Statement,
  isWhole: (scan: Scan) => boolean,
): Promise<WholeScan[]> {
  let left: WholeScan[] = []
  const done = new Error('rolled back')
  const look = async (trx: Trx): Promise<never> => {
    for (const way of AVOIDED) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx)
    const taken: { table: string; index: string }[] = []
    while (taken.length < MOST_INDEXES) {
      const whole = (await scansOf(trx, statement)).filter(isWhole)
      const next = whole.find(({ index }) => index !== '')
      left = whole.map(({ table }) => ({
        table,
        indexes: taken.filter((it) => it.table === table).map(({ index }) => index),
      }))
      if (!next) break
      taken.push(next)
      await sql`update pg_index set indisvalid = false where indexrelid = ${next.index}::regclass`.execute(trx)
    }
    throw done
  }
  await db
    .transaction()
    .execute(look)
    .catch((error: unknown) => {
      if (error !== done) throw error
    })
  return left
}

async function scansOf(trx: Trx, { sql: text, values }: Statement): Promise<Scan[]> {
  const { rows } = await trx.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    CompiledQuery.raw(`explain (format json) ${text}`, [...values]),
  )
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => scansIn(Plan)))
}

/** `joined`: what the rows of a join are compared with, which an index could answer for either side. */
function scansIn(node: Node, heap = '', joined = ''): Scan[] {
  const { 'Index Name': index = '', 'Index Cond': by, Filter: filter, 'Node Type': type } = node
  const table = node['Relation Name'] ?? heap
  const conditions = [by, filter, joined.replaceAll(`${table}.`, '')].filter(Boolean)
  const found = index !== '' || type === 'Seq Scan' ? [{ table, index, by: conditions.join(' AND ') }] : []
  const below = node['Join Filter'] ?? ''
  return [
    ...found,
    ...(node.Plans ?? []).flatMap((it) => scansIn(it, type === 'Bitmap Heap Scan' ? table : heap, below)),
  ]
}
