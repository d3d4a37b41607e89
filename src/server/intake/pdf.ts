/** PDFs: looked at as bytes, then read and written anew by a thread of its own, which is stopped when it takes too much. */
import { Worker } from 'node:worker_threads'
import { LIMITS } from '../../lib/limits.ts'
import type { PdfAnswer } from './pdf-clean.ts'

/** What reading one file may take: more is a bomb. Honest files of 15 MiB took under 2 s and 100 MiB. */
const SECONDS = 20
const HEAP_MEBIBYTES = 128
const GROWTH = 160 * 1024 * 1024
const LOOK_EVERY = 25

/** What follows the end of the document; `undefined` when it has no end (cut off). */
export function afterPdf(bytes: Buffer): Buffer | undefined {
  const end = bytes.lastIndexOf('%%EOF')
  return end < 0 ? undefined : bytes.subarray(end + '%%EOF'.length)
}

/** The pages of a PDF as a new one. Takes the bytes' memory over. */
export async function rewritePdf(bytes: Uint8Array<ArrayBuffer>): Promise<PdfAnswer> {
  const before = process.memoryUsage.rss()
  const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), {
    workerData: { bytes, maxPages: LIMITS.maxPdfPages },
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    // What the library says about odd files is nothing to do with us.
    stdout: true, stderr: true, env: {},
  })
  worker.stdout.resume()
  worker.stderr.resume()
  // Inflated bytes lie outside of the heap that `resourceLimits` bounds.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - before > GROWTH) void worker.terminate()
  }, LOOK_EVERY)
  const limit = setTimeout(() => void worker.terminate(), SECONDS * 1000)
  try {
    return await new Promise<PdfAnswer>((resolve) => {
      worker.once('message', resolve)
      // Ends without an answer when it ran out of what it was given.
      worker.once('error', () => resolve({ ok: false, code: 'file_broken' }))
      worker.once('exit', () => resolve({ ok: false, code: 'file_broken' }))
    })
  } finally {
    clearInterval(watch)
    clearTimeout(limit)
    await worker.terminate()
  }
}
