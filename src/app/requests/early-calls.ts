/**
 * Calls that a page sends while its scripts still load (`boot/send-early-calls.ts`): named by the page, each taken over
 * once by whoever makes the same call.
 */
import type { FetchResponse } from 'ofetch'

/** A call that a page makes first: `{name}` in its address and form stands for that part of the page's own query. */
export interface EarlyCall {
  access: string
  address: string
  /** The form of a multipart call; `{key}` in it is the tab's key for this address. */
  fields?: Record<string, string>
  /** Sent with the `id` of its answer as `{id}`. */
  next?: readonly EarlyCall[]
}

/** What an early call is taken over by: its address, and the form that was sent. */
export const earlyName = (address: string, form?: Record<string, string>): string =>
  form ? address + JSON.stringify(form) : address

declare global {
  var earlyCalls: Record<string, Promise<Response>> | undefined
}

/** Since the page was opened, ms: what is asked for later, by a press or to be up to date, is asked anew. */
export const FRESH_MS = 30_000

/**
 * What an early call was answered; undefined if there was none, or it got no answer: then it is made as usual. Rejects
 * when `signal` aborts first.
 */
export async function takeEarlyAnswer(name: string, signal: AbortSignal): Promise<FetchResponse<unknown> | undefined> {
  const early = globalThis.earlyCalls?.[name]
  if (!early || performance.now() > FRESH_MS) return undefined
  delete globalThis.earlyCalls?.[name]
  const aborted = new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(new Error('aborted'))))
  const response = await Promise.race([early.catch(() => undefined), aborted])
  if (!response) return undefined
  const data: unknown = await response.json().catch(() => undefined)
  return data === undefined && response.ok ? undefined : Object.assign(response, { _data: data })
}
