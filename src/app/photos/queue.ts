/**
 * The queue of uploads (design §5 "Document", §6.1–6.3): survives reload, kill and want of a connection, sends each file once,
 * ends in a receipt. Pure of browser: what it needs is given, see `uploads.ts` for the browser's.
 */
import type { ReadableAtom } from 'nanostores'
import { LIMITS } from '../../lib/limits.ts'
import { nameFor } from './kind.ts'
import { itemFrom, itemOf, newEntry, newLane, patch, type Lane } from './lane.ts'
import { createSending, type Around } from './sending.ts'
import type { Shelved } from './shelf.ts'
import { Refused, type Prepared, type Sender, type UploadItem } from './types.ts'

export interface QueueAround extends Omit<Around, 'sender'> {
  prepare: (raw: Blob) => Promise<Prepared>
  newId: () => string
  url: (blob: Blob) => string
  revoke: (url: string) => void
}

/** What `add` took; `left` names the files beyond the limit, which must be added in a second go. */
export interface Added {
  taken: string[]
  left: string[]
  code: 'files_too_many' | null
}

export interface Queue {
  configure: (sender: Sender) => void
  items: (subject: string) => ReadableAtom<readonly UploadItem[]>
  /** Takes 9 files at most; each is safe on this device when this resolves. */
  add: (subject: string, slot: string, files: readonly File[]) => Promise<Added>
  /** Sends a failed file now instead of when its turn comes. */
  retry: (subject: string, id: string) => void
  /** The person has seen the warning and wants this photo sent. */
  useAnyway: (subject: string, id: string) => Promise<void>
  /** Takes a file away here and, where the server may have it, there. Rejects when it is only there and could not be. */
  remove: (subject: string, id: string) => Promise<void>
  /** The bytes of a file, to be looked at: from this device, or from the server once they are there alone. */
  bytes: (subject: string, id: string) => Promise<Blob | undefined>
  /** Brings back what lies on this device, asks what the server has, and sends the rest. */
  resume: (subject: string) => Promise<void>
  /** The connection is back, or the page is looked at again. */
  wakeAll: () => void
  /** The connection is gone: what is on its way stops and waits. */
  stopAll: () => void
}

/** As servers keep them, characters. */
const LONGEST_NAME = 200

export function createQueue(around: QueueAround): Queue {
  const { shelf } = around
  const lanes = new Map<string, Lane>()
  let sender: Sender | undefined
  let preparing: Promise<void> = Promise.resolve()
  const { pump, wake } = createSending({ ...around, sender: () => sender })

  function laneOf(subject: string): Lane {
    const lane = lanes.get(subject) ?? newLane(subject)
    lanes.set(subject, lane)
    return lane
  }

  const show = (lane: Lane, entry: Shelved): void =>
    lane.$items.set([...lane.$items.get(), itemFrom(entry, entry.thumb && around.url(entry.thumb))])

  async function add(subject: string, slot: string, files: readonly File[]): Promise<Added> {
    const lane = laneOf(subject)
    const taken = files.slice(0, LIMITS.maxPhotos)
    const left = files.slice(LIMITS.maxPhotos).map(({ name }) => name)
    const now = around.now()
    const entries = taken.map((file, index) => newEntry({ id: around.newId(), subject, slot, name: file.name.slice(0, LONGEST_NAME), addedAt: now + index, size: file.size }))
    for (const entry of entries) show(lane, entry)
    for (const [index, entry] of entries.entries()) {
      const file = taken[index]
      if (!file || !itemOf(lane, entry.id)) continue
      await shelf.put(entry, file)
      inTurn(() => prepare(lane, entry, file))
    }
    return { taken: taken.map(({ name }) => name), left, code: left.length > 0 ? 'files_too_many' : null }
  }

  /** One photo is decoded at a time: nine at once are more than a phone's memory. */
  function inTurn(run: () => Promise<void>): void {
    preparing = preparing.then(run).catch(() => undefined)
  }

  async function prepare(lane: Lane, entry: Shelved, raw: Blob | undefined): Promise<void> {
    const { id, subject } = entry
    if (!itemOf(lane, id)) return shelf.drop(subject, id)
    const done = await preparedEntry(entry, raw)
    const meanwhile = await shelf.entry(subject, id).catch(() => undefined)
    if (!itemOf(lane, id)) return shelf.drop(subject, id)
    // Another tab was faster: what it has made of it stands; where nothing is left it may have sent it, and the server is asked.
    const faster = meanwhile && meanwhile.state !== 'raw'
    const stands = faster ? meanwhile : { ...done.entry, tried: !meanwhile }
    if (!faster) await shelf.put(stands, done.blob)
    if (!itemOf(lane, id)) return shelf.drop(subject, id)
    const { addedAt: _, ...change } = itemFrom(stands, stands.thumb && around.url(stands.thumb))
    patch(lane, id, change)
    void pump(lane)
  }

  async function preparedEntry(entry: Shelved, raw: Blob | undefined): Promise<{ entry: Shelved; blob?: Blob }> {
    try {
      if (!raw) throw new Refused('file_broken')
      const { blob, kind, size, sha256, warnings, thumb } = await around.prepare(raw)
      return { entry: { ...entry, name: nameFor(entry.name, blob.type), state: warnings.length > 0 ? 'warned' : 'ready', kind, size, sha256, warnings, thumb }, blob }
    } catch (error) {
      return { entry: { ...entry, state: 'refused', code: error instanceof Refused ? error.code : 'file_broken' } }
    }
  }

  async function resume(subject: string): Promise<void> {
    const lane = laneOf(subject)
    lane.held = false
    lane.lifted++
    for (const entry of await shelf.entries(subject)) {
      if (itemOf(lane, entry.id)) continue
      show(lane, entry)
      if (entry.state === 'raw') inTurn(async () => prepare(lane, entry, await shelf.bytes(subject, entry.id)))
    }
    void wake(lane)
  }

  async function remove(subject: string, id: string): Promise<void> {
    const lane = laneOf(subject)
    const item = itemOf(lane, id)
    if (!item) return
    // Only the server has it: it stays in sight until the server has let go of it.
    if (item.receipt) await sender?.withdraw?.(subject, id)
    lane.$items.set(lane.$items.get().filter((other) => other.id !== id))
    lane.unchecked.delete(id)
    if (lane.stop?.id === id) lane.stop.abort.abort()
    if (item.thumbUrl) around.revoke(item.thumbUrl)
    const entry = await shelf.entry(subject, id).catch(() => undefined)
    await shelf.drop(subject, id)
    // It may have got there without our knowing. When this call fails, the list of what the server has still shows it.
    if (entry?.tried) await sender?.withdraw?.(subject, id).catch(() => undefined)
  }

  async function bytes(subject: string, id: string): Promise<Blob | undefined> {
    return laneOf(subject).unchecked.get(id) ?? (await shelf.bytes(subject, id).catch(() => undefined)) ?? sender?.bytes?.(subject, id)
  }

  async function useAnyway(subject: string, id: string): Promise<void> {
    const lane = laneOf(subject)
    const entry = await shelf.entry(subject, id)
    if (!entry || itemOf(lane, id)?.state !== 'warned') return
    await shelf.put({ ...entry, state: 'ready' })
    if (!itemOf(lane, id)) return shelf.drop(subject, id)
    patch(lane, id, { state: 'waiting' })
    void pump(lane)
  }

  function retry(subject: string, id: string): void {
    const lane = laneOf(subject)
    const item = itemOf(lane, id)
    if (item?.state !== 'failed' || !item.retryable) return
    lane.tries = 0
    void wake(lane)
  }

  return {
    configure: (given) => {
      sender = given
      for (const lane of lanes.values()) void pump(lane)
    },
    items: (subject) => laneOf(subject).$items,
    add,
    retry,
    useAnyway,
    remove,
    bytes,
    resume,
    wakeAll: () => {
      for (const lane of lanes.values()) {
        lane.tries = 0
        void wake(lane)
      }
    },
    stopAll: () => {
      for (const { stop } of lanes.values()) stop?.abort.abort()
    },
  }
}
