import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { memoryStore, uniqueKey } from '../../src/app/storage/storage.ts'
import { addDays, dayOf } from '../../src/lib/days/dates.ts'
import { TRIP } from '../api/orders-fixtures.ts'
import { isFirst, isLong, isSecond, rowsOf } from '../tools/long-form.ts'

const root = join(import.meta.dirname, '../..')
const folder = (): string => mkdtempSync(join(tmpdir(), 'youfang-processes-'))

const settings = (dataDir: string): NodeJS.ProcessEnv => ({
  ...process.env,
  // vitest itself sets MODE.
  MODE: 'sandbox',
  DEMO: '0',
  DATA_DIR: dataDir,
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  DRAIN_SECONDS: '0',
})

function output(script: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`${script} ended with ${code}`))))
  })
}

/** A server as a process, and the code with which it ends. */
function launched(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['src/programs/server/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return { child, ended }
}

/** The port that a server prints when it is ready. */
const readyPort = ({ stdout }: { stdout: Readable }): Promise<number> =>
  new Promise((resolve) =>
    stdout.on('data', (chunk: Buffer) => {
      const [, found] = /^Ready on http:\/\/localhost:(\d+)$/m.exec(chunk.toString()) ?? []
      if (found !== undefined) resolve(Number(found))
    }),
  )

test('three processes over one store start together, lose nothing and do nothing twice', async () => {
  const dataDir = folder()
  const names = ['a', 'b', 'c']
  const ran = await Promise.all(
    names.map(async (name) =>
      z.array(z.string()).parse(JSON.parse(await output('tests/faults/processes-child.ts', [dataDir, name]))),
    ),
  )
  const wanted = [...names, 'shared'].flatMap((name) => Array.from({ length: 40 }, (_, i) => `${name}-${i}`))
  expect(ran.flat().sort()).toEqual(wanted.sort())
  rmSync(dataDir, { recursive: true })
})

test.each(rowsOf(['SIGTERM', 'SIGINT'] as const, isSecond))(
  'the server says where it is ready, and ends cleanly on %s',
  async (signal) => {
    const dataDir = folder()
    const { child, ended } = launched(settings(dataDir))
    child.stdout.on('data', (chunk: Buffer) => {
      if (/^Ready on http:\/\/localhost:\d+$/m.test(chunk.toString())) child.kill(signal)
    })
    expect(await ended).toBe(0)
    rmSync(dataDir, { recursive: true })
  },
)

/** The ways of starting the server that the documents show: the script, and the unit of systemd. */
const documented = (): [name: string, command: string, args: string[]][] => {
  const unit = /^ExecStart=(.+)$/m.exec(readFileSync(join(root, 'docs/hosting/youfang.service'), 'utf8'))?.[1] ?? ''
  const [program = '', ...args] = unit.replaceAll('/srv/youfang/', `${root}/`).split(' ')
  return [
    ['npm run server', 'npm', ['run', 'server']],
    ['the unit of systemd', program, args],
  ]
}

test.each(rowsOf(documented(), isFirst))(
  '%s: on SIGTERM a call under way is answered, new ones are refused, and the exit code is 0',
  async (_, command, args) => {
    const dataDir = folder()
    const child = spawn(command, args, {
      cwd: root,
      // It ends by itself after that.
      env: { ...settings(dataDir), DRAIN_SECONDS: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
      // A group of its own, so that nothing of it is left when this test fails.
      detached: true,
    })
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('exit', resolve)
    })
    try {
      const port = await readyPort(child)
      const { head, body } = await applicationToSend()
      const socket = connect(port, '127.0.0.1')
      await new Promise<void>((resolve) => socket.once('connect', resolve))
      socket.write(head)
      socket.write(body.subarray(0, 20))
      // Answered after the call's beginning arrived, so the server knows of it.
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
      child.kill('SIGTERM')
      const reaches = (): Promise<boolean> =>
        fetch(`http://127.0.0.1:${port}/healthz`).then(
          () => true,
          () => false,
        )
      await expect.poll(reaches, { interval: 1 }).toBe(false)
      let answer = ''
      socket.on('data', (bytes: Buffer) => (answer += bytes.toString()))
      socket.write(body.subarray(20))
      await new Promise((resolve) => socket.once('close', resolve))
      expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*"status":1,[^]*"id":"YFO-/)
      expect(await ended).toBe(0)
    } finally {
      if (child.exitCode !== 0) process.kill(-(child.pid ?? 0), 'SIGKILL')
      rmSync(dataDir, { recursive: true })
    }
  },
)

test('on SIGTERM it says that it leaves, and goes on answering until the front server has heard it', async () => {
  const dataDir = folder()
  // For as long as this test wants: it ends by a second signal, which waits for nothing.
  const { child, ended } = launched({ ...settings(dataDir), DRAIN_SECONDS: '60' })
  try {
    const port = await readyPort(child)
    // One connection, as a front server keeps it.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (path: string, method = 'GET') =>
      new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
        const asked = request({ port, host: '127.0.0.1', path, method, agent }, (answer) => {
          answer.resume().once('end', () => resolve([answer.statusCode, answer.headers.connection]))
        })
        asked.once('error', reject).end()
      })
    const call = () => ask('/index/session/me', 'POST')
    expect(await call()).toEqual([200, 'keep-alive'])
    expect(await ask('/readyz')).toEqual([200, 'keep-alive'])
    child.kill('SIGTERM')
    await expect.poll(() => ask('/readyz'), { interval: 10 }).toEqual([503, 'close'])
    for (let i = 0; i < 3; i++) expect(await call()).toEqual([200, 'close'])
    expect((await ask('/healthz'))[0]).toBe(200)
    child.kill('SIGINT')
    expect(await ended).toBe(0)
  } finally {
    child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true })
  }
})

/** A call that writes, as bytes: its head, and its body to be sent in parts. */
async function applicationToSend(): Promise<{ head: string; body: Buffer }> {
  const day = dayOf(Date.now())
  const form = new FormData()
  form.append('trip', JSON.stringify({ ...TRIP, start: addDays(day, 30), end: addDays(day, 394) }))
  form.append('key', 'sent-while-it-ends')
  const message = new Response(form)
  const body = Buffer.from(await message.arrayBuffer())
  const lines = [
    'POST /index/order/create?lang=en HTTP/1.1',
    'Host: x',
    'Connection: close',
    `unique: ${uniqueKey(memoryStore())}`,
    `Content-Type: ${message.headers.get('content-type')}`,
    `Content-Length: ${body.length}`,
  ]
  return { head: `${lines.join('\r\n')}\r\n\r\n`, body }
}

test.runIf(isLong)('connections that say nothing, or begin a request and do not end it, hold up no end', async () => {
  const dataDir = folder()
  const { child, ended } = launched(settings(dataDir))
  const port = await readyPort(child)
  const begun = [
    '',
    'GET /healthz HTTP/1.1\r\nHost: x\r\n',
    'POST /index/session/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
  ]
  const sockets = begun.map(() => connect(port, '127.0.0.1').on('error', () => undefined))
  await Promise.all(
    sockets.map(
      (socket, i) =>
        new Promise<void>((resolve) => socket.once('connect', () => socket.write(begun[i] ?? '', () => resolve()))),
    ),
  )
  // Answered after these arrived, so the server knows of all of them.
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  for (const socket of sockets) socket.destroy()
  rmSync(dataDir, { recursive: true })
})

test('production without its settings does not start, and names them', async () => {
  const env = { PATH: process.env['PATH'], DATA_DIR: folder(), MODE: 'production', PORT: '0' }
  const child = spawn(process.execPath, ['src/programs/server/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
  expect(said).toMatch(
    /^Production does not start without: SECRET, PUBLIC_SITE_URL, SMTP_URL, MAIL_FROM, SMS_PROVIDERS, a payment provider \(STRIPE_SECRET_KEY .+\), INVOICE_CHANNEL\n$/,
  )
  rmSync(env.DATA_DIR, { recursive: true, force: true })
})
