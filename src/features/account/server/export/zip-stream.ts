/** A zip archive as a stream: one entry after the other, so that no file is held in memory. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { eventLoopTurns } from '../../../../server/event-loop-turns.ts'

export interface ZipEntry {
  /** Path inside the archive. */
  name: string
  at: number
  source: AsyncIterable<Uint8Array>
  /** Photos and PDFs are compressed already. */
  compress: boolean
}

/** The archive's bytes. The next entry is requested once the last was read completely. */
export async function* zipStream(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    failure ??= error
    ready.push(chunk)
  })
  const taken = (): Uint8Array[] => {
    if (failure) throw failure
    const chunks = ready
    ready = []
    return chunks
  }
  const pause = eventLoopTurns()
  for await (const { name, at, source, compress } of entries) {
    const entry = compress ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name)
    entry.mtime = at
    zip.add(entry)
    for await (const chunk of source) {
      // Copied, because the reader may reuse its buffer before ours is written.
      entry.push(new Uint8Array(chunk))
      yield* taken()
      await pause()
    }
    entry.push(new Uint8Array(0), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}
