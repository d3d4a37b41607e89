/** A bad connection between a browser and the site: passes bytes on until it is told to cut. */
import { connect, createServer, type Socket } from 'node:net'

/** `body`: after so many bytes of the request · `answer`: when the server begins to answer. */
export type Cut = { at: 'body'; bytes: number } | { at: 'answer' }

export interface UnreliableConnection {
  /** Where the browser goes instead of to the site. */
  readonly url: string
  close(): Promise<void>
}

/**
 * `next` is asked for every request whose address holds `path`, and says what befalls it; nothing when it passes. Its
 * `before` runs at the moment of the cut: the line is cut once it is done.
 */
export async function unreliableConnection(
  site: string,
  path: string,
  next: () => (Cut & { before?: () => Promise<void> }) | undefined,
): Promise<UnreliableConnection> {
  const target = new URL(site)
  const start = Buffer.from(`POST ${path}`)
  const open = new Set<Socket>()

  const server = createServer((browser) => {
    const upstream = connect(Number(target.port), target.hostname)
    let cut: ReturnType<typeof next>
    let seen = 0
    let over = false
    const end = (): void => [browser, upstream].forEach((socket) => socket.destroy())
    const fall = (): void => {
      if (over) return
      over = true
      void (cut?.before?.() ?? Promise.resolve()).finally(end)
    }
    for (const socket of [browser, upstream]) {
      open.add(socket)
      socket.on('error', end)
      socket.on('close', () => {
        open.delete(socket)
        end()
      })
    }
    browser.on('data', (chunk) => {
      if (over) return
      // The browser sends one request at a time on a connection, and each begins a chunk of its own.
      if (chunk.subarray(0, start.length).equals(start)) {
        cut = next()
        seen = 0
      }
      seen += chunk.length
      if (cut?.at === 'body' && seen >= cut.bytes) return fall()
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (over) return
      if (cut?.at === 'answer') return fall()
      browser.write(chunk)
    })
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((done) => {
        for (const socket of open) socket.destroy()
        server.close(() => done())
      }),
  }
}
