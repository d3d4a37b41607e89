/**
 * Everything that the server seals is resealed when its secret changes: a context missing from `sealedTables` would be
 * lost with the old secret.
 */
import { SEALED_OUTSIDE, sealedTables } from '../../src/server/keys/sealed-tables.ts'
import { ALL_TABLES } from '../../src/programs/database-tables.ts'
import { rule } from './rule.ts'
import { contextsOf, sealedCalls, unlisted, type SealedCall } from './sealed-contexts.ts'
import { codeUnder, isTest, readTexts } from './source.ts'

interface Sealing {
  calls: readonly SealedCall[]
  known: ReadonlySet<string>
}

const sealing = (line: string): Sealing => {
  const text = [
    "import { OTHER } from './other.ts'",
    "const MINE =\n  'users.name'",
    'const of = (id: string) => `secret:${id}`',
    line,
  ].join('\n')
  return {
    calls: sealedCalls('src/a/b.ts', text, () => "export const OTHER = 'notes.text'"),
    known: new Set(['users.name']),
  }
}

rule('contexts of sealed values are all among those that are sealed anew (src/server/keys/sealed-tables.ts)', {
  of: (): Sealing => ({
    calls: [...readTexts(codeUnder('src').filter((path) => !isTest(path)))].flatMap(([path, text]) =>
      sealedCalls(path, text),
    ),
    known: new Set([...contextsOf(sealedTables(ALL_TABLES)), ...SEALED_OUTSIDE]),
  }),
  faults: ({ calls, known }) => unlisted(calls, known),
  looksAt: ({ calls }) => calls.flatMap(({ context }) => context ?? []),
  // Literals, constants, imports, and with an id inside.
  among: ['users.name', 'orders.answers', 'files.key:x', 'person.key:x', 'prepaid_links.token', 'jobs.message'],
  atLeast: 20,
  seeds: {
    'a literal': [sealing("seal.seal('notes.text', 1)"), 'src/a/b.ts:5 seals under notes.text'],
    'a constant of another file': [sealing('deps.seal.seal(OTHER, 2)'), 'src/a/b.ts:5 seals under notes.text'],
    'a context with an id': [sealing('seal.seal(of(id), 3)'), 'src/a/b.ts:5 seals under secret:x'],
    'a context that was handed over': [
      sealing('seal.seal(given, 4)'),
      'src/a/b.ts:5 seals under a context that cannot be read',
    ],
    'a call over several lines': [
      sealing("deps.seal.seal(\n  'notes.text',\n  5,\n)"),
      'b.ts:5 seals under notes.text',
    ],
  },
  sound: {
    'a known context': sealing('deps.seal.seal(MINE, 1)'),
    'what is only opened': sealing("deps.seal.open('never.sealed', schema, text)"),
  },
})
