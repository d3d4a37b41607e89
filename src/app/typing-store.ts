/** Typing that no server has yet, sealed on this device (design §6.2): a killed tab or an ended login loses nothing. */
import { atom } from 'nanostores'

/** False once typing lives in this page alone, because the browser keeps nothing for us. */
export const $typingKept = atom(true)

/** Comes while the draft itself is on its way: a page is drawn without it. */
let loading: Promise<typeof import('./device-store.ts')> | undefined
function storage(): Promise<typeof import('./device-store.ts')> {
  loading ??= import('./device-store.ts').then((store) => {
    store.$durable.subscribe((durable) => $typingKept.set(durable))
    return store
  })
  loading.catch(() => { loading = undefined })
  return loading
}

export interface TypingStore<T> {
  /** Keeps what is unsaved of a draft, in place of what this tab kept of it before; nothing is kept of nothing. */
  keep: (draft: string, typed: readonly T[]) => Promise<void>
  /** Everything that was typed into this draft on this device and not acknowledged; taken over from tabs that are gone. */
  take: (draft: string) => Promise<T[]>
  forget: (draft: string) => Promise<void>
}

/** Each tab writes under its own name, so that two of them on one draft do not overwrite each other. */
const tab: string = crypto.randomUUID().slice(0, 8)
const lockOf = (name: string): string => `typing/${name.slice(name.lastIndexOf('/') + 1)}`

/**
 * Says to other tabs that this one is open: what it typed is its own to save. Given back when the page is left, for one that lies in the
 * browser's memory saves nothing; the browser takes it from a tab that is killed.
 */
let release: (() => void) | undefined
function holdLock(): void {
  if (release || typeof navigator === 'undefined' || !navigator.locks) return
  void navigator.locks.request(lockOf(tab), () => new Promise<void>((done) => { release = done })).catch(() => undefined)
}
if (typeof addEventListener === 'function') {
  addEventListener('pagehide', () => {
    release?.()
    release = undefined
  })
  addEventListener('pageshow', ({ persisted }) => { if (persisted) holdLock() })
}

/** Names of what open tabs are still saving themselves; none where the browser does not say. */
async function heldElsewhere(): Promise<Set<string>> {
  const locks = typeof navigator === 'undefined' ? undefined : await navigator.locks?.query().catch(() => undefined)
  return new Set((locks?.held ?? []).flatMap(({ name }) => (name && name !== lockOf(tab) ? [name] : [])))
}

/** `read` hands on what fits the draft's shape; an older build's leftovers are no reason to fail. */
export function createTypingStore<T>(store: string, read: (raw: unknown) => T[]): TypingStore<T> {
  const own = (draft: string): string => `${draft}/${tab}`
  const namesOf = async (draft: string): Promise<string[]> => (await storage().then(({ keysOnDevice }) => keysOnDevice(store)).catch(() => [])).filter((name) => name.startsWith(`${draft}/`))
  const remove = (name: string): Promise<void> => storage().then(({ deleteFromDevice }) => deleteFromDevice(store, name)).catch(() => undefined)
  let last: Promise<void> = Promise.resolve()

  /** One after the other: sealing takes a moment, in which what is older must not overtake what is younger. */
  function keepTyped(draft: string, typed: readonly T[]): Promise<void> {
    last = last.then(async () => {
      const { deleteFromDevice, writeToDevice } = await storage()
      await (typed.length === 0 ? deleteFromDevice(store, own(draft)) : writeToDevice(store, own(draft), typed))
    }).catch(() => undefined)
    return last
  }

  async function take(draft: string): Promise<T[]> {
    holdLock()
    const open = await heldElsewhere()
    const names = (await namesOf(draft)).filter((name) => !open.has(lockOf(name)))
    const found: T[] = []
    for (const name of names) found.push(...read(await storage().then(({ readFromDevice }) => readFromDevice(store, name)).catch(() => undefined)))
    // Under this tab's name first: it may be killed between the two.
    if (found.length > 0) await keepTyped(draft, found)
    for (const name of names) if (name !== own(draft)) await remove(name)
    return found
  }

  async function forget(draft: string): Promise<void> {
    for (const name of await namesOf(draft)) await remove(name)
  }

  return { keep: keepTyped, take, forget }
}
