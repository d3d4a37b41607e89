/** What the files of a subject add up to: for the bar above the button, for badges, and for "Wait for uploads to finish". */
import type { UploadItem, UploadState } from './upload-types.ts'

/** Bytes sent of bytes in all, and whole percent (100 only when every file has its receipt). */
export function overall(items: readonly UploadItem[]): { sent: number; total: number; percent: number } {
  const total = items.reduce((sum, { size }) => sum + size, 0)
  const sent = items.reduce((sum, { size, percent }) => sum + (size * percent) / 100, 0)
  const done = items.every(({ state }) => HAS_RECEIPT.includes(state))
  return { sent: Math.round(sent), total, percent: done ? 100 : Math.min(99, Math.floor((100 * sent) / Math.max(1, total))) }
}

/** With the server, whether it has looked inside or not. */
const HAS_RECEIPT: readonly UploadState[] = ['checking', 'received']

/**
 * `going` moves by itself; `needsYou` waits for a decision or another file. The next step is held while either is above 0. `received` has a
 * receipt; `checking` of those are still being looked at, which holds nothing but the sending of the whole.
 */
export function standing(items: readonly UploadItem[]): { received: number; checking: number; going: number; needsYou: number } {
  const received = items.filter(({ state }) => HAS_RECEIPT.includes(state)).length
  const checking = items.filter(({ state }) => state === 'checking').length
  const needsYou = items.filter(({ state, retryable }) => state === 'warned' || (state === 'failed' && !retryable)).length
  return { received, checking, needsYou, going: items.length - received - needsYou }
}

/** True if an upload stopped for lack of an answer, even if the browser says it is online. It continues automatically or on request. */
export const stopped = (items: readonly UploadItem[]): boolean => items.some(({ state, retryable }) => state === 'failed' && retryable)

/** Files that are not with the server yet, whatever they wait for. */
export const pending = (items: readonly UploadItem[]): number => items.length - standing(items).received
