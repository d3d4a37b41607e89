import { expect, test } from 'vitest'
import { hasHiddenFile, hasHiddenProgram } from './hidden-file.ts'

const film = (text: string): Buffer => Buffer.from(`\x00\x91${text}\xa2\x17`, 'latin1')

test.each(['<svg onload=alert(1)>', '<SVG/xmlns="…">', '<script>', '<!DOCTYPE html>', '<?php', 'PK\x03\x04\x14\0'])(
  'a hidden file is found: %j',
  (text) => {
    expect(hasHiddenFile(Buffer.alloc(9), film(text))).toBe(true)
  },
)

test('letters that a film has by chance are no file', () => {
  for (const text of ['<svg\x91', '<sVg\n\x03', '<Svg>', 'PK\x03\x04\xff\0', '7z\xbc\xaf'])
    expect(hasHiddenFile(film(text)), JSON.stringify(text)).toBe(false)
})

test('a web page after a PDF is no program', () => {
  expect(hasHiddenProgram(film('<html><script>'))).toBe(false)
  expect(hasHiddenProgram(film('<?php'))).toBe(true)
})
