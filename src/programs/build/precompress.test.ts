import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startCompressing, precompress } from './precompress.ts'

let root = ''
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'compress-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

const text = (word: string): string => `<p>${word}</p>`.repeat(400)
const copies = (file: string): string[] =>
  [
    brotliDecompressSync(readFileSync(join(root, `${file}.br`))),
    gunzipSync(readFileSync(join(root, `${file}.gz`))),
  ].map(String)

/** Sets the file's time as if it had been written a while ago. */
function write(file: string, content: string): void {
  writeFileSync(join(root, file), content)
  utimesSync(join(root, file), 1_700_000_000, 1_700_000_000)
}

test('texts get copies; what is short, or no text, does not', async () => {
  write('page.html', text('a'))
  write('short.html', '<p>')
  write('picture.png', text('a'))
  expect(await precompress(root)).toBe(1)
  expect(copies('page.html')).toEqual([text('a'), text('a')])
  expect(['short.html.br', 'picture.png.gz'].filter((name) => existsSync(join(root, name)))).toEqual([])
})

test('a page that changes after it was compressed is compressed again, and one that came late too', async () => {
  write('page.html', text('a'))
  const compressing = startCompressing(root)
  await expect.poll(() => existsSync(join(root, 'page.html.gz'))).toBe(true)
  writeFileSync(join(root, 'page.html'), text('b'))
  writeFileSync(join(root, 'late.html'), text('c'))
  expect(await compressing.finish()).toBe(2)
  expect([...copies('page.html'), ...copies('late.html')]).toEqual(['b', 'b', 'c', 'c'].map(text))
})

test('begins before there is a site', async () => {
  const later = join(root, 'dist')
  const compressing = startCompressing(later)
  expect(await compressing.finish()).toBe(0)
})

test('a copy that cannot be written ends the build, also when it was to be written on the way', async () => {
  write('page.html', text('a'))
  mkdirSync(join(root, 'page.html.br'))
  await expect(precompress(root)).rejects.toThrow(/page\.html\.br/)
  const compressing = startCompressing(root)
  await expect(compressing.finish()).rejects.toThrow(/page\.html\.br/)
})
