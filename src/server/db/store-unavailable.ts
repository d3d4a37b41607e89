/** What the database cannot do now although nobody asked for anything wrong: it is away, full, locked or too slow. */

/** Seconds after which a caller may try again: a restart of PostgreSQL takes about as long. */
export const RETRY_AFTER_S = 5

/**
 * A fault of ours that passes: calls are answered with HTTP 503, jobs run again later. `code` is the driver's
 * (`ECONNREFUSED`, `57P01`, `SQLITE_FULL`): the log has it, people do not see it.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
  readonly statusCode = 503
  readonly code: string
  /** The commit was sent and not answered: what the transaction wrote may be there or not. */
  readonly maybeWritten: boolean
  constructor(code: string, { cause, maybeWritten = false }: { cause: unknown; maybeWritten?: boolean }) {
    super(`What is stored cannot be used now: ${code}`, { cause })
    this.code = code
    this.maybeWritten = maybeWritten
  }
}

const MOVING = 'This store is being moved to another database, and only reads until that is done. Try again in a minute'
const MOVED =
  'This store was moved to another database, and only reads: set the DATABASE_URL (and S3_…) that it was moved to. To go on with this one instead: npm run operator -- store reopen'

/** Planned: nothing was written, and nothing can be until the server runs on the other database (`store move`). */
export class StoreOnlyReads extends StoreUnavailable {
  override name = 'StoreOnlyReads'
  constructor(state: 'only reads' | 'moved') {
    super(state, { cause: undefined })
    this.message = state === 'moved' ? MOVED : MOVING
  }
}

/** PostgreSQL's code for what the role of `DATABASE_URL` may not do. */
export const NOT_ALLOWED = '42501'

/** The driver's own code of an error, or its kind. */
export const driverCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : error instanceof Error
      ? error.name
      : 'unknown'

/** A commit that failed because the database went away may have been carried out. */
export const unansweredCommit = (error: unknown): unknown =>
  error instanceof StoreUnavailable ? new StoreUnavailable(error.code, { cause: error, maybeWritten: true }) : error

/**
 * Undoes what was prepared for a write that failed, above all bytes on disk, and throws its error again. If the write
 * may have been committed, the bytes stay, because a row may need them; a sweep deletes those without a row.
 */
export async function undoPrepared(error: unknown, undo: () => Promise<unknown>): Promise<never> {
  if (!(error instanceof StoreUnavailable && error.maybeWritten)) await undo()
  throw error
}
