/**
 * A process of its own for one file: reads it from standard input, writes what it makes of it to standard output.
 * Whatever a file does to a decoder it does here, without our keys, settings or connections, and its memory ends with it.
 */
import { encodeResult, type RemakeResult } from './remake-protocol.ts'

// Libraries remark on odd files: standard output is for what is made, and what a file says is nobody's business.
for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) console[method] = () => undefined

type RemakeBytes = (bytes: Buffer) => Promise<RemakeResult>

/** Each library takes its memory and its time: only the one that is needed is loaded. One that cannot be is our fault and not the file's. */
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
const made = await make(bytes).catch((): RemakeResult => ({ ok: false, code: 'file_broken' }))
for (const part of encodeResult(made)) process.stdout.write(part)
