/**
 * Twenty senders in a separate process: all begin together, as fast as the connection allows, and each waits for the
 * answer.
 */
import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import sharp from 'sharp'
import { uploadDocument } from '../../../src/features/claims/contract.ts'
import { browserOf, partsOf } from '../api/calls.ts'
import type { Sender } from './our-server.ts'

export interface Sending {
  port: number
  people: Sender[]
  round: number
}
export interface Waits {
  /** From each photo's last byte to its receipt, ms. */
  waits: number[]
  /** From the first byte to the last receipt, ms. */
  whole: number
}

const BYTES = 4_000_000
const picture = await noise()

/** An incompressible photo: as many bytes as a good one has. */
async function noise(): Promise<Buffer> {
  const [width, height] = [2400, 1600]
  for (let quality = 60; ; quality -= 5) {
    const jpeg = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer()
    if (jpeg.length < BYTES) return jpeg
  }
}

/** The same picture in 4 MB that were not sent before. */
const photo = (): Buffer<ArrayBuffer> => Buffer.concat([picture, randomBytes(BYTES - picture.length)])

async function requestOf(
  { session, claim }: Sender,
  { port, round }: Sending,
  index: number,
): Promise<[Buffer, Buffer]> {
  const bytes = photo()
  const { around } = browserOf(`http://127.0.0.1:${port}`, session)
  const input = {
    id: claim,
    upload: `bench-${index}-${round}`,
    kind: 'invoice' as const,
    name: 'photo.jpg',
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  return partsOf(uploadDocument, input, { file: new Blob([bytes], { type: 'image/jpeg' }) }, around)
}

/** Milliseconds from the last byte that the connection accepted to the whole answer. */
const send = ([head, body]: [Buffer, Buffer], port: number): Promise<number> =>
  new Promise((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let sent = 0
    let answer = ''
    socket.on('error', fail)
    socket.on('connect', () => {
      socket.write(head)
      socket.write(body, () => (sent = performance.now()))
    })
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      answer += text
      if (!answer.includes('\r\n\r\n')) return
      const wait = performance.now() - sent
      socket.destroy()
      if (answer.startsWith('HTTP/1.1 200') && answer.includes('{"status":1,')) done(wait)
      else fail(new Error(answer.slice(-400)))
    })
  })

process.on('message', (sending: Sending) => {
  void Promise.all(sending.people.map((it, i) => requestOf(it, sending, i))).then(async (requests) => {
    const started = performance.now()
    const waits = await Promise.all(requests.map((it) => send(it, sending.port)))
    process.send?.({ waits, whole: performance.now() - started } satisfies Waits)
  })
})
