/** Which requests the editing screen's server accepts, and what it writes. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createEditor } from './app.ts'
import { refusal } from './origin-guard.ts'

type App = Awaited<ReturnType<typeof createEditor>>
const it: { root: string; app: App } = { root: '', app: undefined as unknown as App }
const Kept = z.object({ path: z.string(), text: z.string(), mark: z.string() })
// The app has no port before it listens.
const OWN = { host: 'localhost:0' }
const EN = 'content/notices/en/2027-entry.md'

beforeEach(async () => {
  it.root = join(mkdtempSync(join(tmpdir(), 'youfang-editing-')), 'content')
  cpSync('content', it.root, { recursive: true })
  // Whether the project has pictures or not.
  rmSync(join(it.root, 'pictures'), { recursive: true, force: true })
  it.app = await createEditor({ content: it.root, sitePort: 4321, clock: () => Date.parse('2026-11-21T02:00:00Z') })
})
afterEach(async () => {
  await it.app.close()
  rmSync(join(it.root, '..'), { recursive: true })
})

const get = (url: string, headers: Record<string, string> = OWN) => it.app.inject({ url, headers })
const onDisk = (path: string): string => readFileSync(join(it.root, '..', path), 'utf8')
const read = async (path: string) => Kept.parse((await get(`/text?path=${path}`)).json())
const put = (path: string, payload: string, mark?: string, headers: Record<string, string> = OWN) =>
  it.app.inject({
    method: 'PUT',
    url: `/text?${new URLSearchParams({ path, ...(mark !== undefined && { mark }) })}`,
    payload,
    headers: { ...headers, 'content-type': 'text/markdown' },
  })
const remove = (path: string, mark?: string) =>
  it.app.inject({
    method: 'DELETE',
    url: `/text?${new URLSearchParams({ path, ...(mark !== undefined && { mark }) })}`,
    headers: OWN,
  })

describe('who may call', () => {
  const caller = { host: 'localhost:4323', origin: undefined, site: undefined, mode: undefined, method: 'GET' }
  test.each(['localhost:4323', '127.0.0.1:4323', '[::1]:4323'])('this machine by its name %s', (host) => {
    expect(
      refusal({ ...caller, host, origin: `http://${host}`, site: 'same-origin', method: 'PUT' }, 4323),
    ).toBeUndefined()
  })
  test.each([
    undefined,
    'evil.example:4323',
    'localhost:4321',
    'localhost',
    'localhost.evil.example:4323',
    'evil.example',
  ])('not by the name %s', (host) => {
    expect(refusal({ ...caller, host }, 4323)).toBeDefined()
  })
  test.each([
    'http://evil.example',
    'null',
    'http://localhost:4321',
    'http://127.0.0.1:4323',
    'https://localhost:4323',
  ])('not a page of %s', (origin) => {
    expect(refusal({ ...caller, origin }, 4323)).toBeDefined()
  })
  test('a link from elsewhere opens the screen, but nothing from elsewhere asks it for data', () => {
    expect(refusal({ ...caller, site: 'cross-site', mode: 'navigate' }, 4323)).toBeUndefined()
    expect(refusal({ ...caller, site: 'cross-site', mode: 'no-cors' }, 4323)).toBeDefined()
    expect(refusal({ ...caller, site: 'same-site', mode: 'cors' }, 4323)).toBeDefined()
    expect(refusal({ ...caller, site: 'cross-site', mode: 'navigate', method: 'POST' }, 4323)).toBeDefined()
  })
  test('a foreign name gets nothing, not even the screen, and writes nothing', async () => {
    expect((await get('/', { host: 'evil.example:0' })).statusCode).toBe(403)
    const before = onDisk(EN)
    expect(
      (
        await put(EN, `${before}\nEvil.\n`, (await read(EN)).mark, {
          ...OWN,
          origin: 'http://evil.example',
        })
      ).statusCode,
    ).toBe(403)
    expect(onDisk(EN)).toBe(before)
  })
  test('the screen may be framed by itself only, and loads nothing from elsewhere', async () => {
    const answer = await get('/')
    expect(answer.headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' })
    expect(String(answer.headers['content-security-policy'])).toMatch(
      /^default-src 'self'; .*frame-src 'self' http:\/\/en\.localhost:4321 http:\/\/cn\.localhost:4321; frame-ancestors 'self'/,
    )
  })
})

describe('saving', () => {
  test('a change is written in the form of the file, and only that', async () => {
    const { text, mark } = await read(EN)
    const answer = await put(EN, text.replace(/title: .*/, 'title: Another'), mark)
    expect(answer.statusCode).toBe(200)
    expect(onDisk(EN)).toBe(text.replace(/title: .*/, 'title: "Another"'))
    expect(Kept.parse(answer.json())).toMatchObject({ text: onDisk(EN) })
  })
  test('two people, or an editor and git: the later one is told, and nothing is lost', async () => {
    const { text, mark } = await read(EN)
    writeFileSync(join(it.root, '..', EN), `${text}\nFrom git.\n`)
    const answer = await put(EN, `${text}\nFrom the editor.\n`, mark)
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'changed' }])
    expect(onDisk(EN)).toContain('From git.')
    expect((await remove(EN, mark)).statusCode).toBe(409)
  })
  test('a new text, which may not take the place of another', async () => {
    const path = 'content/notices/cn/new-one.md'
    const text = '---\ntitle: 新\nsummary: 概要\ndate: 2026-11-21\n---\n\n正文。\n'
    expect((await put(path, text)).statusCode).toBe(200)
    expect(onDisk(path)).toBe('---\ntitle: "新"\nsummary: "概要"\ndate: 2026-11-21\n---\n\n正文。\n')
    expect((await put(path, text)).statusCode).toBe(409)
    expect((await remove(path, (await read(path)).mark)).statusCode).toBe(200)
    expect((await get(`/text?path=${path}`)).statusCode).toBe(404)
  })
  test.each([
    'content/plans/en/us-campus.md',
    'content/notices/en/../../../package.md',
    '/etc/passwd',
    'content/notices/en/UPPER.md',
    'content/notices/fr/a.md',
    'content/notices/en/a.yaml',
    'content/notices/en/.hidden.md',
    'package.json',
    'content/toString/en/a.md',
    'content/notices/en/a%2fb.md',
  ])('%s is no text of this screen', async (path) => {
    expect((await put(path, '---\ntitle: A\n---\n')).statusCode).toBe(403)
    expect((await get(`/text?path=${encodeURIComponent(path)}`)).statusCode).toBe(403)
  })
  test('a link does not lead out of the folder', async () => {
    const outside = join(it.root, '..', 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'secret.md'), '---\ntitle: Secret\n---\n')
    symlinkSync(join(outside, 'secret.md'), join(it.root, 'notices/en/linked.md'))
    expect((await get('/text?path=content/notices/en/linked.md')).statusCode).toBe(403)
    expect((await get('/texts')).body).not.toContain('Secret')
    rmSync(join(it.root, 'faq/en'), { recursive: true })
    symlinkSync(outside, join(it.root, 'faq/en'))
    expect((await put('content/faq/en/fresh.md', '---\ntitle: A\n---\n')).statusCode).toBe(403)
    expect(existsSync(join(outside, 'fresh.md'))).toBe(false)
  })
  test('what is no such text, or far too long, is refused', async () => {
    const { mark } = await read(EN)
    expect((await put(EN, 'only words', mark)).statusCode).toBe(422)
    expect((await put(EN, 'x'.repeat(1024 * 1024 + 1), mark)).statusCode).toBe(413)
  })
})

test('the checker’s answers come with file and line', async () => {
  expect((await get('/problems')).json()).toMatchObject({ problems: [] })
  const { text, mark } = await read(EN)
  await put(EN, text.replace('/plan/list', '/plan/lost'), mark)
  expect((await get('/problems')).json()).toMatchObject({
    problems: [expect.stringMatching(/notices\/en\/2027-entry\.md:\d+: .*Example: /)],
  })
})

test('the editor’s words are a script, and only its own files are served', async () => {
  const words = await get('/cms/locales/zh-CN.json')
  expect([words.headers['content-type'], words.body.slice(0, 16)]).toEqual([
    expect.stringContaining('javascript'),
    'export default {',
  ])
  expect((await get('/cms/locales/..%2Fpackage.json')).statusCode).not.toBe(200)
  expect((await get('/cms/npm/../package.json')).statusCode).not.toBe(200)
  expect((await get('/cms/npm/index.js')).statusCode).toBe(200)
})

describe('the mark of a page', () => {
  const html = { now: '' }
  const site = createServer((request, reply) => {
    reply.statusCode = request.url === '/cn/notice/content/2027-entry' ? 200 : 404
    reply.end(html.now)
  })
  const mark = async (app: App, path = '/notice/content/2027-entry'): Promise<unknown> =>
    (await app.inject({ url: `/page-mark?lang=cn&path=${path}`, headers: OWN })).json()
  let app: App
  beforeAll(async () => {
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
    const address = site.address()
    app = await createEditor({
      content: 'content',
      sitePort: typeof address === 'object' && address ? address.port : 0,
      clock: () => 0,
    })
  })
  afterAll(async () => {
    await app.close()
    site.close()
  })

  test('changes with its words, and not with the times that the dev server writes into it', async () => {
    html.now =
      '<link href="/a.css?t=1"><script src="/a.ts?t=1"></script><h1 data-t="1">Purchase opens</h1><img src="/a.png?t=1">'
    const first = await mark(app)
    expect(first).toEqual({ mark: expect.stringMatching(/^[\w-]{43}$/) })
    html.now =
      '<link href="/a.css?t=2"><script src="/a.ts?t=2">t = 2</script><h1 data-t="2">Purchase opens</h1><img src="/a.png?t=2">'
    expect(await mark(app)).toEqual(first)
    html.now = html.now.replace('opens', 'closes')
    expect(await mark(app)).not.toEqual(first)
  })
  test.each([
    ['bold', 'See <b>the plans</b>'],
    ['a link', 'See <a href="/plan/list">the plans</a>'],
    ['its address', 'See <a href="/plan">the plans</a>'],
    ['a picture', 'See the plans<img src="/b.png">'],
  ])('changes with %s', async (_what, changed) => {
    const marks: unknown[] = []
    for (html.now of ['See the plans', 'See <a href="/other">the plans</a>', changed])
      marks.push(JSON.stringify(await mark(app)))
    expect(new Set(marks).size).toBe(3)
  })
  test('there is none where there is no page, and another address than a page is not asked for', async () => {
    expect(await mark(app, '/notice/content/gone')).toEqual({ mark: null })
    expect(await mark(app, '//evil.example/x')).toMatchObject({ code: 'failed' })
    expect(await mark(app, '/x@evil.example')).toMatchObject({ code: 'failed' })
  })
})

describe('pictures', () => {
  const url = (path: string, mark?: string): string =>
    `/picture?${new URLSearchParams({ path, ...(mark !== undefined && { mark }) })}`
  const send = (path: string, payload: Buffer, mark?: string) =>
    it.app.inject({
      method: 'PUT',
      url: url(path, mark),
      payload,
      headers: { ...OWN, 'content-type': 'application/octet-stream' },
    })
  const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

  test('are added, listed, shown and removed', async () => {
    expect((await get('/pictures')).json()).toEqual([])
    expect((await send('content/pictures/clinic.png', PNG)).statusCode).toBe(200)
    expect((await get('/pictures')).json()).toMatchObject([{ path: 'content/pictures/clinic.png' }])
    const shown = await get(url('content/pictures/clinic.png'))
    expect(shown.headers['content-type']).toBe('image/png')
    expect(shown.rawPayload).toEqual(PNG)
    const [{ mark }] = z.tuple([z.object({ mark: z.string() })]).parse((await get('/pictures')).json())
    await it.app.inject({ method: 'DELETE', url: url('content/pictures/clinic.png', mark), headers: OWN })
    expect(existsSync(join(it.root, 'pictures/clinic.png'))).toBe(false)
    expect((await get(url('content/pictures/clinic.png'))).statusCode).toBe(404)
  })

  test('one that was changed outside, or has the name of a new one, is neither overwritten nor removed', async () => {
    const path = 'content/pictures/clinic_2.v1.png'
    const { mark } = z.object({ mark: z.string() }).parse((await send(path, PNG)).json())
    writeFileSync(join(it.root, 'pictures/clinic_2.v1.png'), 'a colleague’s')
    for (const held of [undefined, mark]) {
      expect((await send(path, PNG, held)).statusCode).toBe(409)
      const removed = await it.app.inject({ method: 'DELETE', url: url(path, held), headers: OWN })
      expect(removed.statusCode).toBe(409)
    }
    expect(readFileSync(join(it.root, 'pictures/clinic_2.v1.png'), 'utf8')).toBe('a colleague’s')
  })

  test.each([
    'content/pictures/../plans/a.png',
    'content/pictures/a.svg',
    'content/pictures/A.png',
    'content/pictures/a/b.png',
    'content/notices/en/a.png',
  ])('%s is refused', async (path) => {
    expect((await send(path, PNG)).statusCode).toBe(403)
  })

  test('a link to another place is not followed', async () => {
    mkdirSync(join(it.root, '../elsewhere'))
    symlinkSync(join(it.root, '../elsewhere'), join(it.root, 'pictures'))
    expect((await send('content/pictures/a.png', PNG)).statusCode).toBe(403)
    expect(existsSync(join(it.root, '../elsewhere/a.png'))).toBe(false)
  })

  test('another page sends none', async () => {
    const reply = await it.app.inject({
      method: 'PUT',
      url: url('content/pictures/a.png'),
      payload: PNG,
      headers: { ...OWN, origin: 'http://evil.example', 'content-type': 'application/octet-stream' },
    })
    expect(reply.statusCode).toBe(403)
    expect(existsSync(join(it.root, 'pictures'))).toBe(false)
  })
})
