/** Asks a server as fast as it answers, over a few kept connections; the asking itself is as light as it can be. */
import { connect } from 'node:net'
import type { Socket } from 'node:net'

const CONNECTIONS = 24

export interface Load {
  /** Answers per second. */
  rate: number
  /** Answers other than 200. */
  refused: number
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** Takes whole answers off the front of `bytes`; the rest is kept for the next chunk. */
function answers(bytes: Buffer): { statuses: number[]; rest: Buffer } {
  const statuses: number[] = []
  let rest = bytes
  for (;;) {
    const end = rest.indexOf(HEAD_END)
    if (end < 0) return { statuses, rest }
    const head = rest.toString('latin1', 0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? '0')
    const whole = end + HEAD_END.length + length
    if (rest.length < whole) return { statuses, rest }
    statuses.push(Number(head.slice(9, 12)))
    rest = rest.subarray(whole)
  }
}

/** Sends one request again and again for `ms` milliseconds. */
export async function load(port: number, request: string, ms: number): Promise<Load> {
  const bytes = Buffer.from(request, 'latin1')
  const end = performance.now() + ms
  let done = 0
  let refused = 0
  const started = performance.now()
  const one = (): Promise<void> =>
    new Promise((finish, fail) => {
      const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let rest: Buffer = Buffer.alloc(0)
      socket.on('connect', () => socket.write(bytes))
      socket.on('error', fail)
      socket.on('data', (chunk: Buffer) => {
        const found = answers(rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk)
        rest = found.rest
        for (const status of found.statuses) {
          done++
          if (status !== 200) refused++
          if (performance.now() >= end) {
            socket.destroy()
            finish()
            return
          }
          socket.write(bytes)
        }
      })
    })
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  return { rate: (done * 1000) / (performance.now() - started), refused }
}
