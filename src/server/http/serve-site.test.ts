import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from './create-app.ts'
import { readConfig } from '../config.ts'
import { headersFile } from '../../programs/build/static-host-files.ts'
import { precompress } from '../../programs/build/precompress.ts'
import { nginxRules } from '../../programs/build/nginx-rules.ts'
import { hostRules, placeholdersOf, redirectOf, redirectsFile, rightCaseOf, shellOf } from './rewrites.ts'
import { EARLIER_FILES } from '../../programs/build/site-folder.ts'
import { openServer } from '../../programs/open-server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'youfang-site-'))
const outDir = join(dataDir, 'dist')
const page = (name: string): string => `<!doctype html><title>${name}</title>${'<p>text</p>'.repeat(200)}`
const files: Record<string, string> = {
  'index.html': 'root',
  'home.html': page('home'),
  'cn/home.html': page('首页'),
  '404.html': page('not here'),
  'cn/404.html': page('没有'),
  'cn/claims/FAQ.html': page('问题'),
  'site.webmanifest': `{"name": "${'a'.repeat(200)}"}`,
  'assets/a.1b2c3d.css': 'p{}',
  'icons.svg': '<svg/>',
  'fonts/figtree-5.3.0.woff2': 'font',
  'notice/rss.xml': `<rss>${'<item/>'.repeat(200)}</rss>`,
  '.secret': 'x',
  '.well-known/security.txt': 'Contact: mailto:security@youfang.example\n',
  'assets/_slug_.1b2c3d.css': 'p{}',
  _headers: '/*',
  'cashier/shell.html': page('one page'),
  'cn/cashier/shell.html': page('一页'),
  'assets/.map': 'x',
}

for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(outDir, name)), { recursive: true })
  writeFileSync(join(outDir, name), text)
}
await precompress(outDir)
const content = join(dataDir, 'content')
mkdirSync(content)
writeFileSync(join(content, 'redirects.yaml'), '/notice/content/old: /home\n')
process.env['CONTENT_DIR'] = content
const server = await openServer({
  config: readConfig({ DATA_DIR: dataDir, OUT_DIR: outDir, LOG_LEVEL: 'silent' }),
  features: [],
})
const app = await createApp(server)
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

beforeAll(() => app.ready())
afterAll(async () => {
  Reflect.deleteProperty(process.env, 'CONTENT_DIR')
  await app.close()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the built site', () => {
  test('serves pages without their ending, in both languages', async () => {
    expect((await get('/home?a=1')).body).toContain('<title>home')
    expect((await get('/cn/home')).body).toContain('<title>首页')
    expect((await get('/home')).headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-type': 'text/html; charset=utf-8',
    })
  })

  test('serves where to report a weakness, although its folder has a point before its name', async () => {
    const { statusCode, headers, body } = await get('/.well-known/security.txt')
    expect([statusCode, body]).toEqual([200, files['.well-known/security.txt']])
    expect(headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8' })
  })

  test('a page that was renamed leads on, in both languages and with its query, and other hosts are told so', async () => {
    for (const [url, to] of [
      ['/notice/content/old?a=1', '/home?a=1'],
      ['/cn/notice/content/old', '/cn/home'],
    ] as const) {
      const { statusCode, headers } = await get(url)
      expect([statusCode, headers.location]).toEqual([301, to])
    }
    expect(redirectsFile()).toContain('/cn/notice/content/old /cn/home 301\n')
  })

  test('a path with an id is answered by the one page for it, in its language, and other hosts are told so', async () => {
    for (const [url, title] of [
      ['/cashier/kT3_x', 'one page'],
      ['/cn/cashier/kT3_x?back=1', '一页'],
    ] as const) {
      const answer = await get(url)
      expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining(`<title>${title}`)])
    }
    expect((await get('/cashier')).statusCode).toBe(404)
    expect(shellOf('/cashier/confirmation/kT3_x')).toBe('/cashier/confirmation/shell')
    expect(redirectsFile()).toContain('/cashier/:id /cashier/shell 200\n')
    expect(redirectsFile()).toContain('/cn/checkstand/:id /cn/checkstand/shell 200\n')
    expect(placeholdersOf('/h5/collection/[id]/[product_name]?')).toEqual([
      '/h5/collection/:id',
      '/h5/collection/:id/:product_name',
    ])
  })

  test('the root leads home and keeps the query; a trailing slash is taken off', async () => {
    expect(redirectOf('/')).toBe('/home')
    expect((await get('/?in_id=7')).headers['location']).toBe('/home?in_id=7')
    expect((await get('/cn')).headers['location']).toBe('/cn/home')
    expect((await get('/home/?a=1')).headers['location']).toBe('/home?a=1')
    expect((await get('//evil.example/')).headers['location'] ?? '').not.toMatch(/^\/\//)
  })

  test.each([
    ['/cn/', '/cn/home'],
    ['/plan/?a=1', '/plan?a=1'],
    ['/home.html', '/home'],
    ['/home.html?a=1', '/home?a=1'],
    ['/index.html', '/home'],
    ['/cn/claims/faq', '/cn/claims/FAQ'],
    ['/Claims/Faq/Content/emergency?a=1', '/claims/FAQ/content/emergency?a=1'],
    ['/Home', '/home'],
    ['/en/home?a=1', '/home?a=1'],
    ['/en', '/home'],
    ['/zh/home', '/cn/home'],
    ['/zh-CN/claims/FAQ', '/cn/claims/FAQ'],
    ['/home%EF%BC%8C', '/home'],
    ['/cn/home%E3%80%82?a=1', '/cn/home?a=1'],
    ['/plan/list).', '/plan/list'],
    ['/home?lang=cn&a=1', '/cn/home?a=1'],
    ['/cn/home?lang=en', '/home'],
  ])('%s finds its page', async (typed, address) => {
    expect((await get(typed)).headers['location']).toBe(address)
  })

  test('only another case of a known address is put right', () => {
    expect(rightCaseOf('/claims/FAQ')).toBeUndefined()
    expect(rightCaseOf('/claims/faqs')).toBeUndefined()
    expect(rightCaseOf('/HOME')).toBe('/home')
  })

  test('other hosts are told the same: rules of Netlify and Cloudflare, and of nginx', () => {
    const lines = redirectsFile().split('\n')
    for (const line of [
      '/cn/ /cn/home 302',
      '/claims/faq /claims/FAQ 301',
      '/en /home 301',
      '/en/claims /claims 301',
      '/en/claims/* /claims/:splat 301',
      '/zh/* /cn/:splat 301',
      '/zh-CN/* /cn/:splat 301',
      '/cn/index.html /cn/home 301',
      '/cn/* /cn/404.html 404',
      '/_headers /404.html 404!',
      `/${EARLIER_FILES} /404.html 404!`,
    ])
      expect(lines).toContain(line)
    // Whatever stands there would be the whole address: `/en//evil.example` leads Netlify to another site.
    expect(lines.filter((line) => / \/:/.test(line))).toEqual([])
    const placeholders = lines.map((line) => line.includes('/:'))
    expect(placeholders.lastIndexOf(false, placeholders.lastIndexOf(true))).toBeLessThan(placeholders.indexOf(true))
    // Cloudflare takes a hundred rules with placeholders, and follows its rules before it looks for files.
    expect(lines.filter((line) => line.includes(':')).length).toBeLessThan(100)
    expect(hostRules().filter(({ from, to }) => from === to)).toEqual([])
    const nginx = nginxRules()
    for (const { to } of hostRules()) expect(nginx).toContain(to.replace(/:\w+/g, '$1').split('$1')[0])
  })

  test('files for hosts are not public, and copies are said to depend on the browser', async () => {
    expect((await get('/_redirects')).statusCode).toBe(404)
    expect((await get('/home', { 'accept-encoding': 'br' })).headers['vary']).toMatch(/accept-encoding/i)
    expect((await get('/home')).headers['vary']).toMatch(/accept-encoding/i)
    expect((await get('/site.webmanifest')).headers['content-type']).toContain('application/manifest+json')
    expect(headersFile()).toContain('/site.webmanifest\n  content-type: application/manifest+json')
  })

  test('an unknown path gets the not-found page of its language', async () => {
    const cn = await get('/cn/nowhere')
    expect([cn.statusCode, cn.headers['cache-control']]).toEqual([404, 'no-store'])
    expect(cn.body).toContain('没有')
    expect((await get('/nowhere')).body).toContain('not here')
  })

  test('never leaves its folder and never shows hidden files', async () => {
    for (const path of [
      '/../secret',
      '/..%2fsecret',
      '/%2e%2e/secret',
      '/.secret',
      '/assets/.map',
      '/_headers',
      '//_headers',
      '/%5fheaders',
      '/%00',
      '/%zz',
    ]) {
      expect([400, 404]).toContain((await get(path)).statusCode)
    }
  })

  test('a built file is served whatever its name begins with', async () => {
    expect((await get('/assets/_slug_.1b2c3d.css')).statusCode).toBe(200)
  })

  test('sends compressed copies, and keeps hashed files for a year', async () => {
    const zipped = await get('/home', { 'accept-encoding': 'gzip' })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(page('home'))
    expect((await get('/home', { 'accept-encoding': 'br, gzip' })).headers['content-encoding']).toBe('br')
    expect((await get('/assets/a.1b2c3d.css')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get('/fonts/figtree-5.3.0.woff2')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    expect((await get('/icons.svg')).headers['cache-control']).toBe('public, max-age=3600')
  })

  test('what is kept for a year has its version in its name', () => {
    expect(
      readdirSync('public/fonts').filter((name) => name.endsWith('.woff2') && !/-\d+\.\d+\.\d+\.woff2$/.test(name)),
    ).toEqual([])
  })

  test('a feed says that it is one, compressed or not, here and on static hosts', async () => {
    expect((await get('/notice/rss.xml')).headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    expect((await get('/notice/rss.xml?a=1', { 'accept-encoding': 'br' })).headers).toMatchObject({
      'content-type': 'application/rss+xml; charset=utf-8',
      'content-encoding': 'br',
    })
    expect((await get('/cn/notice/rss.xml')).headers['content-type']).toContain('text/html')
    expect(headersFile()).toContain('/cn/notice/rss.xml\n  content-type: application/rss+xml; charset=utf-8')
  })

  test('cannot be framed, and says the same to static hosts', async () => {
    expect((await get('/home')).headers).toMatchObject({
      'x-frame-options': 'DENY',
      'content-security-policy': "frame-ancestors 'none'; base-uri 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(headersFile()).toContain("  content-security-policy: frame-ancestors 'none'; base-uri 'none'")
    expect(headersFile()).toContain(
      '/assets/*\n  ! cache-control\n  cache-control: public, max-age=31536000, immutable',
    )
    expect(headersFile()).toContain('/icons.svg\n  ! cache-control\n  cache-control: public, max-age=3600')
    expect(redirectsFile()).toContain('/ /home 302\n')
    expect(redirectsFile()).toContain('/cn /cn/home 302\n')
  })
})
