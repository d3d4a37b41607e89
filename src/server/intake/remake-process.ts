/**
 * One process per file: reads it from standard input, writes the re-encoded file to standard output. Whatever a file
 * does to a decoder happens here, without our keys, settings or connections, and its memory ends with the process.
 */
import { encodeResult, type RemakeResult } from './remake-protocol.ts'

// Libraries log remarks on odd files: standard output is for the result, and a file's contents are nobody's business.
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) console[method] = () => undefined

type RemakeBytes = (bytes: Buffer) => Promise<RemakeResult>

/**
 * Each library costs memory and time: only the needed one is loaded. Failing to load it is our own failure and not the
 * file's.
 */
async function remakerFor(kind: string | undefined): Promise<RemakeBytes> {
  if (kind === 'pdf') return (await import('./remake-pdf.ts')).remakePdf
  const { remakePicture } = await import('./remake-picture.ts')
  if (kind === 'jpeg' || kind === 'png') return (bytes) => remakePicture(bytes, kind)
  throw new Error('which kind?')
}

const [, , kind, size] = process.argv
const make = await remakerFor(kind)
const bytes = Buffer.allocUnsafeSlow(Number(size))
let filled = 0
for await (const part of process.stdin as AsyncIterable<Buffer>) filled += part.copy(bytes, filled)
if (filled < bytes.length) throw new Error('the file was cut off')
const made = await make(bytes).catch((): RemakeResult => ({
  ok: false,
  code: kind === 'pdf' ? 'file_damaged' : 'file_broken',
}))
for (const part of encodeResult(made)) process.stdout.write(part)
