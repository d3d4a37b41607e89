/**
 * Interfaces of what routes, jobs and commands receive, separate from their implementations, which receive them as
 * well.
 */
import type { z } from 'zod'
import type { Lang } from '../lib/locale.ts'
import type { ServiceStatus } from '../lib/service-status.ts'
import type { Trx } from './db/database.ts'
import type { JobDeclaration, JobOptions, PayloadOf } from './jobs/define-job.ts'
import type { AnyMessage, Message, Vars } from './messages/define-message.ts'
import type { MessageLimitName } from './messages/message-limits.ts'

export interface Outbox {
  /** Writes a job in the caller's transaction; it runs only if that commits. */
  enqueue: <S extends z.core.$ZodType>(
    trx: Trx,
    job: JobDeclaration<S>,
    payload: PayloadOf<S>,
    options?: JobOptions,
  ) => Promise<void>
  /** Starts to work in the background. */
  start: () => void
  /** Wakes the worker; called after every commit that enqueued. */
  nudge: () => void
  /**
   * Runs everything that is due by the clock, and the jobs that it enqueues, until nothing is due. Returns how many
   * ran.
   */
  drain: () => Promise<number>
  /** How long, ms, the oldest due job has waited that needs nobody else; 0 when none waits. */
  lag: () => Promise<number>
  /** Claims no more jobs and waits for the running ones. */
  stop: () => Promise<void>
}

/** What caused a message: a request from a network address, or what somebody did in their account. */
export interface MessageCause {
  ip?: string | undefined
  account?: string | undefined
  /** It is about an application of a school's campaign. */
  inCampaign?: boolean
  /** The mailbox has paid for an order, or signs somebody in. */
  customer?: boolean
}

/** A message was queued and leaves at that instant, ms; or it was not, and its limit has room again from that on. */
export type Sent = { queued: true; at: number } | { queued: false; from: number }

interface NewMessage<V extends string> {
  /** An email address, or a mobile number of 11 digits. */
  to: string
  lang: Lang
  vars: Vars<V>
  /** The same message in the other language, below the first: for readers whose language nobody has asked. Mail only. */
  also?: { lang: Lang; vars: Vars<V> }
  /** File ids; mail only. */
  attachments?: string[]
  /** A code for somebody who has signed in before: a part of the day's text messages is reserved for them. */
  customer?: boolean
  /** A key is sent only once. */
  key?: string
  /** Under which limit it is sent, where that is not its own: the receiver proved the address. */
  limit?: MessageLimitName
  cause?: MessageCause
}

export interface Messages {
  /** All messages, by name: of a name in a row, which may be of an earlier version, there may be none. */
  declared: ReadonlyMap<string, AnyMessage>
  /** Queues a message in the caller's transaction, unless its mailbox or whoever causes it has had too many. */
  send: <V extends string>(trx: Trx, message: Message<V>, letter: NewMessage<V>) => Promise<Sent>
}

interface Readiness {
  ok: boolean
  database: boolean
  migrations: boolean
  files: boolean
  /** More is free on the data's disk than must stay free. */
  disk: boolean
  outboxLagMs: number
}

export interface Health {
  /** Tries everything now. */
  check: () => Promise<Readiness>
  /** What somebody should look at, by name; it does not make the server unready. */
  figures: () => Promise<Record<string, number>>
  /** Whether what people wait for is slow at the moment. */
  status: () => Promise<ServiceStatus>
  /** This process is about to end: from now on `/readyz` is 503, and each answer is the last of its connection. */
  leave: () => void
  isLeaving: () => boolean
}

export interface CheckWorker {
  /** Starts to work in the background. */
  start: () => void
  /** Wakes the worker; called when a file was received. */
  nudge: () => void
  /** Checks everything that may be checked now, one after the other. Returns how many files that were. */
  drain: () => Promise<number>
  /** Claims no more files and waits for the checks that are running. */
  stop: () => Promise<void>
}
