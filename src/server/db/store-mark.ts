/**
 * The mark of a SQLite store that is being moved to another database, or was (`store move`). It lies in the header of
 * the file, so that every process on it obeys from its next transaction on. That of a move under way ends by itself:
 * one that was killed leaves a store that goes on.
 */
import Database from 'better-sqlite3'
import { sql, SqliteAdapter, type Kysely } from 'kysely'
import { now } from '../../lib/days/clock.ts'
import { ConfigError } from '../config.ts'

/** `jobs rest`: no job and no file is begun, everything else goes on. `moved`: only reads, for good. */
export type StoreState = 'open' | 'jobs rest' | 'only reads' | 'moved'

/** A number of the header that SQLite leaves to the application, and that the probe of writing does not use. */
export const READ_MARK = 'pragma application_id'

const MOVED = 2 ** 31 - 1
/** Marks are seconds since then, to fit into 31 bits; those of resting jobs are negative. */
const SINCE_S = Date.UTC(2026, 0, 1) / 1000
/** How long a mark lasts that is not renewed, s. */
const LASTS_S = 20

/** What a mark means now. */
export function stateOf(mark: number): StoreState {
  if (mark === MOVED) return 'moved'
  if ((Math.abs(mark) + SINCE_S) * 1000 <= now()) return 'open'
  return mark > 0 ? 'only reads' : 'jobs rest'
}

/** Of a store, or within a transaction; `open` wherever it is not SQLite. */
export async function storeState<DB>(db: Kysely<DB>): Promise<StoreState> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return 'open'
  const { rows } = await sql<{ application_id: number }>`${sql.raw(READ_MARK)}`.execute(db)
  return stateOf(rows[0]?.application_id ?? 0)
}

/** Somebody else changed the mark, it ended before it was renewed, or something was written in spite of it. */
class MarkLost extends ConfigError {
  override name = 'MarkLost'
}

/** Sets the mark of a file and renews it. */
export class StoreMark {
  readonly #database: Database.Database
  /** As this process set it last. */
  #own = 0
  /** Changes with each commit of somebody else. */
  #commits: unknown

  constructor(file: string) {
    this.#database = new Database(file, { fileMustExist: true, timeout: 10_000 })
    this.#database.pragma('synchronous = FULL')
  }

  get state(): StoreState {
    return stateOf(this.#found)
  }

  get #found(): number {
    return Number(this.#database.pragma('application_id', { simple: true }))
  }

  get #version(): unknown {
    return this.#database.pragma('data_version', { simple: true })
  }

  #set(mark: number, refuse: () => string | undefined): void {
    const change = this.#database.transaction(() => {
      const why = refuse()
      if (why !== undefined) throw new MarkLost(why)
      this.#database.pragma(`application_id = ${mark}`)
    })
    change.immediate()
    this.#own = mark
  }

  readonly #lost = (): string | undefined =>
    this.#found === this.#own && this.state !== 'open'
      ? undefined
      : 'The move was interrupted for too long, or another one began, and the store may have taken writes: run it again'

  static #until(): number {
    return Math.ceil(now() / 1000) - SINCE_S + LASTS_S
  }

  /** Jobs rest from now on. Throws `MarkLost` while another process moves the store. */
  restJobs(): void {
    this.#set(-StoreMark.#until(), () =>
      this.state === 'open'
        ? undefined
        : `Another process is moving this store, or was until now: try again in ${LASTS_S} s`,
    )
  }

  /** Only reads from now on: what was written until now is all. */
  onlyRead(): void {
    this.#set(StoreMark.#until(), this.#lost)
    this.#commits = this.#version
  }

  /** To be called every few seconds; what was moved for good stays so. */
  renew(): void {
    if (this.#own !== MOVED) this.#set(Math.sign(this.#own) * StoreMark.#until(), this.#lost)
  }

  /** For good, if it has only been read since `onlyRead`. */
  setMoved(): void {
    this.#set(
      MOVED,
      () =>
        this.#lost() ??
        (this.#version === this.#commits
          ? undefined
          : 'A process of another version wrote to the store although it only reads: stop that one first'),
    )
  }

  /** Takes away what this process set. */
  clear(): void {
    if (this.#found === this.#own && this.#own !== 0) this.reopen()
  }

  /** The store takes writes again. */
  reopen(): void {
    this.#set(0, () => undefined)
  }

  close(): void {
    this.#database.close()
  }
}
