import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

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

test.each(['SIGTERM', 'SIGINT'] as const)(
  'the server says where it is ready, and ends cleanly on %s',
  async (signal) => {
    const dataDir = folder()
    const env = settings(dataDir)
    const child = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const code = await new Promise<number | null>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (/^Ready on http:\/\/localhost:\d+$/m.test(chunk.toString())) child.kill(signal)
      })
      child.on('error', reject)
      child.on('close', resolve)
    })
    expect(code).toBe(0)
    rmSync(dataDir, { recursive: true })
  },
)

test(
  'connections that say nothing, or begin a request and do not end it, hold up no end',
  { timeout: 60_000 },
  async () => {
    const dataDir = folder()
    const env = settings(dataDir)
    const child = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    })
    const port = await new Promise<number>((resolve) =>
      child.stdout.on('data', (chunk: Buffer) => {
        const [, found] = /^Ready on http:\/\/localhost:(\d+)$/m.exec(chunk.toString()) ?? []
        if (found !== undefined) resolve(Number(found))
      }),
    )
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
  },
)

test('production without its settings does not start, and names them', async () => {
  const env = { PATH: process.env['PATH'], DATA_DIR: folder(), MODE: 'production', PORT: '0' }
  const child = spawn(process.execPath, ['src/server/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
  expect(said).toMatch(
    /^Production does not start without: SECRET, PUBLIC_SITE_URL, SMTP_URL, MAIL_FROM, SMS_PROVIDERS, a payment provider \(STRIPE_SECRET_KEY .+\), INVOICE_CHANNEL\n$/,
  )
  rmSync(env.DATA_DIR, { recursive: true, force: true })
})
