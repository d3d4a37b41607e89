/** Interfaces of what every route, job and command is handed, apart from what implements them: implementations are handed them as well. */
import type { Lang } from '../lib/locale.ts'
import type { Trx } from './db/database.ts'

export interface NewJob {
  kind: string
  payload: unknown
  /** A second job with this key is not taken. */
  key?: string
  /** Instant, ms; now when not given. */
  runAt?: number
}

export interface Outbox {
  /** Writes a job in the caller's transaction; it runs only if that commits. */
  enqueue: (trx: Trx, job: NewJob) => Promise<void>
  /** Starts to work in the background. */
  start: () => void
  /** Wakes the worker; called after every commit that enqueued. */
  nudge: () => void
  /** Runs everything that is due by the clock, and what that enqueues, until nothing is. Returns how many ran. */
  drain: () => Promise<number>
  /** ms that the oldest due job has waited; 0 when none waits. */
  lag: () => Promise<number>
  /** Takes no more jobs and waits for the one in hand. */
  stop: () => Promise<void>
}

export interface NewMessage {
  template: string
  /** An email address, or a mobile number of 11 digits. */
  to: string
  lang: Lang
  vars: Record<string, string>
  /** File ids; mail only. */
  attachments?: string[]
  /** The same key is sent once. */
  key?: string
  /** When it leaves, ms; at once when not given. */
  at?: number
}

export interface Messages {
  /** Names of all templates. */
  templates: readonly string[]
  /** Queues a message in the caller's transaction. Throws for an unknown template or missing values. */
  send: (trx: Trx, message: NewMessage) => Promise<void>
}

export interface CheckWorker {
  /** Starts to work in the background. */
  start: () => void
  /** Wakes the worker; called when a file was received. */
  nudge: () => void
  /** Looks at everything that may be looked at now, one after the other. Returns how many files that were. */
  drain: () => Promise<number>
  /** Takes up no more files and waits for those in hand. */
  stop: () => Promise<void>
}
