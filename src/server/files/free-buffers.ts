/**
 * Buffers lie outside of V8's heap, which counts a few bytes for each 64 KiB: streams of files leave tens of megabytes
 * of garbage before V8 collects. So a young collection (about a millisecond) is requested each time so many bytes were
 * used. Measured with four people sending nine files each: 236 MB resident without it, 175 MB with it.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const MINOR_INTERVAL_BYTES = 4 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collect: (options: { type: 'minor' | 'major' }) => void = runInNewContext('gc')
setFlagsFromString('--no-expose-gc')

/**
 * With many senders at once buffers survive into the old generation, and pile up by tens of megabytes before V8
 * collects it: above what was alive after a collection, so that what the process keeps is not counted as garbage.
 */
const MAJOR_FROM_BYTES = 12 * 1024 * 1024
/** An old-generation collection takes tens of milliseconds: at most one each time this many bytes were used. */
const MAJOR_INTERVAL_BYTES = 2 * MINOR_INTERVAL_BYTES
/**
 * Nor more than this share of the time, or every receipt would wait for the collector; unless this much garbage has
 * piled up.
 */
const MOST_TIME_SHARE = 0.1
const ALWAYS_MAJOR_FROM_BYTES = 40 * 1024 * 1024

let passed = 0
let since = 0
/** Least that was alive after a collection, since the last one of the old generation; bytes. */
let alive = 0
/** When the old generation may be collected again, ms of the process's clock. */
let notBefore = 0

/** Reports that buffers of so many bytes are no longer used. */
export function countUsedBuffers(bytes: number): void {
  passed += bytes
  if (passed < MINOR_INTERVAL_BYTES) return
  since += passed
  passed = 0
  collect({ type: 'minor' })
  // One stream's buffers die young: what a young collection leaves is the only garbage that is worth a long pause.
  const left = process.memoryUsage().arrayBuffers
  alive = Math.min(alive, left)
  const began = performance.now()
  if (since < MAJOR_INTERVAL_BYTES || !needsMajorCollection(left - alive, began)) return
  collect({ type: 'major' })
  since = 0
  alive = process.memoryUsage().arrayBuffers
  const ended = performance.now()
  notBefore = ended + (ended - began) / MOST_TIME_SHARE
}

/** `garbage`: bytes that a young collection left above what was alive. */
const needsMajorCollection = (garbage: number, now: number): boolean =>
  garbage > ALWAYS_MAJOR_FROM_BYTES || (garbage > MAJOR_FROM_BYTES && now >= notBefore)
