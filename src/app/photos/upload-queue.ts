/**
 * The queue of uploads (design §5 "Document", §6.1–6.3): survives reload, kill and lost connections, sends each file
 * once, ends with a receipt. Independent of the browser: its dependencies are passed in, see `uploads.ts` for the
 * browser's.
 */
import type { ReadableAtom } from 'nanostores'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { nameFor } from './file-kind.ts'
import { itemFrom, itemOf, newEntry, newSubjectUploads, patch, type SubjectUploads } from './subject-uploads.ts'
import { createUploadSender, OTHER_TAB_RETRY_MS, type SenderEnvironment } from './upload-sender.ts'
import type { UnsentFile } from './unsent-files.ts'
import { Refused, type Prepared, type Sender, type UploadItem } from './upload-types.ts'

export interface QueueEnvironment extends Omit<SenderEnvironment, 'sender'> {
  prepare: (raw: Blob) => Promise<Prepared>
  newId: () => string
  url: (blob: Blob) => string
  revoke: (url: string) => void
}

/** What `add` accepted; `left` names the files beyond the limit, which must be added in a second step. */
export interface AddedFiles {
  taken: string[]
  left: string[]
  code: 'files_too_many' | null
}

export interface Queue {
  configure: (sender: Sender) => void
  items: (subject: string) => ReadableAtom<readonly UploadItem[]>
  /** Takes 9 files at most; each is safe on this device when this resolves. */
  add: (subject: string, slot: string, files: readonly File[]) => Promise<AddedFiles>
  /** Sends a failed file now instead of at its scheduled retry. */
  retry: (subject: string, id: string) => void
  /** The person has seen the warning and wants this photo sent. */
  sendAnyway: (subject: string, id: string) => Promise<void>
  /**
   * Removes a file here and, where the server may have it, there. Rejects when only the server has it and the removal
   * failed.
   */
  remove: (subject: string, id: string) => Promise<void>
  /** The bytes of a file, for viewing: from this device, or from the server once only the server has them. */
  bytes: (subject: string, id: string) => Promise<Blob | undefined>
  /** Loads what is stored on this device, asks what the server has, and sends the rest. */
  resume: (subject: string) => Promise<void>
  /** The connection is back, or the page is visible again. */
  wakeAll: () => void
  /** The connection is lost: transfers stop and wait. */
  stopAll: () => void
}

/** A file ready to be stored; without bytes if it could not be read. */
interface PreparedFile {
  entry: UnsentFile
  blob?: Blob
}

/** Maximum length of a name on servers, characters. */
const LONGEST_NAME = 200

export function createUploadQueue(env: QueueEnvironment): Queue {
  const { unsent } = env
  const groups = new Map<string, SubjectUploads>()
  let sender: Sender | undefined
  let preparing: Promise<void> = Promise.resolve()
  const { pump, wake, alone } = createUploadSender({ ...env, sender: () => sender })

  function groupOf(subject: string): SubjectUploads {
    const group = groups.get(subject) ?? newSubjectUploads(subject)
    groups.set(subject, group)
    return group
  }

  const show = (group: SubjectUploads, entry: UnsentFile): void =>
    group.$items.set([...group.$items.get(), itemFrom(entry, entry.thumb && env.url(entry.thumb))])

  async function add(subject: string, slot: string, files: readonly File[]): Promise<AddedFiles> {
    const group = groupOf(subject)
    const taken = files.slice(0, LIMITS.maxPhotos)
    const left = files.slice(LIMITS.maxPhotos).map(({ name }) => name)
    const now = env.now()
    const entries = taken.map((file, index) =>
      newEntry({
        id: env.newId(),
        subject,
        slot,
        name: file.name.slice(0, LONGEST_NAME),
        addedAt: now + index,
        size: file.size,
      }),
    )
    for (const entry of entries) show(group, entry)
    for (const [index, entry] of entries.entries()) {
      const file = taken[index]
      if (!file || !itemOf(group, entry.id)) continue
      await unsent.put(entry, file)
      inTurn(() => prepare(group, entry, file))
    }
    return { taken: taken.map(({ name }) => name), left, code: left.length > 0 ? 'files_too_many' : null }
  }

  /** Photos are decoded one at a time: nine at once exceed a phone's memory. */
  function inTurn(run: () => Promise<void>): void {
    preparing = preparing.then(run).catch(() => undefined)
  }

  async function prepare(group: SubjectUploads, entry: UnsentFile, raw: Blob | undefined): Promise<void> {
    const { id, subject } = entry
    if (!itemOf(group, id)) return unsent.drop(subject, id)
    const done = await preparedEntry(entry, raw)
    const stands = await alone(id, () => storePrepared(group, done))
    // Another tab is storing or sending this file now; what remains is checked later.
    if (!stands) return void env.after(OTHER_TAB_RETRY_MS, () => inTurn(() => prepare(group, entry, raw)))
    const item = itemOf(group, id)
    if (!item) return unsent.drop(subject, id)
    patch(group, id, { ...itemFrom(stands, stands.thumb && env.url(stands.thumb)), addedAt: item.addedAt })
    void pump(group)
  }

  /**
   * Stores a prepared file, unless another tab did so first, and returns the stored state. Locked: no tab may send
   * between check and store.
   */
  async function storePrepared(group: SubjectUploads, { entry, blob }: PreparedFile): Promise<UnsentFile> {
    const meanwhile = await unsent.entry(entry.subject, entry.id).catch(() => undefined)
    if (!itemOf(group, entry.id)) return entry
    if (meanwhile && meanwhile.state !== 'raw') return meanwhile
    // If nothing is stored any more, another tab may have sent it, so the server is asked first.
    const stands = { ...entry, tried: !meanwhile }
    await unsent.put(stands, blob)
    return stands
  }

  async function preparedEntry(entry: UnsentFile, raw: Blob | undefined): Promise<PreparedFile> {
    try {
      if (!raw) throw new Refused('file_broken')
      const { blob, kind, size, sha256, warnings, thumb } = await env.prepare(raw)
      return {
        entry: {
          ...entry,
          name: nameFor(entry.name, blob.type),
          state: warnings.length > 0 ? 'warned' : 'ready',
          kind,
          size,
          sha256,
          warnings,
          thumb,
        },
        blob,
      }
    } catch (error) {
      return { entry: { ...entry, state: 'refused', code: error instanceof Refused ? error.code : 'file_broken' } }
    }
  }

  async function resume(subject: string): Promise<void> {
    const group = groupOf(subject)
    group.paused = false
    group.resumeCount++
    for (const entry of await unsent.entries(subject)) {
      if (itemOf(group, entry.id)) continue
      show(group, entry)
      if (entry.state === 'raw') inTurn(async () => prepare(group, entry, await unsent.bytes(subject, entry.id)))
    }
    void wake(group)
  }

  async function remove(subject: string, id: string): Promise<void> {
    const group = groupOf(subject)
    const item = itemOf(group, id)
    if (!item) return
    // Only the server has it: it stays visible until the server has deleted it.
    if (item.receipt) await sender?.withdraw?.(subject, id)
    group.$items.set(group.$items.get().filter((other) => other.id !== id))
    group.unchecked.delete(id)
    if (group.stop?.id === id) group.stop.abort.abort()
    if (item.thumbUrl) env.revoke(item.thumbUrl)
    const entry = await unsent.entry(subject, id).catch(() => undefined)
    await unsent.drop(subject, id)
    // The upload may have succeeded unnoticed. If this call fails, the server's list still shows the file.
    if (entry?.tried) await sender?.withdraw?.(subject, id).catch(() => undefined)
  }

  async function bytes(subject: string, id: string): Promise<Blob | undefined> {
    return (
      groupOf(subject).unchecked.get(id) ??
      (await unsent.bytes(subject, id).catch(() => undefined)) ??
      sender?.bytes?.(subject, id)
    )
  }

  async function sendAnyway(subject: string, id: string): Promise<void> {
    const group = groupOf(subject)
    const entry = await unsent.entry(subject, id)
    if (!entry || itemOf(group, id)?.state !== 'warned') return
    await unsent.put({ ...entry, state: 'ready' })
    if (!itemOf(group, id)) return unsent.drop(subject, id)
    patch(group, id, { state: 'waiting' })
    void pump(group)
  }

  function retry(subject: string, id: string): void {
    const group = groupOf(subject)
    const item = itemOf(group, id)
    if (item?.state !== 'failed' || !item.retryable) return
    group.attempts = 0
    void wake(group)
  }

  return {
    configure: (given) => {
      sender = given
      for (const group of groups.values()) void pump(group)
    },
    items: (subject) => groupOf(subject).$items,
    add,
    retry,
    sendAnyway,
    remove,
    bytes,
    resume,
    wakeAll: () => {
      for (const group of groups.values()) {
        group.attempts = 0
        void wake(group)
      }
    },
    stopAll: () => {
      for (const { stop } of groups.values()) stop?.abort.abort()
    },
  }
}
