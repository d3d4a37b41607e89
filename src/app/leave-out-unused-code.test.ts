import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { emptyModule, leaveOutUnusedCode, missingFiles, withoutCompiledParsers } from './leave-out-unused-code.build.ts'

const names = (code: string): string[] =>
  [...code.matchAll(/^export (?:const|function|class) (\$?\w+)/gm)].map(([, name = '']) => name)

test('the files of zod that are replaced exist', () => {
  expect(missingFiles()).toEqual([])
})

test('the compiler is removed from zod’s schemas, and every export is kept', () => {
  const code = readFileSync('node_modules/zod/v4/core/schemas.js', 'utf8')
  const without = withoutCompiledParsers(code, parseAst)
  expect(names(without)).toEqual(names(code))
  expect(without).not.toContain('new Doc(')
  expect(parseAst(without).body.length).toBe(parseAst(code).body.length)
})

test.each(['export const $ZodObject = 1', 'export const $ZodObjectJIT = 1'])(
  'an unexpected version of zod’s source stops the build: %s',
  (code) => {
    expect(() => withoutCompiledParsers(code, parseAst)).toThrow(/0069/)
  },
)

test('an emptied module exports the same names as the original', () => {
  expect(emptyModule(['a', 'b'])).toContain('none as a, none as b')
})

test('a bundle in which something to be replaced did not occur is refused', () => {
  const { generateBundle } = leaveOutUnusedCode()
  const error = (message: string): never => {
    throw new Error(message)
  }
  expect(() => (generateBundle as unknown as (this: { error: typeof error }) => void).call({ error })).toThrow(
    /not in the bundle.*schemas\.js/,
  )
})
