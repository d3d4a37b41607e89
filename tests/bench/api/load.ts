/**
 * Calls a server as fast as it answers, over a few keep-alive connections; the client itself costs as little as
 * possible.
 */
import { connect, type Socket } from 'node:net'

export interface Wanted {
  port: number
  /** Whole requests, bytes as latin1; each connection sends them in turn. */
  requests: readonly string[]
  ms: number
  connections: number
}

export interface Load {
  count: number
  /** Answers per second. */
  rate: number
  /** 99th percentile of the time from a request to the end of its answer, ms. */
  p99: number
  /** Answers with a status other than 200, or an envelope that refuses. */
  refused: number
}

const HEAD_END = Buffer.from('\r\n\r\n')
const DONE = Buffer.from('{"status":1,')

/** Cuts one complete answer off the front of `bytes`; `undefined` until it has arrived completely. */
function answer(bytes: Buffer): { good: boolean; rest: Buffer } | undefined {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const body = end + HEAD_END.length
  const whole = body + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? '0')
  if (bytes.length < whole) return undefined
  return {
    good: head.startsWith('HTTP/1.1 200') && bytes.subarray(body, body + DONE.length).equals(DONE),
    rest: bytes.subarray(whole),
  }
}

/** Sends the requests again and again for `ms` milliseconds. */
export async function load({ port, requests, ms, connections }: Wanted): Promise<Load> {
  const all = requests.map((it) => Buffer.from(it, 'latin1'))
  const times: number[] = []
  let refused = 0
  const started = performance.now()
  // Stays awake, because waking a sleeping process costs the answering server up to 40 µs of a call, more the slower it
  // is (0079).
  let asking = true
  const stayAwake = (): void => {
    if (asking) setImmediate(stayAwake)
  }
  stayAwake()
  const one = (): Promise<void> =>
    new Promise((finish, fail) => {
      const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let rest: Buffer = Buffer.alloc(0)
      let sent = 0
      let since = 0
      const ask = (): void => {
        since = performance.now()
        socket.write(all[sent++ % all.length] ?? '')
      }
      socket.on('connect', ask)
      socket.on('error', fail)
      socket.on('data', (chunk: Buffer) => {
        rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
        const found = answer(rest)
        if (!found) return
        rest = found.rest
        const now = performance.now()
        times.push(now - since)
        if (!found.good) refused++
        if (now < started + ms) return ask()
        socket.destroy()
        finish()
      })
    })
  await Promise.all(Array.from({ length: connections }, one))
  asking = false
  const sorted = Float64Array.from(times).sort()
  return {
    count: times.length,
    rate: (times.length * 1000) / (performance.now() - started),
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    refused,
  }
}
