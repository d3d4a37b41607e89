/** The events of the transaction that is running: they are counted and logged once it has committed. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Write } from './db/database.ts'
import type { Deps } from './dependencies.ts'
import { isLoggedId, logContext } from './logs/log-context.ts'
import type { StateChange } from './metrics/metrics.ts'

const inside = new AsyncLocalStorage<StateChange[]>()

export function noteEvent(event: StateChange): void {
  inside.getStore()?.push(event)
}

/**
 * A write inside a write would wait for itself forever (SQLite has one writer) or commit on its own (PostgreSQL), so it
 * fails immediately instead. `committed` gets the events of the attempt that was committed.
 */
export function guardedWrite(write: Write, committed: (events: readonly StateChange[]) => void): Write {
  return async (fn) => {
    if (inside.getStore()) throw new Error('write inside write: hand the transaction down instead')
    let events: StateChange[] = []
    const result = await write((trx) => {
      events = []
      return inside.run(events, () => fn(trx))
    })
    committed(events)
    return result
  }
}

/** `user:<id>` → `user`: of those who act only their kind is logged, and the name of a gateway. */
const kindOfActor = (by: string): string => (by.startsWith('gateway:') ? by : by.replace(/:.*$/s, ''))

/** Counts and logs what was committed; the line of the request that did it names the records. */
export function reportEvents({ metrics, log }: Pick<Deps, 'metrics' | 'log'>, events: readonly StateChange[]): void {
  const context = logContext()
  for (const event of events) {
    metrics.stateChange(event)
    const id = isLoggedId(event.id) ? event.id : undefined
    if (context && id !== undefined) context.ids[event.entity] ??= id
    log.info(
      { entity: event.entity, entityId: id, from: event.from, state: event.to, by: kindOfActor(event.by) },
      'state',
    )
  }
}
