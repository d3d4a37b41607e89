/** The rules that the build writes for nginx, in a real nginx over the built site. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nginxFile } from '../../src/programs/build/static-host-files.ts'
import { eventually } from '../browser/sandbox.ts'
import { aptInstall } from '../tools/apt.ts'
import { LEADS, MISSING, PAGES, TO_OTHER_SITES } from './addresses-of-hosts.ts'
import { freePort } from './killable-process.ts'

const dist = resolve('dist')
const folder = mkdtempSync(join(tmpdir(), 'youfang-nginx-'))
const file = join(folder, 'nginx.conf')
const exists = (): boolean => spawnSync('nginx', ['-v']).error === undefined
let port: number
let child: ChildProcess | undefined

const answers = async (): Promise<true | undefined> => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/home`)).ok || undefined
  } catch {
    return undefined
  }
}

beforeAll(async () => {
  if (!exists() && !aptInstall(['nginx-light'])) throw new Error('No nginx: install it (apt-get install nginx-light)')
  port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  writeFileSync(
    file,
    `daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log stderr crit; events {}
${process.getuid?.() === 0 ? 'user root;' : ''}
http { include /etc/nginx/mime.types; access_log off; ${temporary.join(' ')}
server { listen 127.0.0.1:${port}; root ${dist}; include ${nginxFile(dist)}; } }`,
  )
  child = spawn('nginx', ['-c', file], { stdio: 'inherit' })
  await eventually(answers, 'An answer of nginx')
})
afterAll(() => {
  child?.kill()
  rmSync(folder, { recursive: true, force: true })
})

const get = async (
  path: string,
): Promise<{ status: number; location: string | null; headers: Headers; text: string }> => {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })
  return {
    status: reply.status,
    location: reply.headers.get('location'),
    headers: reply.headers,
    text: await reply.text(),
  }
}

test.each(LEADS)('%s leads to %s', async (typed, address) => {
  expect((await get(typed)).location).toBe(address)
})

test.each(PAGES)('%s is a page in its language', async (path, lang) => {
  const { status, headers, text } = await get(path)
  expect({ status, lang: /data-lang="(\w+)"/.exec(text)?.[1] }).toEqual({ status: 200, lang })
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('vary')).toMatch(/accept-encoding/i)
})

test.each(MISSING)('%s is not found, in the language of the address', async (path, lang) => {
  const { status, headers, text } = await get(path)
  expect({ status, lang: /data-lang="(\w+)"/.exec(text)?.[1] }).toEqual({ status: 404, lang })
  expect(headers.get('cache-control')).toBeNull()
  expect(headers.get('x-frame-options')).toBe('DENY')
})

test.each([
  ['/site.webmanifest', 'application/manifest+json'],
  ['/cn/notice/rss.xml', 'application/rss+xml; charset=utf-8'],
])('%s is %s', async (path, type) => {
  expect((await get(path)).headers.get('content-type')).toBe(type)
})

describe('no redirect leads to another site', () => {
  test.each(TO_OTHER_SITES)('%s', async (path) => {
    expect((await get(path)).location ?? '/').toMatch(/^\/(?![\\/])[\w./-]*$/)
  })
})

test('what carries a hash is kept for a year', async () => {
  const script = /\/assets\/[^"]+\.css/.exec((await get('/home')).text)?.[0] ?? ''
  expect((await get(script)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})
