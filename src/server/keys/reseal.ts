/** Reseals, under the first secret of the ring, what another secret sealed (design §10 "Keys"). */
import { sql, SqliteAdapter, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../db/database.ts'
import { pagesOf } from '../db/read-pages.ts'
import type { Deps } from '../dependencies.ts'
import { comparedDestination, DESTINATION } from './destination-mac.ts'
import type { Seal } from './seal.ts'
import { writeCanary } from './secret-canary.ts'
import { sealedTables, type Row, type SealedTable } from './sealed-tables.ts'

export interface Progress {
  table: string
  looked: number
  changed: number
}

/** Goes through every table, one page per transaction: if it is stopped, the next run continues where it ended. */
export async function resealAll(deps: Deps, tell: (progress: Progress) => void): Promise<Progress[]> {
  const done: Progress[] = []
  await deps.write((trx) => writeCanary(trx, deps.seal, deps.clock()))
  for (const of of sealedTables(deps.tables)) {
    const progress: Progress = { table: of.table, looked: 0, changed: 0 }
    for await (const rows of pagesOf(deps.db, { name: of.table, key: of.key })) {
      progress.looked += rows.length
      progress.changed += await resealPage(deps, of, rows)
      progress.changed += await compareAnew(deps, of, rows)
      tell(progress)
    }
    done.push(progress)
  }
  return done
}

/**
 * A table with a row that the first secret did not seal; `undefined` when it sealed everything. Throws for what opens
 * with none.
 */
export async function tableToReseal({
  db,
  seal,
  tables,
}: Pick<Deps, 'db' | 'seal' | 'tables'>): Promise<string | undefined> {
  for (const of of sealedTables(tables)) {
    for await (const rows of pagesOf(db, { name: of.table, key: of.key }))
      if (rows.some((row) => Object.keys(changesOf(seal, of, row)).length > 0)) return of.table
  }
  return undefined
}

const list = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...parts])

/** Columns of a row with their new contents; empty if the first secret sealed them already. */
function changesOf(seal: Seal, of: SealedTable, row: Row): Record<string, string> {
  const changes: Record<string, string> = {}
  for (const [column, context] of Object.entries(of.sealed)) {
    const value = row[column]
    if (typeof value !== 'string' || !seal.isSealed(value) || seal.isCurrent(value)) continue
    changes[column] = seal.reseal(typeof context === 'string' ? context : context(row), value)
  }
  const inside = of.json && resealedJson(seal, of.json, row[of.json.column])
  if (of.json && inside !== undefined) changes[of.json.column] = inside
  return { ...changes, ...hashChanges(seal, of, row) }
}

const anyObject = z.record(z.string(), z.unknown())

function resealedJson(
  seal: Seal,
  { field, context }: NonNullable<SealedTable['json']>,
  value: unknown,
): string | undefined {
  if (typeof value !== 'string') return undefined
  const data = anyObject.safeParse(JSON.parse(value)).data
  const text = data?.[field]
  if (typeof text !== 'string' || !seal.isSealed(text) || seal.isCurrent(text)) return undefined
  return JSON.stringify({ ...data, [field]: seal.reseal(context, text) })
}

/** A hash of a text that the row holds becomes that text's hash by the first secret; a hash that matches no text stays. */
function hashChanges(seal: Seal, { hashes }: SealedTable, row: Row): Record<string, string> {
  const columns = (hashes?.columns ?? []).filter((column) => typeof row[column] === 'string')
  if (!hashes || columns.length === 0) return {}
  const texts = hashes.texts(seal, row)
  return Object.fromEntries(
    columns.flatMap((column) => {
      const found = texts.find(({ purpose, text }) => seal.verify(purpose, text, String(row[column])))
      const next = found && seal.mac(found.purpose, found.text)
      return next === undefined || next === row[column] ? [] : [[column, next]]
    }),
  )
}

/**
 * Hashes of addresses that were compared as they were typed, `lin@xn--bcher-kva.example` beside `lin@bücher.example`,
 * become those of the form that both have now. Where another row holds that one already, two accounts were made with
 * one mailbox: they stay two.
 */
async function compareAnew({ db, seal, write }: Deps, of: SealedTable, rows: readonly Row[]): Promise<number> {
  let changed = 0
  for (const row of rows)
    for (const [column, typed, next] of typedHashes(seal, of, row)) {
      const same = (where: string, value: unknown) => sql`${sql.ref(where)} = ${value}`
      const held = sql`select 1 as held from ${sql.table(of.table)} where ${same(column, next)} limit 1`
      if (of.unique.includes(column) && (await held.execute(db)).rows.length > 0) continue
      await write(async (trx) => {
        const restore = of.appendOnly ? await restTriggers(trx, of.table) : undefined
        const where = [...of.key.map((it) => same(it, row[it])), same(column, typed)]
        await sql`update ${sql.table(of.table)} set ${same(column, next)} where ${sql.join(where, sql` and `)}`.execute(
          trx,
        )
        await restore?.()
      })
      changed++
    }
  return changed
}

/** The hashes of a row that were made of an address as it was typed: column, hash by the first secret, hash as of now. */
function typedHashes(seal: Seal, { hashes }: SealedTable, row: Row): [column: string, typed: string, next: string][] {
  const columns = (hashes?.columns ?? []).filter((column) => typeof row[column] === 'string')
  if (!hashes || columns.length === 0) return []
  const texts = hashes
    .texts(seal, row)
    .filter(({ purpose, text }) => purpose === DESTINATION && comparedDestination(text) !== text)
  return columns.flatMap((column): [string, string, string][] => {
    const found = texts.find(({ purpose, text }) => seal.verify(purpose, text, String(row[column])))
    if (!found) return []
    return [[column, seal.mac(DESTINATION, found.text), seal.mac(DESTINATION, comparedDestination(found.text))]]
  })
}

async function resealPage(deps: Deps, of: SealedTable, rows: readonly Row[]): Promise<number> {
  const changed = rows.flatMap((row) => {
    const changes = Object.entries(changesOf(deps.seal, of, row))
    return changes.length > 0 ? [{ row, changes }] : []
  })
  if (changed.length === 0) return 0
  await deps.write(async (trx) => {
    const restore = of.appendOnly ? await restTriggers(trx, of.table) : undefined
    for (const { row, changes } of changed) {
      // Whatever changed the row meanwhile sealed it with the first secret.
      const same = [...of.key, ...changes.map(([column]) => column)].map(
        (column) => sql`${sql.ref(column)} = ${row[column]}`,
      )
      await sql`update ${sql.table(of.table)} set ${list(changes.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
        where ${sql.join(same, sql` and `)}`.execute(trx)
    }
    await restore?.()
  })
  return changed.length
}

/**
 * Lets only this transaction change an append-only table; the rows' contents stay the same. Returns the function that
 * restores the protection.
 */
async function restTriggers(trx: Trx, table: string): Promise<() => Promise<void>> {
  if (!(trx.getExecutor().adapter instanceof SqliteAdapter)) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx)
    return async () => void (await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx))
  }
  const { rows } = await sql<{
    name: string
    sql: string
  }>`select name, sql from sqlite_master where type = 'trigger' and tbl_name = ${table}`.execute(trx)
  for (const it of rows) await sql`drop trigger ${sql.ref(it.name)}`.execute(trx)
  return async () => {
    for (const it of rows) await sql.raw(it.sql).execute(trx)
  }
}
