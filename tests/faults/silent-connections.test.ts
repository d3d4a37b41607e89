/** As many connections as the server takes, which send and read nothing: everybody else is answered, then and later. */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TRANSPORT_LIMITS } from '../../src/server/http/slow-requests.ts'
import { freePort, KillableProcess } from './killable-process.ts'

const STRANGERS = 20
const dataDir = mkdtempSync(join(tmpdir(), 'youfang-silent-'))
const sockets: Socket[] = []
let port: number
let victim: KillableProcess
beforeAll(async () => {
  port = await freePort()
  victim = new KillableProcess(port, dataDir)
  await victim.start()
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await victim.end('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

/** `silent`: what the server sends is not read, and its end is not answered by one of ours. */
async function opened(from: string, silent: boolean): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from, allowHalfOpen: silent })
  sockets.push(socket)
  socket.on('error', () => undefined)
  if (silent) socket.pause()
  await once(socket, 'connect')
  return socket
}

/** Files and sockets that the server has open. */
const openFiles = (): number => readdirSync(`/proc/${victim.pid}/fd`).length

async function answersToStrangers(): Promise<string[]> {
  const answers = []
  for (let i = 0; i < STRANGERS; i++) {
    const socket = await opened(`127.9.${i}.1`, false)
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await once(socket, 'close')
    answers.push(text.slice(0, 12))
  }
  return answers
}
const ALL_ANSWERED = Array.from({ length: STRANGERS }, () => 'HTTP/1.1 200')

test('all connections of the process are silent: strangers are answered, and nothing is left of them', async () => {
  const { connections, connectionsOfAddress, headMs } = TRANSPORT_LIMITS
  const before = openFiles()
  for (let i = 0; i < connections / connectionsOfAddress; i++)
    await Promise.all(Array.from({ length: connectionsOfAddress }, () => opened(`127.0.${i}.1`, true)))
  await expect.poll(openFiles).toBeGreaterThanOrEqual(before + connections)
  expect(await answersToStrangers()).toEqual(ALL_ANSWERED)
  // Only those that gave way are closed.
  expect(openFiles()).toBeGreaterThanOrEqual(before + connections - STRANGERS)
  await expect.poll(openFiles, { timeout: 3 * headMs, interval: 1000 }).toBeLessThan(before + STRANGERS)
  expect(await answersToStrangers()).toEqual(ALL_ANSWERED)
})
