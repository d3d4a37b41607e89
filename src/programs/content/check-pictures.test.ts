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
