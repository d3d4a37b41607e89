import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { filesUnder, scriptOf } from './source.ts'

const FILES = [...filesUnder('src'), ...filesUnder('tests'), ...filesUnder('scripts')].filter((file) =>
  /\.(ts|tsx|astro|mjs|css)$/.test(file),
)

/**
 * Lines that a file may have: code of `src` must be readable at once; a list of test cases or of style rules may be
 * longer.
 */
const mostLines = (file: string): number => (file.startsWith('src/') && !file.endsWith('.css') ? 200 : 300)

const tooLong = (file: string, text: string): string[] => {
  const lines = text.trimEnd().split('\n').length
  return lines > mostLines(file) ? [`${file}: ${lines} of ${mostLines(file)} lines`] : []
}

// In pieces, so that this file does not match itself.
const word = (...pieces: string[]): RegExp => new RegExp(pieces.join(''))

/** Comment lines, where a word is only a word. */
const COMMENT = /^\s*(\/\*|\*|\/\/)/

/** What no file may contain, and why; `prose` may occur in comments. */
const BANS: readonly { name: string; pattern: RegExp; only?: RegExp; prose?: true }[] = [
  {
    name: 'half-done work',
    pattern: word('\\b(TO', 'DO|FIX', 'ME|XX', 'X)\\b|not imple', 'mented|coming ', 'soon|lorem ', 'ipsum'),
  },
  {
    name: 'a check switched off',
    pattern: word(
      '@ts-(ig',
      'nore|no',
      'check|expect',
      '-error)|eslint-',
      'disable|biome-',
      'ignore|prettier-',
      'ignore',
    ),
  },
  {
    name: 'a test switched off',
    pattern: word('\\b(test|it|describe)\\.(on', 'ly|sk', 'ip|to', 'do)\\b'),
    only: /\.test\.tsx?$/,
  },
  { name: 'a sleep', pattern: word('waitForTime', 'out'), only: /^tests\// },
  {
    name: 'an untyped value',
    prose: true,
    pattern: word(':\\s*an', 'y\\b|\\bas an', 'y\\b|<an', 'y[,>]|\\ban', 'y\\[\\]'),
    only: /\.(ts|tsx|astro)$/,
  },
  { name: 'an inline style', pattern: word('\\sstyle=', '["\'{]'), only: /\.(tsx|astro)$/ },
]

const linesOf = (file: string): string[] => {
  const text = readFileSync(file, 'utf8')
  return (file.endsWith('.astro') ? `${scriptOf(file, text)}\n${text}` : text).split('\n')
}

function found(file: string, lines: readonly string[]): string[] {
  return lines.flatMap((line, index) =>
    BANS.filter(
      ({ pattern, only, prose }) => (!only || only.test(file)) && !(prose && COMMENT.test(line)) && pattern.test(line),
    ).map(({ name }) => `${file}:${index + 1} ${name}: ${line.trim().slice(0, 80)}`),
  )
}

describe('hygiene', () => {
  test('no file is longer than it may be', () => {
    expect(FILES.flatMap((file) => tooLong(file, readFileSync(file, 'utf8')))).toEqual([])
  })

  test('nothing half-done, switched off or untyped', () => {
    expect(FILES.flatMap((file) => found(file, linesOf(file)))).toEqual([])
  })

  test('the rule finds what it is for', () => {
    const bad = [
      '// TO' + 'DO later',
      'const a: an' + 'y = 1',
      'test.on' + "ly('x', f)",
      'await page.waitForTime' + 'out(5)',
      '// @ts-ig' + 'nore',
      'x as an' + 'y',
    ]
    expect(bad.flatMap((line) => found('tests/e2e/x.test.ts', [line]))).toHaveLength(bad.length)
    expect(found('src/ui/X.tsx', ['<b sty' + 'le={{ color: 1 }}>'])).toHaveLength(1)
    expect(found('src/a.ts', ['// any of these', 'const many: Company[] = []'])).toEqual([])
    const lines = (count: number): string => 'x\n'.repeat(count)
    expect(
      [
        tooLong('src/a.ts', lines(200)),
        tooLong('src/a.css', lines(300)),
        tooLong('tests/a.test.ts', lines(300)),
      ].flat(),
    ).toEqual([])
    expect(
      [
        tooLong('src/ui/X.tsx', lines(201)),
        tooLong('src/a.test.ts', lines(201)),
        tooLong('src/a.css', lines(301)),
        tooLong('tests/a.ts', lines(301)),
      ].flat(),
    ).toHaveLength(4)
  })
})
