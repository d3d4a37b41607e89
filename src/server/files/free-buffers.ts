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
 * collects it.
 */
const MAJOR_FROM_BYTES = 24 * 1024 * 1024
/** An old-generation collection takes tens of milliseconds: at most one each time this many bytes were used. */
const MAJOR_INTERVAL_BYTES = 2 * MINOR_INTERVAL_BYTES
/**
 * Nor more than this share of the time, or every receipt would wait for the collector; unless this much garbage has
 * piled up.
 */
const MOST_TIME_SHARE = 0.1
const ALWAYS_MAJOR_FROM_BYTES = 64 * 1024 * 1024

let passed = 0
let since = 0
/** When the old generation may be collected again, ms of the process's clock. */
let notBefore = 0

/** Reports that buffers of so many bytes are no longer used. */
export function countUsedBuffers(bytes: number): void {
  passed += bytes
  if (passed < MINOR_INTERVAL_BYTES) return
  since += passed
  passed = 0
  const began = performance.now()
  const old = since >= MAJOR_INTERVAL_BYTES && needsMajorCollection(process.memoryUsage().arrayBuffers, began)
  collect({ type: old ? 'major' : 'minor' })
  if (!old) return
  since = 0
  const ended = performance.now()
  notBefore = ended + (ended - began) / MOST_TIME_SHARE
}

const needsMajorCollection = (bytes: number, now: number): boolean =>
  bytes > ALWAYS_MAJOR_FROM_BYTES || (bytes > MAJOR_FROM_BYTES && now >= notBefore)
