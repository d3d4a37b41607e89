/** The example of a server in front (docs/hosting/front.conf) in a real nginx, before two real API servers. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { call as declare } from '../../src/lib/contract.ts'
import { handle } from '../../src/server/http/call-handlers.ts'
import type { ServerFeature } from '../../src/server/server-feature.ts'
import { nginxFile } from '../../src/programs/build/static-host-files.ts'
import { startServer, type TestServer } from '../api/start-server.ts'
import { eventually } from '../browser/sandbox.ts'
import { aptInstall } from '../tools/apt.ts'
import { freePort } from './killable-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'youfang-front-'))
const dist = resolve('dist')
const CALLS = 40
const ping = declare({ path: 'probe/ping', access: 'open', input: z.object({}), output: z.object({}) })
const probe: ServerFeature = { name: 'probe', routes: [handle(ping, async () => ({}))] }
const accessLog = join(folder, 'access.log')
let servers: TestServer[]
let child: ChildProcess | undefined
let url: string

const answers = async (): Promise<true | undefined> => {
  try {
    return (await fetch(`${url}/home`)).ok || undefined
  } catch {
    return undefined
  }
}

beforeAll(async () => {
  if (spawnSync('nginx', ['-v']).error && !aptInstall(['nginx-light']))
    throw new Error('No nginx: install it (apt-get install nginx-light)')
  const env = { TRUST_PROXY: '127.0.0.1', CALLS_PER_MINUTE: String(CALLS) }
  servers = [await startServer({ features: [probe], env }), await startServer({ features: [probe], env })]
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const [one = '', two = ''] = servers.map((it) => new URL(it.url).host)
  const example = readFileSync('docs/hosting/front.conf', 'utf8')
    .replace('api-1:4321', one)
    .replace('api-2:4321', two)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('/srv/youfang/dist.hosting/nginx.conf', nginxFile(dist))
    .replace('/srv/youfang/dist', dist)
    .replace('/var/log/nginx/access.log', accessLog)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')} crit; events {}
${process.getuid?.() === 0 ? 'user root;' : ''}
http { include /etc/nginx/mime.types; access_log off; ${temporary.join(' ')}
${example} }`,
  )
  child = spawn('nginx', ['-c', file], { stdio: 'inherit' })
  await eventually(answers, 'An answer of nginx')
})
afterAll(async () => {
  child?.kill()
  for (const server of servers) await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).error === undefined

const Envelope = z.object({ status: z.number(), code: z.union([z.string(), z.number()]) })
const call = async (init: RequestInit = {}): Promise<{ http: number; envelope: z.infer<typeof Envelope> }> => {
  const reply = await fetch(`${url}/index/probe/ping`, { method: 'POST', ...init })
  return { http: reply.status, envelope: Envelope.parse(await reply.json()) }
}

test('pages come from the built site, with its headers', async () => {
  const page = await fetch(`${url}/cn/plan/list`)
  expect(page.status).toBe(200)
  expect(page.headers.get('x-frame-options')).toBe('DENY')
  expect(await page.text()).toContain('data-lang="cn"')
})

test('calls reach the servers, and one that is gone is passed over', async () => {
  expect(await call()).toEqual({ http: 200, envelope: { status: 1, code: 0 } })
  const [gone] = servers.splice(0, 1)
  await gone?.close()
  for (let i = 0; i < 4; i++) expect((await call()).http).toBe(200)
})

test('nine of the largest files get an answer of ours, not of nginx', async () => {
  const { envelope } = await call({ body: Buffer.alloc(130 * 1024 * 1024) })
  expect(envelope.status).toBe(0)
})

test('a visitor who invents addresses is counted as one', async () => {
  const seen = new Set<number>()
  for (let i = 0; i <= CALLS; i++) seen.add((await call({ headers: { 'x-forwarded-for': `203.0.113.${i}` } })).http)
  expect([...seen]).toEqual([200, 429])
})

test('its log has neither the fields of a call nor the key of a link', async () => {
  const lines = () => readFileSync(accessLog, 'utf8').split('\n').length
  const before = lines()
  await fetch(`${url}/index/probe/ping?name=geheim`, { method: 'POST' })
  await fetch(`${url}/cashier/${'k'.repeat(27)}`)
  await fetch(`${url}/nothing/${'k'.repeat(27)}`)
  await expect.poll(lines).toBe(before + 3)
  expect(readFileSync(accessLog, 'utf8')).toContain('POST /index/probe/ping 200')
  expect(readFileSync(accessLog, 'utf8')).not.toMatch(/geheim|kkkk/)
})

test.runIf(hasSystemd)('the unit of systemd is one that it takes', () => {
  const found = spawnSync('systemd-analyze', ['verify', resolve('docs/hosting/youfang.service')], { encoding: 'utf8' })
  // The program is where this machine need not have it.
  const said = `${found.stdout}${found.stderr}`
    .split('\n')
    .filter((line) => line !== '' && !/is not executable/.test(line))
  expect(said).toEqual([])
})
