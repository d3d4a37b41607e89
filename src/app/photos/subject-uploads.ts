/**
 * The files of one subject in this page: the list that screens show, and what the sender must remember between
 * attempts.
 */
import { atom, type PreinitializedWritableAtom } from 'nanostores'
import type { UnsentFile } from './unsent-files.ts'
import type { UploadItem, UploadState } from './upload-types.ts'

export interface SubjectUploads {
  subject: string
  $items: PreinitializedWritableAtom<readonly UploadItem[]>
  /** One file at a time: on a bad connection two only slow each other down. */
  busy: boolean
  /** The login has ended; `resume` starts the sending again. */
  paused: boolean
  /** How often sending was resumed. */
  resumeCount: number
  /** Attempts without an answer since the last answer. */
  attempts: number
  /** Failures of each file: a file that always fails must not block the others. */
  fails: Map<string, number>
  /** Photos that the server has and does not show before it has checked them; until then this page shows them. */
  unchecked: Map<string, Blob>
  /** Cancels the next poll of files that the server is checking; and the number of polls so far. */
  looking: (() => void) | undefined
  looks: number
  /** Cancels the next automatic attempt. */
  cancel: (() => void) | undefined
  /** Aborts the running transfer. */
  stop: { id: string; abort: AbortController } | undefined
}

/** The uploads of a subject before any of them was loaded. */
export const newSubjectUploads = (subject: string): SubjectUploads => ({
  subject,
  $items: atom([]),
  busy: false,
  paused: false,
  resumeCount: 0,
  attempts: 0,
  fails: new Map(),
  unchecked: new Map(),
  looking: undefined,
  looks: 0,
  cancel: undefined,
  stop: undefined,
})

/** One file of the subject; `undefined` once it was removed. */
export const itemOf = (group: SubjectUploads, id: string): UploadItem | undefined =>
  group.$items.get().find((item) => item.id === id)

/** Changes one file; one that was removed meanwhile stays removed. */
export function patch(group: SubjectUploads, id: string, change: Partial<UploadItem>): void {
  group.$items.set(group.$items.get().map((item) => (item.id === id ? { ...item, ...change } : item)))
}

const STATES: Record<UnsentFile['state'], UploadState> = {
  raw: 'preparing',
  warned: 'warned',
  ready: 'waiting',
  refused: 'failed',
}

/** A file stored on this device, as screens show it. */
export function itemFrom(entry: UnsentFile, thumbUrl: string | null): UploadItem {
  const { id, subject, slot, name, addedAt, kind, size, sha256, warnings, code } = entry
  const state = STATES[entry.state]
  return {
    id,
    subject,
    slot,
    name,
    addedAt,
    state,
    kind,
    size,
    sha256,
    warnings,
    code,
    percent: 0,
    secondsLeft: null,
    said: null,
    retryable: false,
    receipt: null,
    thumbUrl,
  }
}

/** A file just chosen. */
export const newEntry = (
  given: Pick<UnsentFile, 'id' | 'subject' | 'slot' | 'name' | 'addedAt' | 'size'>,
): UnsentFile => ({
  ...given,
  state: 'raw',
  kind: null,
  sha256: '',
  warnings: [],
  code: null,
  tried: false,
  thumb: null,
})
