/** An imitated ClamAV daemon. */
import { createServer as createTcp, type Server as Tcp } from 'node:net'

const COMMAND = 'zINSTREAM\0'

/** Speaks as much of clamd's protocol as INSTREAM needs: reads pieces until one of length zero, and answers. */
export function fakeClamd(answer: (bytes: Buffer) => string): Tcp {
  return createTcp((socket) => {
    let heard = Buffer.alloc(0)
    let begun = false
    const pieces: Buffer[] = []
    socket.on('error', () => undefined)
    socket.on('data', (part: Buffer) => {
      heard = Buffer.concat([heard, part])
      if (!begun && heard.length >= COMMAND.length) {
        if (heard.subarray(0, COMMAND.length).toString() !== COMMAND) throw new Error('not INSTREAM')
        heard = heard.subarray(COMMAND.length)
        begun = true
      }
      if (!begun) return undefined
      while (heard.length >= 4) {
        const size = heard.readUInt32BE(0)
        if (size === 0) return socket.end(answer(Buffer.concat(pieces)))
        if (heard.length < 4 + size) return undefined
        pieces.push(heard.subarray(4, 4 + size))
        heard = heard.subarray(4 + size)
      }
      return undefined
    })
  }).listen(0, '127.0.0.1')
}
