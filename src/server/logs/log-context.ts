/** What the lines of a request or of a job have in common, so that one search over the log finds all of them. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

export interface LogContext {
  /** Id of the request. */
  request?: string
  /** Kind and id of the job. */
  job?: string
  jobId?: string
  /** Records that it was asked about, and those whose state it changed: `payment` → its id. */
  readonly ids: Record<string, string>
  /** Of its trace, where traces are recorded. */
  span?: Span | undefined
}

/** What is known of a call's answer, for its line and the figures. */
export interface CallAnswer extends Pick<LogContext, 'ids'> {
  path: string
  status: number
  code: string
  /** Id of the account that called. */
  account: string | undefined
}

const running = new AsyncLocalStorage<LogContext>()

/** Runs a request or a job: what it logs names it. */
export const withLogContext = <T>(context: LogContext, run: () => T): T => running.run(context, run)

/**
 * Work on one record: lines inside name it. In a request they name it beside what the request named, and the request's
 * line has it too; in a job, which may have many in hand, they name no other.
 */
export function withLogIds<T>(ids: Readonly<Record<string, string>>, run: () => T): T {
  const whole = running.getStore()
  if (whole?.request === undefined) return running.run({ ...whole, ids: { ...ids } }, run)
  for (const [kind, id] of Object.entries(ids)) whole.ids[kind] ??= id
  return running.run({ ...whole, ids: { ...whole.ids, ...ids } }, run)
}

export const logContext = (): LogContext | undefined => running.getStore()

/** Our own ids (`new-id.ts`), and numbers of orders and claims: nothing else that somebody sends has their forms. */
const ID = /^([0-9a-hjkmnp-tv-z]{26}|YF-?[A-Z]-\d{6}-[0-9A-Z]{6})$/
/** Fields of calls that hold ids; tokens and codes have other names. */
const FIELDS = ['id', 'order', 'payment', 'claim', 'policy', 'refund', 'campaign', 'file'] as const

export const isLoggedId = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 26 && ID.test(value)

/** The records that a call names in its fields. */
export function idsOfFields(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const ids: Record<string, string> = {}
  for (const name of FIELDS) {
    const value = fields[name]
    if (isLoggedId(value)) ids[name] = value
  }
  return ids
}
