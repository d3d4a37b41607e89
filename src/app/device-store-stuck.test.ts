/** Storage that does not answer, as WebKit's does behind a page that was left: nothing waits for it forever. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ANSWER_MS, OPEN_MS } from './storage/device-store.ts'

/**
 * What a transaction does once its request has answered: it waits for the page's next turn, which a page that was left
 * never has.
 */
type Ends = 'when told' | 'never'

function storage(ends: Ends) {
  const tables = new Map<string, Map<string, unknown>>([
    ['kept', new Map()],
    ['keys', new Map()],
  ])
  const soon = (run: () => void): void => queueMicrotask(run)
  /** Transactions run one after the other: one that stays open holds up all later ones. */
  let open: unknown
  const transaction = (mode: IDBTransactionMode) => {
    const stuck = open !== undefined
    const it = {
      mode,
      error: null,
      oncomplete: undefined as (() => void) | undefined,
      onabort: undefined,
      told: false,
      commit: () => {
        it.told = true
        if (ends === 'when told' && !stuck)
          soon(() => {
            if (open === it) open = undefined
            it.oncomplete?.()
          })
      },
    }
    if (mode === 'readwrite') open ??= it
    const request = <T>(read: () => T) => {
      const asked = {
        result: undefined as T | undefined,
        error: null,
        transaction: it,
        onsuccess: undefined as (() => void) | undefined,
        onerror: undefined,
      }
      if (!stuck)
        soon(() => {
          asked.result = read()
          asked.onsuccess?.()
        })
      return asked
    }
    return {
      objectStore: (name: string) => {
        const rows = tables.get(name) ?? new Map<string, unknown>()
        return {
          get: (key: string) => request(() => rows.get(key)),
          put: (value: unknown, key: string) => request(() => rows.set(key, value)),
          add: (value: unknown, key: string) => request(() => rows.set(key, value)),
          delete: (key: string) => request(() => rows.delete(key)),
          getAllKeys: () => request(() => [...rows.keys()]),
          openCursor: () => request(() => null),
        }
      },
    }
  }
  const db = {
    transaction: (_: string, mode: IDBTransactionMode = 'readonly') => transaction(mode),
    close: () => undefined,
  }
  const answer = (result: unknown) => {
    const asked = { result, transaction: null, error: null, onsuccess: undefined as (() => void) | undefined }
    if (ends !== 'never' || result) soon(() => asked.onsuccess?.())
    return asked
  }
  return { open: () => answer(db), deleteDatabase: () => answer(undefined) }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.resetModules()
  vi.stubGlobal('IDBKeyRange', { bound: () => undefined })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/**
 * The answer after `ms` of the page's clock. Sealing takes real time outside of that clock, longer on a busy machine:
 * so the clock advances by small steps, and an answer that is due has ten seconds of real time to arrive.
 */
async function after<T>(ms: number, run: Promise<T>): Promise<T | 'still waiting'> {
  const state: { answer: T | 'still waiting' } = { answer: 'still waiting' }
  const done = (async () => {
    state.answer = await run
  })()
  done.catch(() => undefined)
  const until = performance.now() + 10_000
  for (let left = ms; state.answer === 'still waiting' && performance.now() < until;) {
    for (let i = 0; i < 20; i++) await new Promise((turn) => setImmediate(turn))
    const step = Math.min(left, 500)
    left -= step
    await vi.advanceTimersByTimeAsync(step)
  }
  return state.answer
}

test('a blocked write ends at once, and the next one does not wait for it', async () => {
  vi.stubGlobal('indexedDB', storage('when told'))
  const store = await import('./storage/device-store.ts')
  expect(
    await after(
      0,
      store.writeToDevice('typing', 'a', 1).then(() => 'kept'),
    ),
  ).toBe('kept')
  expect(
    await after(
      0,
      store.writeToDevice('typing', 'b', 2).then(() => 'kept'),
    ),
  ).toBe('kept')
  expect(store.$durable.get()).toBe(true)
  expect(await after(0, store.readFromDevice('typing', 'b'))).toBe(2)
})

test('if the storage never answers, memory replaces it and signing out completes', async () => {
  vi.stubGlobal('indexedDB', storage('never'))
  const store = await import('./storage/device-store.ts')
  expect(
    await after(
      OPEN_MS + ANSWER_MS,
      store.writeToDevice('typing', 'a', 1).then(() => 'kept'),
    ),
  ).toBe('kept')
  expect(store.$durable.get()).toBe(false)
  expect(await after(ANSWER_MS, store.readFromDevice('typing', 'a'))).toBe(1)
  expect(
    await after(
      ANSWER_MS,
      store.keysOnDevice('typing').catch(() => 'no answer'),
    ),
  ).not.toBe('still waiting')
  expect(
    await after(
      OPEN_MS,
      store.deleteAllFromDevice().then(() => 'gone'),
    ),
  ).toBe('gone')
})

test('if a storage that worked cannot be opened again, nothing counts as missing, and it is tried again', async () => {
  const device = storage('when told')
  const state = { refuses: false }
  const open = () => {
    if (state.refuses) throw new DOMException('busy', 'UnknownError')
    return device.open()
  }
  vi.stubGlobal('indexedDB', { ...device, open })
  const store = await import('./storage/device-store.ts')
  await after(0, store.writeToDevice('photos', 'a', 1))
  state.refuses = true
  // The system closes the connection of a page in the background.
  const db = device.open().result as { onclose: () => void }
  db.onclose()
  const failed = () => 'failed'
  expect(await after(0, store.readFromDevice('photos', 'a').catch(failed))).toBe('failed')
  expect(await after(0, store.keysOnDevice('photos').catch(failed))).toBe('failed')
  await after(0, store.writeToDevice('typing', 'b', 2))
  expect(await after(0, store.readFromDevice('typing', 'b'))).toBe(2)
  state.refuses = false
  expect(await after(0, store.readFromDevice('photos', 'a'))).toBe(1)
})
