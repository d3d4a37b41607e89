import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ICONS } from './icons.ts'
import { sprite, SPRITE } from './icons.build.ts'

test('the sprite in public holds every listed icon, once, and nothing that CSS should set', () => {
  const text = sprite()
  expect(readFileSync(SPRITE, 'utf8')).toBe(text)
  expect(new Set(ICONS).size).toBe(ICONS.length)
  expect(text).not.toMatch(/stroke|class=/)
  expect(text.match(/<symbol /g)).toHaveLength(ICONS.length)
})
