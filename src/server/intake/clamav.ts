/**
 * Asks a ClamAV daemon whether a file is clean (clamd's INSTREAM). A configured scanner that does not answer lets
 * nothing through.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const SECONDS = 10

export interface Scanner {
  host: string
  port: number
}

/** The scanner gave no answer: nothing is wrong with the file, and trying again later is right. */
class ScannerSilent extends Error {
  override name = 'ScannerSilent'
  readonly statusCode = 503
}

/**
 * True when something was found. Throws `ScannerSilent` when clamd cannot be reached, is silent for 10 s or answers
 * with an error.
 */
export async function infected({ host, port }: Scanner, source: AsyncIterable<Buffer>): Promise<boolean> {
  const socket = connect({ host, port })
  socket.setTimeout(SECONDS * 1000, () => socket.destroy(new Error(`silent for ${SECONDS} s`)))
  try {
    const [answer] = await Promise.all([readAll(socket), send(socket, source)])
    if (/: OK\0?\s*$/.test(answer)) return false
    if (/ FOUND\0?\s*$/.test(answer)) return true
    throw new Error(`answered: ${answer.slice(0, 100)}`)
  } catch (cause) {
    throw new ScannerSilent('the virus scanner gave no answer', { cause })
  } finally {
    socket.destroy()
  }
}

async function readAll(socket: Socket): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part)
  return Buffer.concat(parts).toString('latin1')
}

/** Each piece is preceded by its length in four bytes; length zero ends the stream. */
async function send(socket: Socket, source: AsyncIterable<Buffer>): Promise<void> {
  await once(socket, 'connect')
  socket.write('zINSTREAM\0')
  for await (const piece of source) {
    if (piece.length === 0) continue
    socket.write(lengthOf(piece.length))
    // A scanner that has read enough closes the connection; then its answer counts, not the write error.
    if (!socket.writable) return
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
  }
  socket.write(lengthOf(0))
}

function lengthOf(size: number): Buffer {
  const out = Buffer.alloc(4)
  out.writeUInt32BE(size)
  return out
}
