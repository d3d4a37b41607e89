/**
 * A table of the store, declared once: its columns, keys and indexes, what is sealed, what of it is in a person's copy
 * of data, what stays when their account is closed and what keeps it from being filled. The type of its rows, the SQL
 * of both stores (`create-tables.ts`), the copy and resealing follow from it.
 */
import type { LIMITS } from '../../lib/limits-and-periods.ts'
import type { STORAGE_LIMITS } from '../../lib/storage-limits.ts'
import type { Seal } from '../keys/seal.ts'

/** `bigint`: instants in ms and minor units of money; a flag is an instant or an `integer` 0 and 1. */
type ColumnKind = 'text' | 'integer' | 'bigint'

/** A row with its columns as they are stored. */
export type StoredRow = Readonly<Record<string, unknown>>

/** The context that a value is sealed under, or how it follows from its row. */
export type SealedUnder = string | ((row: StoredRow) => string)

/** A text whose keyed hash may be in a row. */
export interface HashedText {
  purpose: string
  text: string
}
export type TextsOfRow = (seal: Seal, row: StoredRow) => HashedText[]

interface ColumnFacts {
  readonly kind: ColumnKind
  readonly nullable: boolean
  readonly unique: boolean
  readonly primary: boolean
  /** Every row has a value, but the store accepts none: the column came to a table with rows. */
  readonly addedLater: boolean
  readonly fallback?: string | number
  /** Table whose `id` it holds. */
  readonly references?: string
  readonly sealed?: SealedUnder
}

/** One column. Each method gives another column that differs in one fact. */
export class Column<T> {
  readonly facts: ColumnFacts
  /** The type of its values; nothing at run time. */
  declare readonly value: T

  constructor(facts: ColumnFacts) {
    this.facts = facts
  }

  orNull(): Column<T | null> {
    return new Column({ ...this.facts, nullable: true })
  }

  /** Every row has a value, but the store accepts none: the column came to a table that had rows. */
  later(): Column<T> {
    return new Column({ ...this.facts, addedLater: true })
  }

  /** No two rows have the same value. */
  once(): Column<T> {
    return new Column({ ...this.facts, unique: true })
  }

  /** The primary key by itself. */
  key(): Column<T> {
    return new Column({ ...this.facts, primary: true })
  }

  /** What a row has that was inserted without it. */
  else(fallback: T & (string | number)): Column<T> {
    return new Column({ ...this.facts, fallback })
  }

  /** Its values are sealed, and sealed anew when the application's secret changes. */
  sealed(context: SealedUnder): Column<T> {
    return new Column({ ...this.facts, sealed: context })
  }

  /** The `id` of a row in another table, which the store requires to exist. */
  of(table: string): Column<T> {
    return new Column({ ...this.facts, references: table })
  }
}

const column = <T>(kind: ColumnKind): Column<T> =>
  new Column<T>({ kind, nullable: false, unique: false, primary: false, addedLater: false })

/** Ids, days, codes, JSON, sealed values and every other text. */
export const text = <T extends string = string>(): Column<T> => column<T>('text')
export const integer = <T extends number = number>(): Column<T> => column<T>('integer')
export const bigint = (): Column<number> => column<number>('bigint')

/** The columns of every entity with states; `transition` relies on them. */
export const stateful = <S extends string>() => ({
  id: text().key(),
  status: text<S>(),
  /** Counts changes; a compare-and-swap names the version that it read. */
  version: integer().else(1),
  /** Instant of the last change, ms. */
  updated_at: bigint(),
})

/** What a row is about: kind and id of the cashier's `PayableRef`. */
export const payableColumns = (kind = text()) => ({ payable_kind: kind, payable_id: text() })

export type Columns = Readonly<Record<string, Column<unknown>>>
type NameOf<C extends Columns> = keyof C & string

/** The files of the copy of their data that a person may request (decision 0063). */
export const COPY_FILES = [
  'account',
  'policies',
  'orders',
  'claims',
  'changes',
  'verifications',
  'payments',
  'invoices',
  'record',
] as const
export type CopyFile = (typeof COPY_FILES)[number]

/** Ids by which rows belong to a person. `payables`: what they paid for; `records`: everything that has events. */
export type PersonKey =
  | 'users'
  | 'policies'
  | 'orders'
  | 'claims'
  | 'decisions'
  | 'changes'
  | 'payables'
  | 'invoices'
  | 'records'

/**
 * What of a table is in the copy: in which file, the rows with one of these ids of the person in a column; or why
 * nothing.
 */
type InCopy<N extends string = string> = { file: CopyFile; by: N; of: PersonKey } | { not: string }

/**
 * What keeps a stranger or a free account from filling a table: limits that count its rows or bytes, so many rows for
 * each row of another table, or that only these add to it.
 */
export type Growth =
  | { limits: readonly (keyof typeof STORAGE_LIMITS | keyof typeof LIMITS)[] }
  | { each: string; most: string }
  | { only: string }

export interface TableOptions<C extends Columns> {
  columns: C
  copy: InCopy<NameOf<C>>
  /** Whether a person's rows are kept when their account was closed, and why (decision 0072). */
  afterClosing: 'gone' | { kept: string }
  growth: Growth
  /** A sealed text inside a column of JSON. */
  sealedInJson?: { column: NameOf<C>; field: string; context: string }
  /** Columns with keyed hashes, and the texts of the row that they may be made from. */
  hashes?: { columns: readonly NameOf<C>[]; texts: TextsOfRow }
  /** The primary key where it is more than one column, with the name of its constraint. */
  key?: { name: string; on: readonly NameOf<C>[] }
  /** Columns that are unique together, by the constraint's name. */
  unique?: Readonly<Record<string, readonly NameOf<C>[]>>
  /** Conditions that the store holds for every row, by the constraint's name. */
  checks?: Readonly<Record<string, string>>
  /**
   * The store refuses to change its rows, and to delete them but where this condition on `old` holds. `refusal`: the
   * function that says so in PostgreSQL.
   */
  appendOnly?: { deletable: string; refusal: string }
  /** By name; `where` limits it to some rows. */
  indexes?: Readonly<Record<string, IndexOptions<NameOf<C>>>>
}

type IndexOptions<N extends string = string> = readonly N[] | { on: readonly N[]; unique?: true; where?: string }

/** As `defineTable` gives it: whatever its columns are, it is a `Table`. */
export interface Table<C extends Columns = Columns> extends Omit<TableOptions<Columns>, 'columns'> {
  readonly name: string
  readonly columns: C
}

export const defineTable = <C extends Columns>(name: string, options: TableOptions<C>): Table<C> => ({
  name,
  ...options,
})

/** A row as it is read. */
export type RowOf<T extends Table> = {
  -readonly [N in keyof T['columns']]: T['columns'][N] extends Column<infer V> ? V : never
}

/** Rows by the names of their tables, for Kysely's type of the store. */
export type RowsOf<T extends Readonly<Record<string, Table>>> = { [N in keyof T]: RowOf<T[N]> }
