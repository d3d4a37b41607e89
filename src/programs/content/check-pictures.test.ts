import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkPictures, pictureDoubts } from './check-pictures.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pictures-'))
  mkdirSync(join(root, 'pictures'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const drawn = sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
const kinds = { jpg: () => drawn.clone().jpeg(), png: () => drawn.clone().png(), webp: () => drawn.clone().webp() }
const put = (name: string, bytes: Buffer): void => writeFileSync(join(root, 'pictures', name), bytes)
const told = (): string[] =>
  checkPictures(root).problems.map(({ file, code, example }) => `${file.replace(`${root}/`, '')} ${code} → ${example}`)

test.each(['jpg', 'png', 'webp'] as const)('a whole %s may be named, one that is cut off is refused', async (kind) => {
  const bytes = await kinds[kind]().toBuffer()
  put(`clinic.${kind}`, bytes)
  expect(checkPictures(root)).toEqual({ addresses: new Set([`/pictures/clinic.${kind}`]), problems: [] })
  put(`clinic.${kind}`, bytes.subarray(0, bytes.length - 20))
  expect(told()).toEqual([`pictures/clinic.${kind} picture_broken → clinic-in-tokyo.jpg`])
})

/** Half of the data is missing, and head and end are as they should be. */
const DAMAGE: Readonly<Record<keyof typeof kinds, (whole: Buffer, half: number) => Buffer>> = {
  jpg: (whole, half) => Buffer.concat([whole.subarray(0, half), whole.subarray(-2)]),
  png: (whole, half) => Buffer.concat([whole.subarray(0, half), Buffer.alloc(200), whole.subarray(half + 200)]),
  webp: (whole, half) => {
    const cut = Buffer.from(whole.subarray(0, half))
    cut.writeUInt32LE(half - 8, 4)
    return cut
  },
}

test.each(['jpg', 'png', 'webp'] as const)('a %s that is damaged behind a good head is refused', async (kind) => {
  const noise = Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, i) => (i * i * 31) % 256))
  const picture = sharp(noise, { raw: { width: 300, height: 200, channels: 3 } })
  const whole = await picture.toFormat(kind === 'jpg' ? 'jpeg' : kind).toBuffer()
  put(`clinic.${kind}`, whole)
  expect(told()).toEqual([])
  put(`clinic.${kind}`, DAMAGE[kind](whole, Math.floor(whole.length / 2)))
  expect(told()).toEqual([`pictures/clinic.${kind} picture_broken → clinic-in-tokyo.jpg`])
})

test('other kinds, other names, and what only has the name of a picture', async () => {
  put('a.heic', Buffer.from('x'))
  put('IMG 1234.JPG', await kinds.jpg().toBuffer())
  put('text.png', Buffer.from('<html>'))
  put('.DS_Store', Buffer.from('x'))
  expect(told()).toEqual([
    'pictures/IMG 1234.JPG file_name → img-1234.jpg',
    'pictures/a.heic picture_kind → clinic-in-tokyo.jpg',
    'pictures/text.png picture_broken → clinic-in-tokyo.jpg',
  ])
})

test('content without pictures has none', () => {
  rmSync(join(root, 'pictures'), { recursive: true })
  expect(checkPictures(root)).toEqual({ addresses: new Set(), problems: [] })
})

test('a preview, a picture that no text has, and a kind under the name of another', async () => {
  const wide = sharp({ create: { width: 800, height: 40, channels: 3, background: 'red' } })
  put('a.jpg', await kinds.jpg().toBuffer())
  put('b.jpg', await wide.clone().png().toBuffer())
  put('c.png', await wide.clone().png().toBuffer())
  const files = new Map([['faq/en/a.md', '![A](/pictures/a.jpg) ![B](/pictures/b.jpg)']])
  expect(pictureDoubts({ root, files }).map(({ message }) => message)).toEqual([
    'is 60 pixels wide, and is shown wider: is it a preview of the picture?',
    'is a PNG under the name of another kind.',
    'is in no text: name it in one, or delete it.',
  ])
})
