/**
 * Everything that the server seals is resealed when its secret changes: a context missing from `SEALED_TABLES` would be
 * lost with the old secret.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SEALED_LINKS, SEALED_TABLES } from '../../src/server/keys/sealed-tables.ts'
import { contextsOf, sealedCalls, unlisted } from './sealed-contexts.ts'
import { codeUnder, isTest } from './source.ts'

const known = new Set([...contextsOf(SEALED_TABLES), ...SEALED_LINKS])
const calls = codeUnder('src')
  .filter((path) => !isTest(path))
  .flatMap((path) => sealedCalls(path, readFileSync(path, 'utf8')))

describe('contexts of sealed values', () => {
  test('are all among those that are sealed anew (src/server/keys/sealed-tables.ts)', () => {
    expect(unlisted(calls, known)).toEqual([])
  })

  test('are found as literals, constants, imports and with an id inside', () => {
    expect(calls.map(({ context }) => context)).toEqual(
      expect.arrayContaining([
        'users.name',
        'orders.answers',
        'files.key:x',
        'person.key:x',
        'prepaid_links.token',
        'jobs.message',
      ]),
    )
  })

  test('the rule finds what it is for', () => {
    const other = "export const OTHER = 'notes.text'"
    const text = [
      "import { OTHER } from './other.ts'",
      "const MINE = 'users.name'",
      'const of = (id: string) => `secret:${id}`',
      'deps.seal.seal(MINE, 1)',
      'deps.seal.seal(OTHER, 2)',
      'seal.seal(of(id), 3)',
      'seal.seal(given, 4)',
      "deps.seal.open('never.sealed', schema, text)",
    ].join('\n')
    expect(
      unlisted(
        sealedCalls('src/a/b.ts', text, () => other),
        known,
      ),
    ).toEqual([
      'src/a/b.ts:5 seals under notes.text',
      'src/a/b.ts:6 seals under secret:x',
      'src/a/b.ts:7 seals under a context that cannot be read',
    ])
  })
})
