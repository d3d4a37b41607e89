/**
 * What this device keeps until the server has it: unsent photos and unsent typing (design §6.2, §6.3). IndexedDB, sealed.
 * Where the browser refuses it (private windows, a full disk, a page without https) memory stands in and `$durable` says so,
 * so that the page can ask the person not to close it.
 */
import { atom } from 'nanostores'
import { LIMITS } from '../lib/limits.ts'
import { newKey, open, seal, type Sealed } from './device-seal.ts'

/** False once something could not be put into lasting storage and lives in this page alone. */
export const $durable = atom(true)

const DATABASE = 'youfang'
const DAY_MS = 86_400_000
/** Some browsers never answer when storage is blocked; the page must not wait for them, ms. */
const OPEN_MS = 4000

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

const place = (store: string, key: string): string => `${store}/${key}`
const under = (store: string): IDBKeyRange => IDBKeyRange.bound(`${store}/`, `${store}/\uffff`)

/** Keeps a value: JSON, with blobs as its first-level values or as the value itself. Never rejects. */
export async function keep(store: string, key: string, value: unknown): Promise<void> {
  const at = place(store, key)
  const written = await withStore(async ({ db, key: lock }) => {
    const row: Row = { at: Date.now(), sealed: await seal(lock, at, value) }
    await asked(table(db, 'readwrite').put(row, at))
    return true
  }).catch(() => undefined)
  if (written) return void memory.delete(at)
  memory.set(at, value)
  $durable.set(false)
}

/** What was kept under this key; undefined when nothing is there. Rejects when the storage breaks down on the way. */
export async function kept(store: string, key: string): Promise<unknown> {
  const at = place(store, key)
  if (memory.has(at)) return memory.get(at)
  return withStore(async ({ db, key: lock }) => {
    const row = await asked<Row | undefined>(table(db, 'readonly').get(at))
    // Sealed with a key that is gone: as good as nothing.
    return row && open(lock, at, row.sealed).catch(() => undefined)
  })
}

/** Keys of one store, without opening anything. */
export async function keptKeys(store: string): Promise<string[]> {
  const inMemory = [...memory.keys()].filter((at) => at.startsWith(`${store}/`))
  const onDisk = (await withStore(({ db }) => asked(table(db, 'readonly').getAllKeys(under(store))))) ?? []
  return [...new Set([...inMemory, ...onDisk.map(String)])].map((at) => at.slice(store.length + 1))
}

export async function drop(store: string, key: string): Promise<void> {
  memory.delete(place(store, key))
  await withStore(({ db }) => asked(table(db, 'readwrite').delete(place(store, key))))
}

/** Signing out: everything kept here goes, and with it the key that opened it. */
export async function dropEverything(): Promise<void> {
  memory.clear()
  const held = await opening
  held?.db.close()
  opening = undefined
  if (typeof indexedDB === 'undefined') return
  // Other tabs close it when they hear of this; one that does not answer holds nobody up, the deletion stays due.
  await Promise.race([asked(indexedDB.deleteDatabase(DATABASE)), tooLate()]).catch(() => undefined)
}

/**
 * Runs with the database open; undefined where the browser has none for us. A connection that the system has cut (phones do,
 * in the background) is opened once more.
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

const connected = (): Promise<Opened | undefined> => (opening ??= connect().catch(() => undefined))

async function connect(): Promise<Opened> {
  if (typeof indexedDB === 'undefined' || !globalThis.crypto?.subtle) throw new Error('No lasting storage here')
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore('kept')
    request.result.createObjectStore('keys')
  }
  const db = await Promise.race([asked(request), tooLate()])
  const closed = (): void => {
    db.close()
    opening = undefined
  }
  // Another tab signs out and deletes it all.
  db.onversionchange = closed
  db.onclose = closed
  const key = await keyOf(db)
  await purge(db)
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
    // Another tab made one at the same moment: the first that was written is everyone's.
    const first = await read()
    if (first) return first
    throw error
  }
}

async function purge(db: IDBDatabase): Promise<void> {
  const oldest = Date.now() - LIMITS.unsentDays * DAY_MS
  await new Promise<void>((done, failed) => {
    const walk = table(db, 'readwrite').openCursor()
    walk.onerror = () => failed(walk.error)
    walk.onsuccess = () => {
      const cursor = walk.result
      if (!cursor) return done()
      if ((cursor.value as Row).at < oldest) cursor.delete()
      cursor.continue()
    }
  })
}

const table = (db: IDBDatabase, mode: IDBTransactionMode): IDBObjectStore => db.transaction('kept', mode).objectStore('kept')

/** A write counts when its transaction is complete, not when its request has answered. */
function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onerror = () => failed(request.error)
    const { transaction } = request
    if (transaction?.mode === 'readwrite') {
      transaction.oncomplete = () => done(request.result)
      transaction.onabort = () => failed(transaction.error)
    } else request.onsuccess = () => done(request.result)
  })
}

const tooLate = (): Promise<never> => new Promise((_, failed) => setTimeout(() => failed(new Error('Storage did not answer')), OPEN_MS))
