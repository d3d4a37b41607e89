/** The totals of a subject's files: for the bar above the button, for badges, and for "Wait for uploads to finish". */
import type { UploadItem, UploadState } from './upload-types.ts'

/** Bytes sent of all bytes, and whole percent (100 only when every file has its receipt). */
export function overall(items: readonly UploadItem[]): { sent: number; total: number; percent: number } {
  const total = items.reduce((sum, { size }) => sum + size, 0)
  const sent = items.reduce((sum, { size, percent }) => sum + (size * percent) / 100, 0)
  const done = items.every(({ state }) => HAS_RECEIPT.includes(state))
  return {
    sent: Math.round(sent),
    total,
    percent: done ? 100 : Math.min(99, Math.floor((100 * sent) / Math.max(1, total))),
  }
}

/** The server has the file, whether it has checked it or not. */
const HAS_RECEIPT: readonly UploadState[] = ['checking', 'received']

/**
 * `going` continues by itself; `needsYou` waits for a decision or another file. The next step is blocked while either
 * is above 0. `received` has a receipt; `checking` counts those still being checked, which blocks only the final
 * sending.
 */
export function uploadCounts(items: readonly UploadItem[]): {
  received: number
  checking: number
  going: number
  needsYou: number
} {
  const received = items.filter(({ state }) => HAS_RECEIPT.includes(state)).length
  const checking = items.filter(({ state }) => state === 'checking').length
  const needsYou = items.filter(
    ({ state, retryable }) => state === 'warned' || (state === 'failed' && !retryable),
  ).length
  return { received, checking, needsYou, going: items.length - received - needsYou }
}

/** Those of `needsYou` that only another file helps: empty, of a kind that cannot be used, refused by the server. */
export const toReplace = (items: readonly UploadItem[]): number =>
  items.filter(({ state, retryable }) => state === 'failed' && !retryable).length

/**
 * True if an upload stopped for lack of an answer, even if the browser says it is online. It continues automatically or
 * on request.
 */
export const stopped = (items: readonly UploadItem[]): boolean =>
  items.some(({ state, retryable }) => state === 'failed' && retryable)

/** Files that are not on the server yet, whatever they wait for. */
export const pending = (items: readonly UploadItem[]): number => items.length - uploadCounts(items).received
