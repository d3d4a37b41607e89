/** A server that accepts connections and never answers, as a partner's program or a mail server may. */
import { createServer, type Socket } from 'node:net'

export interface HangingServer {
  port: number
  /** Connections so far, and those that somebody ended. */
  seen: { begun: number; ended: number }
  /** Resolves once so many connections were begun. */
  begun: (count: number) => Promise<void>
  /** Hangs up on everybody and accepts nobody any more. */
  close: () => Promise<void>
}

/** Listens on every address of this machine, so that `127.0.1.1`, `127.0.1.2` … are as many endpoints. */
export async function startHangingServer(): Promise<HangingServer> {
  const sockets = new Set<Socket>()
  const seen = { begun: 0, ended: 0 }
  const waiting = new Set<{ count: number; go: () => void }>()
  const server = createServer((socket) => {
    sockets.add(socket)
    seen.begun++
    socket
      .on('error', () => undefined)
      .on('close', () => {
        sockets.delete(socket)
        seen.ended++
      })
    socket.resume()
    for (const it of waiting) if (seen.begun >= it.count) it.go()
  })
  await new Promise<void>((done) => server.listen(0, '0.0.0.0', done))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    seen,
    begun: (count) =>
      new Promise((go) => {
        if (seen.begun >= count) go()
        else waiting.add({ count, go })
      }),
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
