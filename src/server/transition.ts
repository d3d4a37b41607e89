/** Changes of state: one graph per entity, compare-and-swap, and an event that nobody can change afterwards (design §5). */
import { sql, type Selectable, type Transaction, type Updateable } from 'kysely'
import { keysOf } from '../lib/object-keys.ts'
import type { EventTable } from './db/core-tables.ts'
import { newId } from './new-id.ts'
import { noteEvent } from './written-events.ts'

/** The statuses that each status may change to. A final status has an empty list. */
export type Graph<S extends string> = Readonly<Record<S, readonly S[]>>

export interface Machine<T extends string = string, S extends string = string> {
  entity: string
  /** A table with the columns of `stateful`. */
  table: T
  graph: Graph<S>
  /** The column that says who does it outside, which figures are told apart by. */
  provider?: string
}

export const machine = <const T extends string, const S extends string>(m: Machine<T, S>): Machine<T, S> => m

/** Somebody else changed it first, or the graph has no edge from its status to the target. */
export class Conflict extends Error {
  override name = 'Conflict'
  readonly entity: string
  /** Its current status; `undefined` when it does not exist. */
  readonly current: { status: string; version: number } | undefined
  constructor(entity: string, current: Conflict['current']) {
    super(entity)
    this.entity = entity
    this.current = current
  }
}

export interface Change<DB, T extends keyof DB & string, S extends string> {
  machine: Machine<T, S>
  id: string
  to: S
  /** The statuses it may come from; every one with an edge to `to` when not given. */
  from?: S | readonly S[]
  /** The version that the decision was made on; without it only the status is compared. */
  version?: number
  /** `user:<id>`, `operator:<name>`, `policyholder:<policy number>` (by a link), `system`, `gateway:<name>` */
  by: string
  /** Instant, ms: `deps.clock()`. */
  at: number
  why?: string
  /** Other columns to change with it. */
  set?: Partial<Updateable<DB[T]>>
  /** Stored with the event as JSON; without personal data. */
  data?: Record<string, unknown>
}

/** Statuses from which an edge leads to `to`. */
function sources<S extends string>(graph: Graph<S>, to: S): S[] {
  return keysOf(graph).filter((from) => graph[from].includes(to))
}

/**
 * Moves one row along its graph, or throws `Conflict`. Returns the new row.
 * Works in both dialects: the update itself compares, so a lost race changes nothing.
 */
export async function transition<DB, T extends keyof DB & string, S extends string>(
  trx: Transaction<DB>,
  change: Change<DB, T, S>,
): Promise<Selectable<DB[T]>> {
  const row = await tryTransition(trx, change)
  if (row) return row
  const { rows } = await sql<{ status: string; version: number }>`
    select status, version from ${sql.table(change.machine.table)} where id = ${change.id}`.execute(trx)
  throw new Conflict(change.machine.entity, rows[0])
}

/** Like `transition`, but returns `null` for a change that did not apply: for sweeps and repeated notifications. */
export async function tryTransition<DB, T extends keyof DB & string, S extends string>(
  trx: Transaction<DB>,
  change: Change<DB, T, S>,
): Promise<Selectable<DB[T]> | null> {
  const {
    machine: { table, graph, entity },
    id,
    to,
    at,
    from = sources(graph, to),
  } = change
  const asked: readonly S[] = typeof from === 'string' ? [from] : from
  const before = await sql<{ status: S; version: number }>`
    select status, version from ${sql.table(table)} where id = ${id}`.execute(trx)
  const was = before.rows[0]
  if (!was || !asked.includes(was.status) || !graph[was.status].includes(to)) return null
  if (change.version !== undefined && change.version !== was.version) return null
  const sets = Object.entries(change.set ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const assignments = sql.join([sql`status = ${to}`, sql`version = version + 1`, sql`updated_at = ${at}`, ...sets])
  const { rows } = await sql<Selectable<DB[T]>>`
    update ${sql.table(table)} set ${assignments}
    where id = ${id} and status = ${was.status} and version = ${was.version} returning *`.execute(trx)
  const row = rows[0]
  if (!row) return null
  await writeEvent(
    trx,
    {
      entity,
      entity_id: id,
      at,
      by: change.by,
      from_status: was.status,
      to_status: to,
      why: change.why,
      data: change.data ?? null,
    },
    providerOf(change.machine, row),
  )
  return row
}

/** Writes the event of a creation: called together with the insert of an entity's row. */
export async function recordCreation<DB>(
  trx: Transaction<DB>,
  birth: {
    machine: Machine
    id: string
    status: string
    by: string
    at: number
    why?: string
    data?: Record<string, unknown>
  },
): Promise<void> {
  await writeEvent(trx, {
    entity: birth.machine.entity,
    entity_id: birth.id,
    at: birth.at,
    by: birth.by,
    to_status: birth.status,
    why: birth.why,
    data: birth.data ?? null,
  })
}

/** Who does it outside, of machines that name the column. */
const providerOf = ({ provider }: Machine, row: object): string =>
  provider === undefined ? '' : String(Object.entries(row).find(([column]) => column === provider)?.[1] ?? '')

/** Without `from_status` it is the first of a record, or an act of which no state follows. */
type NewEvent = Omit<EventTable, 'id' | 'data' | 'from_status' | 'why'> & {
  from_status?: string | null
  why: string | null | undefined
  data?: Record<string, unknown> | null
}

/** Writes an event: for acts that are not transitions. */
export async function writeEvent<DB>(trx: Transaction<DB>, event: NewEvent, provider = ''): Promise<void> {
  noteEvent({
    entity: event.entity,
    id: event.entity_id,
    from: event.from_status ?? null,
    to: event.to_status,
    by: event.by,
    provider,
  })
  await sql`insert into events (id, entity, entity_id, at, "by", from_status, to_status, why, data) values (
    ${newId()}, ${event.entity}, ${event.entity_id}, ${event.at}, ${event.by},
    ${event.from_status ?? null}, ${event.to_status}, ${event.why ?? null}, ${event.data ? JSON.stringify(event.data) : null})`.execute(
    trx,
  )
}

/** What the event of a look says. */
export const LOOKED_AT = 'looked_at'

/** Somebody opened what is sealed; `opened` says which part of it, `status` is what the entity was in. */
export const recordLook = <DB>(
  trx: Transaction<DB>,
  look: { entity: string; id: string; by: string; at: number; why: string; status?: string; opened?: string },
): Promise<void> =>
  writeEvent(trx, {
    entity: look.entity,
    entity_id: look.id,
    at: look.at,
    by: look.by,
    from_status: look.status ?? null,
    to_status: LOOKED_AT,
    why: look.why,
    data: look.opened === undefined ? null : { opened: look.opened },
  })
