/**
 * Hundreds of slow and large requests at the same time: everybody else is answered as before, and the server's memory
 * does not grow.
 */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, KillableProcess } from './killable-process.ts'

const MEBIBYTE = 1024 * 1024
const SENDERS = 600
/** Each address uses fewer connections than it may. */
const ADDRESSES = 6
const dataDir = mkdtempSync(join(tmpdir(), 'youfang-slow-'))
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

const residentBytes = (): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${victim.pid}/status`, 'utf8'))?.[1]) * 1024

const head = (path: string, type: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nunique: ${'u'.repeat(40)}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
const field = (name: string, size: number): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${'y'.repeat(size)}\r\n`

/** The part of each kind of request that is sent; the end never is. */
const FAT: readonly (() => string)[] = [
  () =>
    head('/index/logout', 'multipart/form-data; boundary=x', 79_000) +
    field('token', 30_000) +
    field('unknown', 30_000),
  // Longer than any call takes: refused by what it says of itself.
  () =>
    head('/index/logout', 'multipart/form-data; boundary=x', 50 * MEBIBYTE) +
    Array.from({ length: 8 }, (_, i) => field(`f${i}`, 500_000)).join(''),
  () =>
    `POST /index/logout HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n\r\n${(500_000).toString(16)}\r\n${field('token', 450_000)}`,
  () => `${head('/index/order/save', 'multipart/form-data; boundary=x', 140_000)}${field('people', 125_000)}`,
  () => `${head('/index/order/save', 'application/json', 130_000)}{"people":"${'y'.repeat(120_000)}`,
  () => `${head('/index/session/sendCode', 'application/json', 65_000)}{"destination":"${'y'.repeat(64_000)}`,
  () => `${head('/notify/sandbox', 'application/json', 65_000)}{"a":"${'y'.repeat(64_000)}`,
  () => 'GET /home HTTP/1.1\r\nHost: x\r\nx-slow: ',
]

async function fatSender(index: number): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: `127.0.0.${10 + (index % ADDRESSES)}` })
  sockets.push(socket)
  socket.on('error', () => undefined)
  // What the server answers is not read either.
  socket.pause()
  await once(socket, 'connect')
  socket.write((FAT[index % FAT.length] ?? (() => ''))())
}

const asked = async (destination: string): Promise<unknown> =>
  (
    await fetch(`http://127.0.0.1:${port}/index/session/sendCode?destination=${encodeURIComponent(destination)}`, {
      method: 'POST',
      headers: { unique: 'v'.repeat(40) },
    })
  ).json()

const sent = async (destination: string): Promise<unknown> =>
  (
    await fetch(`http://127.0.0.1:${port}/index/session/sendCode`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ destination }),
    })
  ).json()

test(`${SENDERS} slow and large requests delay nobody else and take less than 100 MB`, async () => {
  // What a server holds that has worked for a while, with bodies as large as they may be: a fresh one has hardly begun
  // to.
  for (let i = 0; i < 10; i++) await Promise.all(Array.from({ length: 30 }, () => sent('x'.repeat(60_000))))
  const usual = residentBytes()
  let most = 0
  for (let i = 0; i < SENDERS; i += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, k) => fatSender(i + k)))
    expect(await asked('not an address')).toMatchObject({ code: 'invalid' })
    most = Math.max(most, residentBytes())
  }
  for (let i = 0; i < 10; i++) expect(await asked(`somebody${i}@example.com`)).toMatchObject({ status: 1 })
  for (let i = 0; i < 200; i++) expect(await asked('not an address')).toMatchObject({ code: 'invalid' })
  most = Math.max(most, residentBytes())
  console.info(
    `Resident memory: ${Math.round(usual / MEBIBYTE)} MiB, at most ${Math.round(most / MEBIBYTE)} MiB under ${SENDERS} senders`,
  )
  expect(most - usual).toBeLessThan(100 * MEBIBYTE)
})
