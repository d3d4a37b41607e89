/** The files of one subject in this page: the list that screens see, and what sending must remember between tries. */
import { atom, type PreinitializedWritableAtom } from 'nanostores'
import type { Shelved } from './shelf.ts'
import type { UploadItem, UploadState } from './types.ts'

export interface Lane {
  subject: string
  $items: PreinitializedWritableAtom<readonly UploadItem[]>
  /** One file at a time: on a bad connection two only starve each other. */
  busy: boolean
  /** The login is over; `resume` lifts it. */
  held: boolean
  /** How often it was lifted. */
  lifted: number
  /** Tries without an answer since the last one that had one. */
  tries: number
  /** How often each file found no answer: one that fails every time must not keep the others from their turn. */
  fails: Map<string, number>
  /** Photos that the server has and does not show before it has checked them; until then this page does. */
  unchecked: Map<string, Blob>
  /** Takes back the next look at what became of files that are being checked; how many looks there were in a row. */
  looking: (() => void) | undefined
  looks: number
  /** Takes back the next try that is due by itself. */
  cancel: (() => void) | undefined
  /** Stops what is on its way now. */
  stop: { id: string; abort: AbortController } | undefined
}

/** The lane of a subject of which nothing has been read yet. */
export const newLane = (subject: string): Lane => ({ subject, $items: atom([]), busy: false, held: false, lifted: 0, tries: 0, fails: new Map(), unchecked: new Map(), looking: undefined, looks: 0, cancel: undefined, stop: undefined })

/** One file of the lane; `undefined` once it was taken out. */
export const itemOf = (lane: Lane, id: string): UploadItem | undefined => lane.$items.get().find((item) => item.id === id)

/** Changes one file; one that was taken out meanwhile stays out. */
export function patch(lane: Lane, id: string, change: Partial<UploadItem>): void {
  lane.$items.set(lane.$items.get().map((item) => (item.id === id ? { ...item, ...change } : item)))
}

const STATES: Record<Shelved['state'], UploadState> = { raw: 'preparing', warned: 'warned', ready: 'waiting', refused: 'failed' }

/** A file of the shelf as screens see it. */
export function itemFrom(entry: Shelved, thumbUrl: string | null): UploadItem {
  const { id, subject, slot, name, addedAt, kind, size, sha256, warnings, code } = entry
  const state = STATES[entry.state]
  return { id, subject, slot, name, addedAt, state, kind, size, sha256, warnings, code, percent: 0, secondsLeft: null, said: null, retryable: false, receipt: null, thumbUrl }
}

/** A file just chosen. */
export const newEntry = (given: Pick<Shelved, 'id' | 'subject' | 'slot' | 'name' | 'addedAt' | 'size'>): Shelved => ({
  ...given,
  state: 'raw',
  kind: null,
  sha256: '',
  warnings: [],
  code: null,
  tried: false,
  thumb: null,
})
