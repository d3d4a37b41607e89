/**
 * The page of parts and a wizard's shell: axe finds nothing, nothing is wider than the window, no style violates the
 * policy.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../browser/chromium.ts'
import { axe, DEVICES, openContext, overflow, settled, THEMES, watch } from '../browser/visit.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
// On the project's disk: Astro moves files there from its own folder, which only works within one disk.
const CACHE = join(import.meta.dirname, '../../.cache')
mkdirSync(CACHE, { recursive: true })
const out = mkdtempSync(join(CACHE, 'parts-'))
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://parts')
  const file = join(out, extname(pathname) ? pathname : `${pathname}.html`)
  if (existsSync(file))
    response
      .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
      .end(readFileSync(file))
  else response.writeHead(404).end()
})
const held: { browser?: Browser; url: string } = { url: '' }

beforeAll(async () => {
  // What Vitest says of itself would have a build that is not for production, which writes no files of words.
  const env = { ...process.env, NODE_ENV: 'production', PROD: '1', PARTS: '1', OUT_DIR: out }
  await promisify(execFile)('astro', ['build'], { env })
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

/**
 * Every part on each device. Theme-dependent checks are repeated in the dark theme, word-dependent ones in Chinese,
 * within the same visit.
 */
test.each(DEVICES)('/parts %s, in both languages and themes', async (device) => {
  for (const lang of ['en', 'cn'] as const) {
    const { page, trouble, close } = await open({ device, lang }, '/parts')
    expect(await axe(page, lang === 'en' ? 'all' : 'words'), lang).toEqual([])
    expect(await overflow(page), lang).toBeLessThanOrEqual(0)
    for (const theme of lang === 'en' ? THEMES.filter((it) => it !== 'light') : []) {
      await page.emulateMedia({ colorScheme: theme })
      expect(await axe(page, 'colours'), theme).toEqual([])
    }
    expect(trouble).toEqual({ console: [], requests: [] })
    await close()
  }
})

test.each([
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

describe('a pinned notice, without a build', () => {
  const titles = ['Pinned', 'Newest', 'Ends earlier', 'Oldest']
  test.each([
    ['stands above all on its last day', '2026-03-10T23:59:00+08:00', titles, ['Pinned']],
    [
      'goes back to its day when that has passed, and is said to be past',
      '2026-03-11T00:00:00+08:00',
      ['Newest', 'Ends earlier', 'Pinned', 'Oldest'],
      [],
    ],
  ] as const)('%s', async (_, now, order, pinned) => {
    const { page, close } = await open({}, '/parts')
    await page.clock.setFixedTime(new Date(now))
    await page.goto('/parts-notices')
    await settled(page)
    const rows = page.locator('main .ruled > li')
    expect(await rows.locator('.text-h3').allTextContents()).toEqual(order)
    expect(
      await rows
        .filter({ has: page.locator('[data-pinned]:visible') })
        .locator('.text-h3')
        .allTextContents(),
    ).toEqual(pinned)
    const past = order.filter((title) => title === 'Ends earlier' || (title === 'Pinned' && pinned.length === 0))
    expect(
      await rows
        .filter({ has: page.locator('[data-past]:visible') })
        .locator('.text-h3')
        .allTextContents(),
    ).toEqual(past)
    await close()
  })
})
