/**
 * Every column of the store that holds sealed values or keyed hashes, with what `keys reseal` needs to renew them: as
 * the tables declare them. `tests/api/keys.test.ts` searches the whole store for columns that declare nothing.
 */
import { z } from 'zod'
import type { SealedUnder, StoredRow, Table } from '../db/define-table.ts'
import { primaryKey } from '../db/read-pages.ts'
import type { Seal } from './seal.ts'

export type { StoredRow as Row } from '../db/define-table.ts'

export interface SealedTable {
  table: string
  /** Primary key, in its order. */
  key: readonly string[]
  /** Columns with the context they are sealed under. */
  sealed: Readonly<Record<string, SealedUnder>>
  /** A sealed text inside a JSON column. */
  json?: Table['sealedInJson']
  /** Keyed hashes, and the texts of the row that they may be made from. */
  hashes?: Table['hashes']
  /** Columns in which no two rows have the same value, or no two of some rows. */
  unique: readonly string[]
  /** The store refuses changes of this table: its triggers are disabled while a row is resealed. */
  appendOnly: boolean
}

function sealedPart({ name, columns, key, sealedInJson, hashes, appendOnly, indexes = {} }: Table): SealedTable[] {
  const all = Object.entries(columns)
  const sealed = Object.fromEntries(
    all.flatMap(([column, { facts }]): [string, SealedUnder][] =>
      facts.sealed === undefined ? [] : [[column, facts.sealed]],
    ),
  )
  if (Object.keys(sealed).length === 0 && !sealedInJson && !hashes) return []
  return [
    {
      table: name,
      key: primaryKey({ columns, ...(key && { key }) }),
      sealed,
      ...(sealedInJson && { json: sealedInJson }),
      ...(hashes && { hashes }),
      unique: [
        ...all.flatMap(([column, { facts }]) => (facts.unique || facts.primary ? [column] : [])),
        ...Object.values(indexes).flatMap((it) => ('unique' in it && it.unique ? it.on : [])),
      ],
      appendOnly: appendOnly !== undefined,
    },
  ]
}

/** While something else is sealed with the old secret, its canary must ask for that secret: it comes last. */
const isCanary = ({ table }: SealedTable): boolean => table === 'secret_canaries'

const known = new WeakMap<readonly Table[], readonly SealedTable[]>()

/** Those of these tables, in the order in which they are resealed. */
export function sealedTables(tables: readonly Table[]): readonly SealedTable[] {
  const before = known.get(tables)
  if (before) return before
  const found = tables.flatMap(sealedPart)
  const all = [...found.filter((it) => !isCanary(it)), ...found.filter(isCanary)]
  known.set(tables, all)
  return all
}

/** Columns of a row with a sealed value that does not open: it was changed, moved, or sealed with another secret. */
export function columnsThatDoNotOpen(seal: Seal, { sealed, json }: SealedTable, row: StoredRow): string[] {
  const values = Object.entries(sealed).map(([column, context]) => ({ column, context, value: row[column] }))
  const inside =
    json && typeof row[json.column] === 'string' ? anyObject.parse(JSON.parse(String(row[json.column]))) : {}
  if (json) values.push({ column: json.column, context: json.context, value: inside[json.field] })
  return values
    .filter(
      ({ context, value }) => typeof value === 'string' && seal.isSealed(value) && !opens(seal, row, context, value),
    )
    .map(({ column }) => column)
}

const anyObject = z.record(z.string(), z.unknown())

function opens(seal: Seal, row: StoredRow, context: SealedUnder, value: string): boolean {
  try {
    seal.open(typeof context === 'string' ? context : context(row), z.unknown(), value)
    return true
  } catch {
    return false
  }
}

/**
 * Contexts of sealed values that are not in the store: links in mails, which become invalid with the secret that sealed
 * them, and backups, which need the secret of their day.
 */
export const SEALED_OUTSIDE: readonly string[] = ['link.unsubscribe', 'backup.key']
