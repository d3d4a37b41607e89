/** What the engine that saves answers needs of the wizard that uses it. */
import type { Json } from '../../lib/text/canonical-json.ts'
import type { FieldRules, Typed } from './draft-fields.ts'

/**
 * `unfinished`: a value stays on this device until it is whole · `offline`: no connection · `server`: no usable reply ·
 * `refused`: the server cannot take a value · `away`: the session has ended.
 */
export type SaveState = 'idle' | 'saving' | 'saved' | 'unfinished' | 'offline' | 'server' | 'refused' | 'away'

export interface DraftOf<A> {
  id: string
  version: number
  answers: A
}

/** `kept`: fields of which the server kept another device's value. */
export type SaveReply<D> =
  | { ok: true; draft: D; kept?: readonly string[] }
  | { ok: false; code: string; message: string }

export interface SavingEnvironment<D extends DraftOf<A>, A> {
  rules: FieldRules<A>
  /** Saves these fields into `draft`; `leaving`: the page may be gone before the answer. */
  save: (draft: D, fields: ReadonlyMap<string, Json>, leaving: boolean) => Promise<SaveReply<D>>
  /** The draft as it is now, after a save was refused as `conflict`; `undefined` if it could not be loaded. */
  load: (id: string) => Promise<D | undefined>
  /** Stores unsaved typing on this device. */
  keep: (draft: string, typed: readonly Typed[]) => Promise<void>
  savedAt: (draft: D) => number
  later: (ms: number, run: () => void) => () => void
  now: () => number
  /** Codes that say that it is no draft any more, and what happens then. */
  closed: { codes: readonly string[]; act: (code: string) => unknown }
  /** Is there more to save than fields? */
  more?: () => boolean
  /** Whether a field may be sent, and kept on this device, as `draft` stands. */
  allowed?: (draft: D, answers: readonly A[]) => { send: (path: string) => boolean; keep: (path: string) => boolean }
  /** Whether the person is asked about a value of theirs that others replaced. */
  asks?: (path: string, before: D, after: D) => boolean
}
