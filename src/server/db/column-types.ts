/**
 * Column types that mean the same in SQLite and PostgreSQL. Names are snake_case.
 * Booleans do not exist in SQLite: a flag is an instant (`done_at`) or `integer` 0 and 1.
 */
import type { ColumnDataType, CreateTableBuilder } from 'kysely'

/** Ids, days, codes and every other text. */
export const TEXT = 'text' satisfies ColumnDataType
/** Instants in ms and minor units of money. SQLite's `bigint` is its 64-bit integer; pg's is parsed to a number. */
export const BIGINT = 'bigint' satisfies ColumnDataType
export const INTEGER = 'integer' satisfies ColumnDataType
/** JSON is kept as text and parsed by a schema where it is read; sealed columns are text too. */
export const JSON_TEXT = 'text' satisfies ColumnDataType

/** The columns every entity with states has; `transition` relies on them. */
export interface Stateful {
  id: string
  status: string
  /** Counts changes; a compare-and-swap names the version that it read. */
  version: number
  /** Instant of the last change, ms. */
  updated_at: number
}

/** Adds the columns of `Stateful` to a table that is being created. */
export const withState = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
  table
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('status', TEXT, (c) => c.notNull())
    .addColumn('version', INTEGER, (c) => c.notNull().defaultTo(1))
    .addColumn('updated_at', BIGINT, (c) => c.notNull())
