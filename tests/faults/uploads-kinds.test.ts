/**
 * Files of every kind that people have, through the real browser's preparing and sending, and then through the real
 * server's door.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeFiles } from '../../src/server/intake/intake.ts'
import { startServer, type TestServer } from '../api/start-server.ts'
import { honestPngs, png } from '../api/hostile-files.ts'
import { launch } from '../browser/chromium.ts'
import { uploadSite, type Arrived } from './uploads-site.ts'
import { isLong } from '../tools/long-form.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'youfang-kinds-'))
let browser: Browser
let server: TestServer
beforeAll(async () => {
  browser = await launch()
  server = await startServer({ features: [], dataDir })
})
afterAll(async () => {
  await browser.close()
  await server.close()
  rmSync(dataDir, { recursive: true })
})

interface Chosen {
  name: string
  bytes: Buffer
}

/** What the browser makes of the files, in the order they were chosen. */
async function sent(files: Chosen[]): Promise<{ states: string; arrived: Arrived[] }> {
  const site = await uploadSite(() => ({ at: 'none' }))
  const page = await browser.newPage()
  await page.goto(site.url)
  await page.locator('body[data-ready]').waitFor()
  for (const { name, bytes } of files) {
    await page.locator('input').setInputFiles([{ name, mimeType: '', buffer: bytes }])
    await expect
      .poll(() => page.evaluate(() => document.body.dataset['states']))
      .not.toMatch(/preparing|waiting|sending/)
    // A warning is no refusal: the person sends it all the same.
    await page.evaluate(() => dispatchEvent(new Event('use-anyway')))
    await expect.poll(() => page.evaluate(() => document.body.dataset['states'])).not.toMatch(/warned|waiting|sending/)
  }
  const states = await page.evaluate(() => document.body.dataset['states'] ?? '')
  await page.close()
  site.close()
  return { states, arrived: site.arrived }
}

/** As the server keeps it. */
async function kept({ name, file }: Arrived): Promise<Buffer> {
  const upload = { field: 'file', name, mime: '', stream: Readable.from([file]), truncated: () => false }
  const taken = await takeFiles(server.deps, upload, { owner: 'claim:1' }, async () => undefined)
  return (await server.deps.files.bytes(taken.file.id))?.bytes ?? Buffer.alloc(0)
}

/** The darkest and the brightest of a field of it. */
async function tones(
  picture: Buffer,
  field: { left: number; top: number; width: number; height: number },
): Promise<number[]> {
  const pixels = await sharp(picture).extract(field).greyscale().raw().toBuffer()
  return [pixels.reduce((a, b) => Math.min(a, b)), pixels.reduce((a, b) => Math.max(a, b))]
}

test.runIf(isLong)(
  'every PNG that a phone, a bank or a design tool writes is taken, at its size, with dark words on white',
  async () => {
    const pngs = Object.entries(await honestPngs(1179, 2556))
    const { states, arrived } = await sent(pngs.map(([what, bytes]) => ({ name: `${what}.PNG`, bytes })))
    expect(states.split(' ')).toEqual(pngs.map(() => 'received'))
    for (const [index, [what]] of pngs.entries()) {
      const it = arrived[index]
      if (!it) throw new Error(`${what} did not arrive`)
      expect(it.name).toBe(`${what}.PNG`)
      const picture = await kept(it)
      expect(await sharp(picture).metadata(), what).toMatchObject({
        format: 'jpeg',
        width: 1179,
        height: 2556,
        hasAlpha: false,
      })
      if (what === 'one bit') continue
      expect((await tones(picture, { left: 0, top: 900, width: 400, height: 400 }))[0], what).toBeGreaterThan(250)
      const [ink = 255, paper = 0] = await tones(picture, { left: 20, top: 180, width: 240, height: 22 })
      expect(paper - ink, what).toBeGreaterThan(180)
    }
  },
  240_000,
)

test('a photo saved as PNG goes as JPEG, a WebP too, and both say so in their names', async () => {
  const grain = sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 150, sigma: 40 },
    },
  })
  const [photo, chat] = [await grain.clone().png().toBuffer(), await grain.clone().webp().toBuffer()]
  const { states, arrived } = await sent([
    { name: 'IMG 1.png', bytes: photo },
    { name: 'mmexport2.webp', bytes: chat },
  ])
  expect(states).toBe('received received')
  expect(arrived.map(({ name }) => name)).toEqual(['IMG 1.jpg', 'mmexport2.jpg'])
  for (const it of arrived)
    expect(await sharp(await kept(it)).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 1200 })
})

test('a long screenshot arrives and is kept at its width', async () => {
  const lines = Array.from(
    { length: 300 },
    (_, at) => `<text x="40" y="${40 * at + 60}" font-size="30">${at} 85.40</text>`,
  )
  const long = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="12000"><rect width="1080" height="12000" fill="#fff"/>${lines.join('')}</svg>`,
    ),
  )
    .png()
    .toBuffer()
  const { states, arrived } = await sent([
    { name: 'chat.png', bytes: long },
    { name: 'chat.jpg', bytes: await sharp(long).jpeg().toBuffer() },
  ])
  expect(states).toBe('received received')
  for (const it of arrived)
    expect(await sharp(await kept(it)).metadata()).toMatchObject({ width: 1080, height: 12_000 })
})

test('a HEIC that this browser cannot open is told apart from a broken file, on the device', async () => {
  const huge = await png(10, 10)
  huge.writeUInt32BE(60_000, 16)
  huge.writeUInt32BE(60_000, 20)
  const { states, arrived } = await sent([
    { name: 'IMG_0001.HEIC', bytes: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic') },
    { name: 'a.png', bytes: Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1') },
    { name: 'notes.txt', bytes: Buffer.from('hello') },
    { name: 'huge.png', bytes: huge },
  ])
  expect(states).toBe('file_heic file_broken file_type file_pixels')
  expect(arrived).toEqual([])
})
