/**
 * Finds the application to which pages show a link back: noted on this device by `open-orders.ts`, read here without
 * its large storage code.
 */
import { DATABASE, OPEN_ORDERS, rowsOf, SENT_ORDERS, TABLE } from './device-database.ts'

export interface NotedOrder {
  id: string
  /** It is with the insurer, so that its buyer can only look how it stands. */
  sent: boolean
}

/** Keys and rows of the table, in the same order. */
export interface NotedRows {
  keys: readonly unknown[]
  rows: readonly { at?: number }[]
}

/**
 * The one that was opened last: numbers of the same day are in no order. One that waits for its buyer comes before
 * those that wait for the insurer. A device without a login can open an order for a limited number of days only, so
 * nothing before `oldest` counts.
 */
export function latestNoted(open: NotedRows, sent: NotedRows, oldest: number): NotedOrder | undefined {
  const latest = ({ keys, rows }: NotedRows, store: string): string | undefined => {
    const times = rows.map(({ at = 0 }) => at)
    const last = Math.max(oldest, ...times)
    return last > oldest ? String(keys[times.indexOf(last)]).slice(store.length + 1) : undefined
  }
  const id = latest(open, OPEN_ORDERS) ?? latest(sent, SENT_ORDERS)
  return id === undefined ? undefined : { id, sent: latest(open, OPEN_ORDERS) === undefined }
}

/** Calls `then` once, unless this device has no such database: looking must not create one. */
export function findNotedOrder(oldest: number, then: (found: NotedOrder | undefined) => void): void {
  const opening = openDatabase()
  if (!opening) return
  opening.onupgradeneeded = () => opening.transaction?.abort()
  opening.onsuccess = () => {
    const db = opening.result
    const table = db.transaction(TABLE).objectStore(TABLE)
    const ask = (store: string): Asked => ({ keys: table.getAllKeys(rowsOf(store)), rows: table.getAll(rowsOf(store)) })
    const open = ask(OPEN_ORDERS)
    const sent = ask(SENT_ORDERS)
    // Requests of one transaction are answered in their order.
    sent.rows.onsuccess = () => {
      then(latestNoted(answered(open), answered(sent), oldest))
      db.close()
    }
  }
}

/** Undefined where the browser has no database, or its settings block it. */
function openDatabase(): IDBOpenDBRequest | undefined {
  try {
    return indexedDB.open(DATABASE)
  } catch {
    return undefined
  }
}

interface Asked {
  keys: IDBRequest<IDBValidKey[]>
  rows: IDBRequest<{ at?: number }[]>
}
const answered = ({ keys, rows }: Asked): NotedRows => ({ keys: keys.result, rows: rows.result })
