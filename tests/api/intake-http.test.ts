/** Uploads over HTTP: what the call refuses besides the file itself, and what is left when a sender disconnects. */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { call } from '../../src/lib/contract.ts'
import type { ServerFeature } from '../../src/server/server-feature.ts'
import { takeSingleFile } from '../../src/server/intake/intake.ts'
import { serveFile } from '../../src/server/intake/serve-file.ts'
import { handleFile, handleUpload } from '../../src/server/http/call-handlers.ts'
import { startServer, type TestServer } from './start-server.ts'
import { fakeClamd } from './fake-clamd.ts'
import { EICAR, jpeg, MEBIBYTE } from './hostile-files.ts'

const send = call({
  module: 'file',
  path: 'probe/send',
  access: 'open',
  transport: 'multipart',
  input: z.object({}),
  output: z.object({ id: z.string() }),
})
const show = call({
  module: 'file',
  path: 'probe/show',
  access: 'open',
  input: z.object({ id: z.string(), save: z.boolean() }),
  output: z.instanceof(Uint8Array),
})
const ended: unknown[] = []
const probe: ServerFeature = {
  name: 'probe',
  routes: [
    handleUpload(
      send,
      1,
      async (_, { deps }, files) => {
        const work = takeSingleFile(deps, files, { owner: 'probe' }, async () => undefined)
        const { file } = await work.finally(() => ended.push('ended'))
        return { id: file.id }
      },
      ['file'],
    ),
    handleFile(show, async ({ id, save }, { deps }) => serveFile(deps, id, { owner: 'probe', download: save })),
  ],
}

const dataDir = mkdtempSync(join(tmpdir(), 'youfang-intake-http-'))
let server: TestServer
beforeAll(async () => {
  server = await startServer({ features: [probe], dataDir })
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true })
})

type Part = [field: string, content: Buffer | string, name?: string]
/** A multipart body written by hand: FormData would correct the intended mistakes. */
function body(parts: Part[]): Buffer {
  const all = parts.flatMap(([field, content, name]) => [
    Buffer.from(
      `--b\r\ncontent-disposition: form-data; name="${field}"${name === undefined ? '' : `; filename="${name}"\r\ncontent-type: image/jpeg`}\r\n\r\n`,
    ),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...all, Buffer.from('--b--\r\n')])
}
const HEADERS = { 'content-type': 'multipart/form-data; boundary=b' }
const Answer = z.object({
  status: z.number(),
  code: z.union([z.string(), z.number()]),
  message: z.string(),
  data: z.nullable(z.looseObject({})),
})

async function post(content: Buffer, at = server, lang = 'en'): Promise<z.output<typeof Answer> & { http: number }> {
  const response = await fetch(`${at.url}/file/probe/send?lang=${lang}`, {
    method: 'POST',
    headers: HEADERS,
    body: new Uint8Array(content),
  })
  return { http: response.status, ...Answer.parse(await response.json()) }
}
const files = (): string[] => readdirSync(join(dataDir, 'files'))

describe('a call that takes one file', () => {
  test('refuses ten, another part, a field behind the file and none at all, and keeps nothing', async () => {
    const photo = await jpeg()
    const file: Part = ['file', photo, 'a.jpg']
    const refused = async (parts: Part[]) =>
      post(body(parts)).then(({ http, code, data }) => [http, code, data?.['fields']])
    expect(await refused(Array.from({ length: 10 }, () => file))).toEqual([
      200,
      'files_too_many',
      { file: 'files_too_many' },
    ])
    expect(await refused([['other', photo, 'a.jpg']])).toEqual([200, 'invalid', { other: 'unexpected' }])
    expect(await refused([file, ['late', 'x']])).toEqual([200, 'invalid', { late: 'invalid' }])
    expect(await refused([])).toEqual([200, 'invalid', { file: 'required' }])
    expect(files()).toEqual([])
  })

  test('says in the reader’s language why a file is refused', async () => {
    const reply = async (name: string, content: Buffer, lang: string) =>
      (await post(body([['file', content, name]]), server, lang)).message
    expect(await reply('a.txt', Buffer.from('x'), 'en')).toBe('Use a JPEG or PNG photo, or a PDF')
    expect(await reply('../../etc/passwd.jpg', await jpeg(), 'en')).toMatch(/^The file name has characters/)
    expect(await reply('a.jpg', Buffer.concat([await jpeg(), Buffer.alloc(50 * MEBIBYTE)]), 'cn')).toBe(
      '单个文件不能超过15 MB',
    )
    expect(files()).toEqual([])
  })

  test('answers an unreadable body as an error of its sender, and logs nothing', async () => {
    const whole = body([['file', await jpeg(), 'a.jpg']])
    for (const broken of [whole.subarray(0, -30), whole.subarray(0, 40), Buffer.from('nothing'), Buffer.alloc(0)]) {
      const { http, status } = await post(broken)
      expect([http < 500, status]).toEqual([true, 0])
    }
    expect(server.logs()).not.toContain('call failed')
    expect(files()).toEqual([])
  })

  test('discards a partial upload when its sender disconnects', async () => {
    const before = ended.length
    const sending = request(`${server.url}/file/probe/send`, {
      method: 'POST',
      headers: { ...HEADERS, 'content-length': 10 * MEBIBYTE },
    })
    sending.on('error', () => undefined)
    sending.write(body([['file', Buffer.alloc(2 * MEBIBYTE, 7), 'a.jpg']]).subarray(0, -10))
    await expect.poll(() => files().length).toBe(1)
    sending.destroy()
    await expect.poll(() => [files().length, ended.length - before]).toEqual([0, 1])
    expect(server.logs()).not.toContain('call failed')
  })
})

test('a stored file is served with its type, a sandbox policy and a name in both scripts', async () => {
  const { data } = await post(body([['file', await jpeg(), "账单 (2)'s.JPG"]]))
  const get = (save: boolean) =>
    fetch(`${server.url}/file/probe/show?id=${String(data?.['id'])}&save=${save}`, { method: 'POST' })
  const shown = await get(false)
  expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  expect(shown.headers.get('content-type')).toBe('image/jpeg')
  expect(shown.headers.get('content-disposition')).toBe('inline')
  expect(Buffer.from(await shown.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  const saved = await get(true)
  await saved.arrayBuffer()
  expect(saved.headers.get('content-disposition')).toBe(
    'attachment; filename="__ _2__s.JPG"; filename*=UTF-8\'\'%E8%B4%A6%E5%8D%95%20%282%29%27s.JPG',
  )
})

test('a configured virus scanner checks every file, and no file passes while it does not answer', async () => {
  const clamd = fakeClamd((bytes) =>
    bytes.includes('scanner-fails')
      ? 'stream: limit exceeded ERROR\0'
      : bytes.includes(EICAR)
        ? 'stream: Eicar-Test-Signature FOUND\0'
        : 'stream: OK\0',
  )
  await once(clamd, 'listening')
  const folder = mkdtempSync(join(tmpdir(), 'youfang-clamav-'))
  const guarded = await startServer({
    features: [probe],
    dataDir: folder,
    env: { CLAMAV_HOST: `127.0.0.1:${(clamd.address() as AddressInfo).port}` },
  })
  const photo = await jpeg()
  const reply = async (...tail: string[]) => {
    const { http, code, data } = await post(
      body([['file', Buffer.concat([photo, Buffer.from(tail.join(''))]), 'a.jpg']]),
      guarded,
    )
    return [http, code, data?.['fields']]
  }
  expect((await reply())[1]).toBe(0)
  expect(await reply(EICAR)).toEqual([200, 'file_virus', { file: 'file_virus' }])
  expect((await reply('scanner-fails'))[0]).toBe(503)
  clamd.close()
  await once(clamd, 'close')
  const kept = readdirSync(join(folder, 'files')).length
  expect((await reply())[0]).toBe(503)
  expect(guarded.logs()).toContain('ScannerSilent')
  expect(readdirSync(join(folder, 'files'))).toHaveLength(kept)
  await guarded.close()
  rmSync(folder, { recursive: true })
})
