/** The page of parts and a wizard's shell: nothing for axe to find, nothing wider than the window, no style that the policy forbids. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '../browser/chromium.ts'
import { axe, DEVICES, openContext, overflow, settled, THEMES, watch } from '../browser/visit.ts'

const TYPES: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' }
const out = mkdtempSync(join(tmpdir(), 'youfang-parts-'))
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://parts')
  const file = join(out, extname(pathname) ? pathname : `${pathname}.html`)
  if (!existsSync(file)) return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file))
})
const held: { browser?: Browser; url: string } = { url: '' }

beforeAll(async () => {
  await promisify(execFile)('astro', ['build'], { env: { ...process.env, PARTS: '1', OUT_DIR: out } })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  held.url = `http://127.0.0.1:${address.port}`
  held.browser = await launch()
})
afterAll(async () => {
  await held.browser?.close()
  server.close()
  rmSync(out, { recursive: true, force: true })
})

async function open(view: Parameters<typeof openContext>[2], path: string, width?: number) {
  if (!held.browser) throw new Error('No browser')
  const context = await openContext(held.browser, held, view)
  const page = await context.newPage()
  if (width) await page.setViewportSize({ width, height: 900 })
  const trouble = watch(page)
  await page.goto(`${view?.lang === 'cn' ? '/cn' : ''}${path}`)
  await settled(page)
  return { page, trouble, close: () => context.close() }
}

const EVERY = DEVICES.flatMap((device) => THEMES.flatMap((theme) => (['en', 'cn'] as const).map((lang) => ({ path: '/parts', device, theme, lang }))))

test.each([
  ...EVERY,
  { path: '/parts-uploads', device: 'web', theme: 'dark', lang: 'cn' },
  { path: '/parts-uploads', device: 'mobile', theme: 'light', lang: 'en' },
  { path: '/parts-wizard', device: 'web', theme: 'light', lang: 'en' },
  { path: '/parts-wizard', device: 'mobile', theme: 'dark', lang: 'cn' },
] as const)('$path $device $theme $lang', async ({ path, ...view }) => {
  const { page, trouble, close } = await open(view, path)
  expect(await axe(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(trouble).toEqual({ console: [], requests: [] })
  await close()
})

test.each(DEVICES.flatMap((device) => ['/parts', '/parts-uploads', '/parts-wizard'].map((path) => ({ device, path }))))(
  '$path holds at 320, as at 400 % zoom: $device',
  async ({ device, path }) => {
    const { page, close } = await open({ device }, path, 320)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await close()
  },
)
