/**
 * Checks the files that were received: one of each sender in turn (next-in-queue.ts), each in its own process, and
 * tells the feature the result. The queue is a table: it outlives this process, and several processes share it by
 * leases. When one dies, its lease ends and another checks the file again.
 */
import type { Logger } from 'pino'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import type { Store, Trx } from '../db/database.ts'
import { storeState } from '../db/store-mark.ts'
import type { Deps } from '../dependencies.ts'
import type { CheckWorker } from '../service-interfaces.ts'
import type { RemakeFile } from './remake-in-process.ts'
import {
  claimNext,
  returnToQueue,
  isHeavy,
  hasWaiting,
  extendLease,
  LEASE,
  removeFromQueue,
  rescheduleFromFuture,
} from './check-queue.ts'
import { checkFile, type CheckedFile } from './check-file.ts'
import { intakeCodeOf, ProcessStopped, type IntakeCode } from './intake-refusal.ts'
import type { IncomingTable } from './incoming-tables.ts'

export type { CheckWorker }

/**
 * What a feature does with a file after its check; `id` is the receipt's. Both run in the transaction that removes it
 * from the queue.
 */
export interface IncomingKind {
  kind: string
  /** It is accepted: `taken` becomes known with this. False when nobody wants it any more; then nothing is kept. */
  checked: (deps: Deps, trx: Trx, id: string, taken: CheckedFile) => Promise<boolean>
  /** It is refused: its bytes are deleted. */
  failed: (deps: Deps, trx: Trx, id: string, code: IntakeCode) => Promise<void>
}

/** How often an idle worker polls, ms: for files of processes that died, and of senders who were paused. */
const IDLE = 1_000
const RENEW = LEASE / 3
const HOUR = 3_600_000
/**
 * A file that this many processes died over counts as the cause. Files are read in a separate process, so ours hardly
 * ever dies of one: it is killed by the machine or by a release that fails to start, and that must not refuse an honest
 * photo.
 */
const MOST_DEATHS = 10

interface Parts {
  store: Pick<Store, 'db' | 'write'>
  clock: () => number
  log: Logger
  kinds: readonly IncomingKind[]
  /** A function, because the worker is itself part of them. */
  deps: () => Deps
  look?: RemakeFile | undefined
}

export function createCheckWorker(parts: Parts): CheckWorker {
  const { store, clock, log } = parts
  const { db, write } = store
  const running = new Map<Promise<void>, IncomingTable>()
  const mine = (): { sender: string; heavy: boolean }[] =>
    [...running.values()].map((it) => ({ sender: it.sender, heavy: isHeavy(it) }))
  let choosing: Promise<unknown> = Promise.resolve()
  const rescheduleIfAhead = rescheduler(parts)
  let timer: NodeJS.Timeout | undefined
  let stopped = true

  /** Claims one file; false when none may be claimed now. The check itself goes on after this returns. */
  async function one(): Promise<boolean> {
    await rescheduleIfAhead()
    // Reading first keeps an idle worker from taking the write lock.
    if (!(await hasWaiting(db, clock()))) return false
    const row = await write((trx) => claimNext(trx, mine(), clock()))
    if (!row) return false
    const run: Promise<void> = work(row)
      .catch((error: unknown) => log.error({ err: error }, 'checking stumbled'))
      .finally(() => {
        running.delete(run)
        wake()
      })
    running.set(run, row)
    return true
  }

  /** Claims files until none may be claimed. */
  async function fill(): Promise<void> {
    let more = true
    while (more) more = !stopped && (await one())
  }

  /** Claims run one at a time, or two would give a sender two turns. */
  function wake(): void {
    if (stopped) return
    clearTimeout(timer)
    choosing = choosing
      .then(fill)
      .catch((error: unknown) => log.error({ err: error }, 'checking stumbled'))
      .finally(() => {
        clearTimeout(timer)
        if (!stopped) timer = setTimeout(wake, IDLE)
      })
  }

  async function work(row: IncomingTable): Promise<void> {
    const renewing = setInterval(
      () => void write((trx) => extendLease(trx, row, clock())).catch(() => undefined),
      RENEW,
    )
    try {
      const code = await look(row)
      if (code === undefined) return
      await write(async (trx) => {
        if (await removeFromQueue(trx, row, { stopped: code.stopped, now: clock() }))
          await kindOf(row).failed(parts.deps(), trx, row.id, code.code)
      })
      await parts.deps().files.received(row).discard()
      log.info({ kind: row.kind, code: code.code }, 'file refused')
    } catch (error) {
      log.warn({ err: error, attempt: row.attempts }, 'file not checked yet')
      await write((trx) => returnToQueue(trx, row, clock()))
    } finally {
      clearInterval(renewing)
    }
  }

  /** The reason why a file is refused; undefined when it is accepted. Throws on a failure of our own. */
  async function look(row: IncomingTable): Promise<{ code: IntakeCode; stopped: boolean } | undefined> {
    if (row.deaths >= MOST_DEATHS) return { code: 'file_broken', stopped: true }
    if (clock() - row.received_at > LIMITS.uncheckedHours * HOUR) return { code: 'file_unchecked', stopped: false }
    const deps = parts.deps()
    const incoming = deps.files.received(row)
    try {
      await checkFile(
        deps,
        { name: row.purpose, kind: row.kind, owner: row.owner, incoming },
        async (taken, staged) => {
          const kept = await write(async (trx) => {
            const wanted =
              (await removeFromQueue(trx, row, { stopped: false, now: clock() })) &&
              (await kindOf(row).checked(deps, trx, row.id, taken))
            if (wanted) for (const it of staged) await it.keep(trx)
            return wanted
          })
          if (!kept) for (const it of staged) await it.drop()
        },
        parts.look,
      )
      await incoming.discard()
      return undefined
    } catch (error) {
      const code = intakeCodeOf(error)
      if (code) return { code, stopped: error instanceof ProcessStopped }
      // Its bytes are gone: there is nothing left to check.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
        return { code: 'file_unchecked', stopped: false }
      throw error
    }
  }

  function kindOf({ purpose }: IncomingTable): IncomingKind {
    const found = parts.kinds.find(({ kind }) => kind === purpose)
    if (!found) throw new Error(`nobody takes files for ${purpose}`)
    return found
  }

  return {
    start: () => {
      stopped = false
      wake()
    },
    nudge: wake,
    drain: async () => {
      let count = 0
      for (; await one(); count++) await Promise.all(running.keys())
      return count
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await choosing
      await Promise.all(running.keys())
    },
  }
}

/** Called before each look for files: before the first one, too, the clock may have been ahead. */
function rescheduler({ store: { db, write }, clock }: Parts): () => Promise<void> {
  let looked = Infinity
  return async () => {
    const now = clock()
    if (now < looked) {
      if ((await storeState(db)) !== 'open') return
      await write((trx) => rescheduleFromFuture(trx, now))
    }
    looked = now
  }
}
