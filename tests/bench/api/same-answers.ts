/** Compares what servers answer to the same request, before anything is timed. */
import { connect } from 'node:net'

/** The JSON that a server answers to a whole request, bytes as latin1. */
export const answerTo = (port: number, request: string): Promise<unknown> =>
  new Promise((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(Buffer.from(request, 'latin1')))
    let bytes = Buffer.alloc(0)
    socket.on('error', fail)
    socket.on('close', () => fail(new Error(`port ${port} answered nothing`)))
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      const head = bytes.indexOf('\r\n\r\n')
      const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, Math.max(0, head)))?.[1]
      if (length === undefined || bytes.length < head + 4 + Number(length)) return
      socket.destroy()
      done(JSON.parse(bytes.toString('utf8', head + 4)))
    })
  })

/** The server's clock stands in the list of orders. */
const CLOCK = /\.now$/

/** The first place where two answers differ, with what stands there. */
export function difference(ours: unknown, theirs: unknown, at = ''): string | undefined {
  if (CLOCK.test(at)) return undefined
  if (typeof ours !== 'object' || typeof theirs !== 'object' || ours === null || theirs === null)
    return Object.is(ours, theirs) ? undefined : `${at}: ${shown(ours)}, here ${shown(theirs)}`
  const [a, b] = [new Map(Object.entries(ours)), new Map(Object.entries(theirs))]
  for (const key of new Set([...a.keys(), ...b.keys()])) {
    const found = difference(a.get(key), b.get(key), `${at}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 80)
