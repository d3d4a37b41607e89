import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { APP_ICONS, drawAppIcon } from './app-icon.ts'
import { drawPicture, flatDrawing } from './link-picture-svg.ts'
import { outline, widthOf } from './font-outlines.ts'
import { renderPng, pictureBytes } from './render-png.ts'
import { picturePagePaths } from './picture-paths.ts'
import { PICTURE, pictureKey, picturePath, type Picture } from './link-picture.ts'

const folder = mkdtempSync(join(tmpdir(), 'youfang-og-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const dental: Picture = { lang: 'en', label: 'Claims guide', title: 'Emergency dental care', windows: 1 }

describe('a picture of a link', () => {
  it('is a PNG of the size that other sites ask for, and light enough for a phone', async () => {
    const bytes = await pictureBytes(
      { ...dental, lang: 'cn', label: '理赔指引', title: '牙科急诊', windows: 2 },
      folder,
    )
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'png',
      width: PICTURE.width,
      height: PICTURE.height,
      isPalette: true,
    })
    expect(bytes.length).toBeLessThan(60 * 1024)
  })

  it('is drawn with outlines and plain colours only: no font of the machine, no variable', () => {
    const svg = drawPicture(dental)
    expect(/<text\b|var\(/.exec(svg)?.[0]).toBeUndefined()
    expect(svg.includes('.n1{fill:#0f5c63;}')).toBe(true)
  })

  it('is rendered once; the next build uses the cached file', async () => {
    await pictureBytes(dental, folder)
    const file = join(folder, `${pictureKey(dental)}.png`)
    writeFileSync(file, 'kept')
    expect(Buffer.from(await pictureBytes(dental, folder)).toString()).toBe('kept')
    expect(readdirSync(folder).filter((name) => !name.endsWith('.png'))).toEqual([])
  })

  it('has an address that changes with its content', () => {
    const other = (['lang', 'label', 'title', 'windows'] as const).map((key) =>
      pictureKey({ ...dental, [key]: key === 'windows' ? 2 : key === 'lang' ? 'cn' : 'x' }),
    )
    expect(new Set([pictureKey(dental), ...other]).size).toBe(5)
    expect(picturePath(dental)).toMatch(/^\/assets\/og\/[\da-f]{16}\.png$/)
    expect(picturePagePaths([dental, dental])).toHaveLength(1)
  })
})

describe('letters', () => {
  it('of both scripts have a width, and characters without a glyph have none', () => {
    expect(widthOf('方', 'cn', 100)).toBeCloseTo(100, 0)
    expect(widthOf('H', 'en', 100)).toBeCloseTo(75, 0)
    expect(widthOf('🦷', 'en', 100)).toBe(0)
    expect(outline('🦷', 'en', 100, 0, 0)).toBe('')
  })

  it('are drawn at the given position', () => {
    expect(outline('H', 'en', 100, 10, 90)).toBe(
      'M18.3 90L18.3 20L29.9 20L29.9 48.8L65.1 48.8L65.1 20L76.7 20L76.7 90L65.1 90L65.1 59.4L29.9 59.4L29.9 90Z',
    )
  })

  it('of Chinese use full-width punctuation of the Chinese face', () => {
    expect(widthOf('“', 'cn', 100)).toBeGreaterThan(widthOf('“', 'en', 100))
  })
})

describe('the drawings', () => {
  it('have a colour for every class they use', () => {
    const svg = drawPicture({ ...dental, windows: 2 })
    const rules = flatDrawing(readFileSync('src/app/styles/drawing.css', 'utf8'))
    const used = new Set([...svg.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')))
    expect([...used].filter((name) => name !== 'text-teal' && !rules.includes(`.${name}{`))).toEqual([])
  })

  it('of the app are square, in the sizes that the manifest names', async () => {
    for (const icon of APP_ICONS)
      expect(await sharp(await renderPng(drawAppIcon(icon))).metadata()).toMatchObject({
        width: icon.size,
        height: icon.size,
      })
  })
})
