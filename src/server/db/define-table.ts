/**
 * A table of the store, declared once: its columns, keys and indexes. The type of its rows and the SQL of both stores
 * follow from it (`create-tables.ts`).
 */

/** `bigint`: instants in ms and minor units of money; a flag is an instant or an `integer` 0 and 1. */
type ColumnKind = 'text' | 'integer' | 'bigint'

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

export type Columns = Readonly<Record<string, Column<unknown>>>
type NameOf<C extends Columns> = keyof C & string

export interface TableOptions<C extends Columns> {
  columns: C
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
