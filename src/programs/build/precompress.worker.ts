/**
 * Compresses the files it is given, one after the other: in its own thread it may use the synchronous calls, which cost
 * less.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Pages longer than this are few, and a better quality gains a tenth there. */
const LONG = 40 * 1024
/** At the best quality a megabyte takes a second: the texts of the search are worth that, and more is not. */
const HUGE = 1024 * 1024
/**
 * Pages are many and change often: a medium quality costs a third of a millisecond each. Scripts and styles are few,
 * and the best quality makes them two in a hundred smaller than the next.
 */
const quality = (file: string, size: number): number => {
  if (size > HUGE) return 5
  if (!file.endsWith('.html')) return 11
  return size < LONG ? 5 : 10
}

function compress(file: string): void {
  const bytes = readFileSync(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality(file, bytes.length),
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 6 }))
}

parentPort?.on('message', (files: string[]) => {
  files.forEach(compress)
  parentPort?.postMessage(files.length)
})
