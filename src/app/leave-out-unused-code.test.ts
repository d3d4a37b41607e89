import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hollow, interpreted } from './leave-out-unused-code.build.ts'

test('this zod is written as the bundle expects it, and keeps every name', () => {
  const code = readFileSync('node_modules/zod/v4/core/schemas.js', 'utf8')
  const slim = interpreted(code)
  const names = (text: string): string[] => [...text.matchAll(/^export (?:const|function|class) (\$?\w+)/gm)].map(([, name = '']) => name)
  expect(names(slim)).toEqual(names(code))
  expect(slim).not.toContain('new Doc(')
  expect(slim.length).toBeLessThan(code.length)
})

test('another zod is not taken for this one', () => {
  expect(() => interpreted('export const $ZodObject = 1')).toThrow(/ZodObjectJIT/)
})

test('a hollow module has the names of the full one', () => {
  expect(hollow('export const a = 1\nexport function b() {}\nexport { c as d };')).toContain('none as a, none as b, none as d')
})
