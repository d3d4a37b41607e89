/**
 * What this device stores until the server has it: unsent photos and unsent typing (design §6.2, §6.3). IndexedDB,
 * sealed. Where the browser refuses it (private windows, a full disk, a page without https) memory replaces it and
 * `$durable` says so, so that the page can ask the person not to close it.
 */
import { now } from '../../lib/days/clock.ts'
import { atom } from 'nanostores'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { DATABASE, rowsOf, TABLE } from './device-database.ts'
import { newKey, open, seal, type Sealed } from './device-seal.ts'
import { withTimeLimit } from '../requests/time-limit.ts'

/** False once something could not be written to lasting storage and exists only in this page's memory. */
export const $durable = atom(true)

const DAY_MS = 86_400_000
/** Some browsers never answer when storage is blocked; the page must not wait longer, ms. */
export const OPEN_MS = 4000
/**
 * A transaction may wait for another tab's, or write a large photo on a slow phone; after this the page goes on without
 * it, ms.
 */
export const ANSWER_MS = 10_000

interface Row {
  at: number
  sealed: Sealed
}
interface Opened {
  db: IDBDatabase
  key: CryptoKey
}

const memory = new Map<string, unknown>()
let opening: Promise<Opened | undefined> | undefined
/** The storage was open in this page: what this page does not read from it may still be there. */
let worked = false

const place = (store: string, key: string): string => `${store}/${key}`

/** Stores a value: JSON, with blobs as its first-level values or as the value itself. Never rejects. */
export async function writeToDevice(store: string, key: string, value: unknown): Promise<void> {
  const at = place(store, key)
  const written = await withStore(async ({ db, key: lock }) => {
    const row: Row = { at: now(), sealed: await seal(lock, at, value) }
    await asked(table(db, 'readwrite').put(row, at))
    return true
  }).catch(() => undefined)
  if (written) return void memory.delete(at)
  memory.set(at, value)
  $durable.set(false)
}

/** What was stored under this key; undefined when nothing was. Rejects when the storage fails while reading. */
export async function readFromDevice(store: string, key: string): Promise<unknown> {
  const at = place(store, key)
  if (memory.has(at)) return memory.get(at)
  return withStore(async ({ db, key: lock }) => {
    const row = await asked<Row | undefined>(table(db, 'readonly').get(at))
    // Sealed with a key that no longer exists: treated as missing.
    return row && open(lock, at, row.sealed).catch(() => undefined)
  })
}

/** Keys of one store, without opening any value. */
export async function keysOnDevice(store: string): Promise<string[]> {
  const inMemory = [...memory.keys()].filter((at) => at.startsWith(`${store}/`))
  const onDisk = (await withStore(({ db }) => asked(table(db, 'readonly').getAllKeys(rowsOf(store))))) ?? []
  return [...new Set([...inMemory, ...onDisk.map(String)])].map((at) => at.slice(store.length + 1))
}

export async function deleteFromDevice(store: string, key: string): Promise<void> {
  memory.delete(place(store, key))
  await withStore(({ db }) => asked(table(db, 'readwrite').delete(place(store, key))))
}

/** Signing out: deletes everything stored here, and the key that opens it. */
export async function deleteAllFromDevice(): Promise<void> {
  memory.clear()
  const held = await withTimeLimit(opening ?? Promise.resolve(undefined), OPEN_MS).catch(() => undefined)
  held?.db.close()
  opening = undefined
  worked = false
  if (typeof indexedDB === 'undefined') return
  // Other tabs close their connection on this event. A tab that does not respond does not block us; the deletion stays
  // pending.
  await withTimeLimit(answered(indexedDB.deleteDatabase(DATABASE)), OPEN_MS).catch(() => undefined)
}

/**
 * Runs with the database open; undefined where the browser provides none. A connection that the system has closed
 * (phones do so in the background) is opened once more; rejects when that fails, and the next call tries again.
 */
async function withStore<T>(run: (opened: Opened) => Promise<T>): Promise<T | undefined> {
  const first = await connected()
  if (!first) return undefined
  try {
    return await run(first)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
    opening = undefined
    const second = await connected()
    return second && run(second)
  }
}

const connected = (): Promise<Opened | undefined> =>
  (opening ??= withTimeLimit(connect(), OPEN_MS).catch((error: unknown) => {
    if (!worked) return undefined
    opening = undefined
    throw error
  }))

async function connect(): Promise<Opened> {
  if (typeof indexedDB === 'undefined' || !globalThis.crypto?.subtle) throw new Error('No lasting storage here')
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(TABLE)
    request.result.createObjectStore('keys')
  }
  const db = await answered(request)
  const closed = (): void => {
    db.close()
    opening = undefined
  }
  // Another tab signs out and deletes everything.
  db.onversionchange = closed
  db.onclose = closed
  const key = await keyOf(db)
  await purge(db)
  worked = true
  return { db, key }
}

async function keyOf(db: IDBDatabase): Promise<CryptoKey> {
  const read = (): Promise<CryptoKey | undefined> => asked(db.transaction('keys').objectStore('keys').get('main'))
  const held = await read()
  if (held) return held
  const made = await newKey()
  try {
    await asked(db.transaction('keys', 'readwrite').objectStore('keys').add(made, 'main'))
    return made
  } catch (error) {
    // Another tab may have created a key at the same moment: all tabs use the one that was written first.
    const first = await read()
    if (first) return first
    throw error
  }
}

/** Read-only: opening a page must not create anything. */
async function purge(db: IDBDatabase): Promise<void> {
  const oldest = now() - LIMITS.unsentDays * DAY_MS
  const old = await new Promise<IDBValidKey[]>((done, failed) => {
    const found: IDBValidKey[] = []
    const walk = table(db, 'readonly').openCursor()
    walk.onerror = () => failed(walk.error)
    walk.onsuccess = () => {
      const cursor = walk.result
      if (!cursor) return done(found)
      const row: Row = cursor.value
      if (row.at < oldest) found.push(cursor.key)
      cursor.continue()
    }
  })
  for (const key of old) await asked(table(db, 'readwrite').delete(key))
}

const table = (db: IDBDatabase, mode: IDBTransactionMode): IDBObjectStore =>
  db.transaction(TABLE, mode).objectStore(TABLE)

const asked = <T>(request: IDBRequest<T>): Promise<T> => withTimeLimit(answered(request), ANSWER_MS)

/**
 * A write counts when its transaction is complete, not when its request has answered. The transaction is committed
 * explicitly at once: by itself it ends at the page's next turn, and a page that is being left has none. In WebKit it
 * then stays open for as long as that page is in the browser's memory, and every later page waits.
 */
function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onerror = () => failed(request.error)
    const { transaction } = request
    if (transaction?.mode === 'readwrite') {
      transaction.oncomplete = () => done(request.result)
      transaction.onabort = () => failed(transaction.error)
      transaction.commit()
    } else request.onsuccess = () => done(request.result)
  })
}
