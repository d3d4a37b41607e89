/**
 * Uploads that begin and stall, more than there is room for, over real connections: an honest sender gets in all the
 * same.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { call } from '../../src/lib/contract.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import type { ServerFeature } from '../../src/server/server-feature.ts'
import { receiveFile } from '../../src/server/intake/intake.ts'
import { handleUpload } from '../../src/server/http/call-handlers.ts'
import { startServer, type TestServer } from './start-server.ts'
import { jpeg } from './hostile-files.ts'

const STALLED = LIMITS.uncheckedShared + 5
const ACCOUNTS = 12

const send = call({
  module: 'file',
  path: 'probe/send',
  access: 'open',
  transport: 'multipart',
  input: z.object({ sender: z.string().check(z.maxLength(20)) }),
  output: z.object({ size: z.number() }),
})
/** A call that takes files as claims do, from a given sender. */
const probe = (begun: () => void): ServerFeature => ({
  name: 'probe',
  incoming: [{ kind: 'probe', checked: async () => true, failed: async () => undefined }],
  routes: [
    handleUpload(
      send,
      1,
      async ({ sender }, { deps }, files) => {
        begun()
        let size = 0
        await receiveFile(
          deps,
          files,
          { owner: 'probe', sender, purpose: 'probe' },
          async (_, receipt) => void (size = receipt.size),
        )
        return { size }
      },
      ['file'],
    ),
  ],
})

let server: TestServer
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server.close()
})

/** States the length of its file, sends its first bytes, and no more. Returns the answer, if there is one. */
async function stalled(sender: string, from: string, bytes: Buffer): Promise<{ answer: () => string }> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port), localAddress: from })
  sockets.push(socket)
  let text = ''
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(socket, 'connect')
  socket.write(
    `POST /file/probe/send?lang=en&sender=${sender} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
  )
  socket.write(bytes.subarray(0, 1000))
  return { answer: () => text }
}

test(`${STALLED} stalled uploads of ${ACCOUNTS} accounts do not block anybody else’s upload`, async () => {
  let begun = 0
  server = await startServer({ features: [probe(() => void begun++)] })
  const photo = await jpeg()
  const all = await Promise.all(
    Array.from({ length: STALLED }, (_, i) =>
      stalled(`mallory-${i % ACCOUNTS}`, `127.0.7.${1 + (i % ACCOUNTS)}`, photo),
    ),
  )
  await expect.poll(() => begun).toBe(STALLED)
  const refused = (): number => all.filter(({ answer }) => answer().includes('too_many')).length
  // The places are taken, and the other senders were told to wait.
  await expect.poll(refused).toBe(STALLED - LIMITS.uncheckedShared)
  for (const sender of ['lin', 'wu', 'lin']) {
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(photo)]), 'a.jpg')
    const reply = await fetch(`${server.url}/file/probe/send?lang=en&sender=${sender}`, { method: 'POST', body })
    expect(await reply.json()).toMatchObject({ status: 1, data: { size: photo.length } })
    // The account that held the most gave up its oldest upload once; afterwards there is a free place.
    await expect.poll(refused).toBe(STALLED - LIMITS.uncheckedShared + 1)
  }
})
