/**
 * A bad connection and a killed tab during a nine-photo upload (design §6.2, §6.3), in a real browser with its real
 * storage.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '../browser/chromium.ts'
import { WAIT_MS } from '../browser/wait-limit.ts'
import { sha256, uploadSite, type Cut } from './uploads-site.ts'
import { isLong } from '../tools/long-form.ts'

const held: { browser?: Browser } = {}
beforeAll(async () => void (held.browser = await launch()))
afterAll(() => held.browser?.close())

/** Photos of grain, all different: sharp, light, and too large to be sent in one piece. */
const photos = async (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, i) => ({
      name: `${i + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await sharp({
        create: {
          width: 1000 + i,
          height: 1300,
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 150, sigma: 40 },
        },
      })
        .jpeg()
        .toBuffer(),
    })),
  )

async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  // A connection that returns soon after each loss, with the events that phones fire.
  await page.addInitScript(() => void setInterval(() => dispatchEvent(new Event('online')), 200))
  await page.goto(url)
  await page.locator('body[data-ready]').waitFor()
  return page
}

const states = (page: Page): Promise<string> => page.evaluate(() => document.body.dataset['states'] ?? '')
const start = async () => {
  if (!held.browser) throw new Error('No browser')
  const context = await held.browser.newContext()
  context.setDefaultTimeout(WAIT_MS)
  return context
}

test('nine photos, the connection cut at random moments, the tab killed twice: each arrives whole, and what the server is known to have is not sent again', async () => {
  let left = isLong ? 20 : 10
  const bytes = (): number => Math.floor(Math.random() * 600_000)
  const cut = (): Cut => {
    if (left === 0) return { at: 'none' }
    left--
    const dice = Math.random()
    return dice < 0.75 ? { at: 'body', bytes: bytes() } : { at: 'answer' }
  }
  const site = await uploadSite(cut)
  const context = await start()
  let page = await open(context, site.url)
  await page.locator('input').setInputFiles(await photos(9))
  await page.locator('body[data-kept]').waitFor()
  for (const cuts of [3, 9]) {
    await expect.poll(() => site.cuts.length).toBeGreaterThanOrEqual(cuts)
    await page.close({ runBeforeUnload: false })
    page = await open(context, site.url)
  }
  await page.locator('body[data-pending="0"]').waitFor()
  expect(new Set(site.arrived.map(({ id }) => id)).size).toBe(9)
  expect(new Set(site.arrived.map(({ file }) => sha256(file))).size).toBe(9)
  expect(site.needless).toEqual([])
  // A killed tab cannot take back what the network already has: the next tab may ask before the server has it, and then
  // sends it again.
  expect(site.arrived.length - 9).toBeLessThanOrEqual(2)
  // Nothing of them is left on the device.
  await page.reload()
  await page.locator('body[data-ready]').waitFor()
  expect(await states(page)).toBe('')
  await context.close()
  site.close()
})

test('what is sent is upright, smaller, and says nothing of when and where it was taken', async () => {
  const site = await uploadSite(() => ({ at: 'none' }))
  const context = await start()
  const page = await open(context, site.url)
  const grain = await sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 150, sigma: 40 },
    },
  })
    .png()
    .toBuffer()
  const buffer = await sharp(grain)
    .resize({ width: 4000, kernel: 'nearest' })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '42/1 21/1 0/1' } })
    .toBuffer()
  await page.locator('input').setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer }])
  await page.locator('body[data-states="received"]').waitFor()
  const { format, width, height, exif, orientation } = await sharp(site.arrived[0]?.file).metadata()
  expect({ format, width, height, exif, orientation }).toEqual({
    format: 'jpeg',
    width: 1800,
    height: 2400,
    exif: undefined,
    orientation: undefined,
  })
  await context.close()
  site.close()
})

test('offline from the first photo: kept over a reload, sealed, and sent when the connection is back', async () => {
  const site = await uploadSite(() => ({ at: 'none' }))
  const context = await start()
  const page = await open(context, site.url)
  let refuse = true
  await page.route(/claim\//, (route) => (refuse ? route.abort('internetdisconnected') : route.continue()))
  await page
    .locator('input')
    .setInputFiles([
      ...(await photos(2)),
      { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 Lin Yutong 6217001234567890') },
    ])
  await expect.poll(() => states(page)).toMatch(/^(offline|waiting) (offline|waiting) (offline|waiting)$/)
  const raw = await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((done) => {
      const request = indexedDB.open('youfang')
      request.onsuccess = () => done(request.result)
    })
    const rows = await new Promise<{ sealed: { data: ArrayBuffer } }[]>((done) => {
      const request = db.transaction('kept').objectStore('kept').getAll()
      request.onsuccess = () => done(request.result as { sealed: { data: ArrayBuffer } }[])
    })
    db.close()
    return rows.map(({ sealed }) => new TextDecoder('latin1').decode(sealed.data)).join('')
  })
  expect(raw.length).toBeGreaterThan(100_000)
  expect(raw).not.toMatch(/6217001234567890|\.pdf|JFIF|invoice/)
  await page.reload()
  await page.locator('body[data-ready]').waitFor()
  expect((await states(page)).split(' ')).toHaveLength(3)
  refuse = false
  await page.locator('body[data-pending="0"]').waitFor()
  expect(site.arrived).toHaveLength(3)
  await context.close()
  site.close()
})

test('two tabs on one claim send each photo once', async () => {
  const site = await uploadSite(() => ({ at: 'none' }))
  const context = await start()
  const one = await open(context, site.url)
  await one.locator('input').setInputFiles(await photos(6))
  await one.locator('body[data-kept]').waitFor()
  const two = await open(context, site.url)
  for (const page of [one, two]) await page.locator('body[data-pending="0"]').waitFor()
  expect(site.arrived).toHaveLength(6)
  await context.close()
  site.close()
})
