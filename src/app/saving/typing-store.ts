/** Typing that no server has yet, sealed on this device (design §6.2): a killed tab or an ended login loses nothing. */
import { atom } from 'nanostores'

/** False once typing is only in this page's memory, because the browser stores nothing for us. */
export const $typingKept = atom(true)

/** Loaded while the draft itself is loading, so that a page is drawn without waiting for it (`open`). */
let loading: Promise<typeof import('../storage/device-store.ts')> | undefined
function storage(): Promise<typeof import('../storage/device-store.ts')> {
  loading ??= import('../storage/device-store.ts').then((store) => {
    store.$durable.subscribe((durable) => $typingKept.set(durable))
    return store
  })
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

export interface TypingStore<T> {
  /** Loads what it stores with, beside the draft. */
  open: () => void
  /** Stores the unsaved values of a draft in place of this tab's earlier ones; stores nothing if there are none. */
  keep: (draft: string, typed: readonly T[]) => Promise<void>
  /** All typing into this draft on this device that was not acknowledged; taken over from closed tabs. */
  take: (draft: string) => Promise<T[]>
  forget: (draft: string) => Promise<void>
}

/** Each tab writes under its own name, so that two of them on one draft do not overwrite each other. */
const tab: string = crypto.randomUUID().slice(0, 8)
const lockOf = (name: string): string => `typing/${name.slice(name.lastIndexOf('/') + 1)}`

/**
 * Tells other tabs that this one is open and saves its own typing. Released when the page is left, because a page in
 * the browser's back/forward cache saves nothing; the browser releases it for a killed tab.
 */
let release: (() => void) | undefined
function holdLock(): void {
  if (release || typeof navigator === 'undefined' || !navigator.locks) return
  void navigator.locks
    .request(
      lockOf(tab),
      () =>
        new Promise<void>((done) => {
          release = done
        }),
    )
    .catch(() => undefined)
}
if (typeof addEventListener === 'function') {
  addEventListener('pagehide', () => {
    release?.()
    release = undefined
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) holdLock()
  })
}

/** Names whose typing open tabs still save themselves; none where the browser does not tell. */
async function heldElsewhere(): Promise<Set<string>> {
  const locks = typeof navigator === 'undefined' ? undefined : await navigator.locks?.query().catch(() => undefined)
  return new Set((locks?.held ?? []).flatMap(({ name }) => (name && name !== lockOf(tab) ? [name] : [])))
}

/** `read` returns what fits the draft's form; values that an older build left are not an error. */
export function createTypingStore<T>(store: string, read: (raw: unknown) => T[]): TypingStore<T> {
  const own = (draft: string): string => `${draft}/${tab}`
  const namesOf = async (draft: string): Promise<string[]> =>
    (
      await storage()
        .then(({ keysOnDevice }) => keysOnDevice(store))
        .catch(() => [])
    ).filter((name) => name.startsWith(`${draft}/`))
  const remove = (name: string): Promise<void> =>
    storage()
      .then(({ deleteFromDevice }) => deleteFromDevice(store, name))
      .catch(() => undefined)
  let last: Promise<void> = Promise.resolve()

  /** One after the other: sealing takes a moment, in which older values must not overtake newer ones. */
  function keepTyped(draft: string, typed: readonly T[]): Promise<void> {
    last = last
      .then(async () => {
        const { deleteFromDevice, writeToDevice } = await storage()
        return typed.length === 0 ? deleteFromDevice(store, own(draft)) : writeToDevice(store, own(draft), typed)
      })
      .catch(() => undefined)
    return last
  }

  async function take(draft: string): Promise<T[]> {
    holdLock()
    const open = await heldElsewhere()
    const names = (await namesOf(draft)).filter((name) => !open.has(lockOf(name)))
    const found: T[] = []
    for (const name of names)
      found.push(
        ...read(
          await storage()
            .then(({ readFromDevice }) => readFromDevice(store, name))
            .catch(() => undefined),
        ),
      )
    // First stored under this tab's name: the tab may be killed between the two steps.
    if (found.length > 0) await keepTyped(draft, found)
    for (const name of names) if (name !== own(draft)) await remove(name)
    return found
  }

  async function forget(draft: string): Promise<void> {
    for (const name of await namesOf(draft)) await remove(name)
  }

  return { open: () => void storage().catch(() => undefined), keep: keepTyped, take, forget }
}
