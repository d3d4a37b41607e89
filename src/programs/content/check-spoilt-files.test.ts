/**
 * Files as they come out of a slip of the hand: cut off, emptied, a line lost, a value of another type, a day that does
 * not exist, a placeholder without a brace. Whatever happens to any kind of file, the check names it and never crashes.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemText } from '../../lib/content/source-problems.ts'
import { rowsOf } from '../../../tests/tools/long-form.ts'
import { checkContent } from './check-content.ts'

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'spoilt-'))
  cpSync('content', join(root, 'content'), { recursive: true })
  cpSync('public/locales', join(root, 'locales'), { recursive: true })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Notes, and lists that grow from nothing: what they lack is asked for where it is needed. */
const MAY_BE_EMPTY = /(README\.md|\.gitkeep|redirects\.yaml|versions\.yaml)$/

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(join(root, file)).isFile() && !MAY_BE_EMPTY.test(file))
    .sort()

/** One file of each folder and ending, the `nth` of it. */
function oneOfEach(nth: number): string[] {
  const kinds = Map.groupBy([...filesIn('content'), ...filesIn('locales')], (file) =>
    file.replace(/[^/]+(\.\w+)$/, '*$1'),
  )
  return [...kinds.values()].map((files) => files[nth % files.length] ?? '')
}

/** Terms are read only where nothing else is wrong with the plans, so they are spoilt by themselves. */
const rounds = (nth: number): string[][] =>
  Object.values(Object.groupBy(oneOfEach(nth), (file) => (file.startsWith('content/clauses/') ? 'terms' : 'others')))

/** Files that no problem names while all of these are spoilt, and what could not be checked. */
function check(files: readonly string[], spoil: (text: string) => string): { unnamed: string[]; unchecked: string[] } {
  const before = files.map((file) => [join(root, file), readFileSync(join(root, file), 'utf8')] as const)
  const spoilt = before.filter(([, text]) => spoil(text) !== text)
  for (const [path, text] of spoilt) writeFileSync(path, spoil(text))
  const { problems } = checkContent(join(root, 'content'), {
    now: Date.UTC(2026, 10, 21),
    words: join(root, 'locales'),
  })
  for (const [path, text] of spoilt) writeFileSync(path, text)
  const said = problems.map(problemText).join('\n')
  return {
    unnamed: spoilt.map(([path]) => path).filter((path) => !said.includes(path)),
    unchecked: problems.filter(({ code }) => code === 'unchecked').map(problemText),
  }
}

const SPOILT: Readonly<Record<string, (text: string) => string>> = {
  'cut off in its first lines': (text) => text.slice(0, 40),
  empty: () => '',
  'without a field': (text) => text.replace(/^(?!#|---|\{|sample|base)[\s"\w]+:[^\n]*\n/m, ''),
  'with a list in place of a text': (text) => text.replace(/^(\s*"?\w+"?: )(?!\{)\S[^\n]*$/m, '$1[1, { "a": 2 }],'),
  'with a day that does not exist': (text) => text.replace(/(?<=: )\d{4}-\d\d-\d\d/, '2026-13-45'),
  'with a version as a number': (text) => text.replace(/version: "(\d+\.\d+)"/, 'version: $1'),
  'with a placeholder that lacks a brace': (text) => text.replace(/\{\{([\w.]+)\}\}/, '{{$1}'),
}

test.each(rowsOf(Object.entries(SPOILT), (_, i) => i % 3 === 0))('a file %s is named', (_, spoil) => {
  for (const files of rounds(0)) expect(check(files, spoil)).toEqual({ unnamed: [], unchecked: [] })
})

test('a file cut off in the middle, or with bytes that are no text, breaks no check', () => {
  for (const files of rounds(3)) {
    expect(check(files, (text) => text.slice(0, text.length * 0.6)).unchecked).toEqual([])
    expect(check(files, (text) => `\0\uFFFD${text}`).unchecked).toEqual([])
  }
})

test('terms of which one language lacks the shared ones are two contracts', () => {
  const file = 'content/clauses/en/asia-plus.md'
  const before = readFileSync(join(root, file), 'utf8')
  writeFileSync(join(root, file), before.replace('base: mainland\n', ''))
  const { problems } = checkContent(join(root, 'content'), { now: Date.UTC(2026, 10, 21) })
  writeFileSync(join(root, file), before)
  expect(problems.map(problemText)).toEqual([
    expect.stringMatching(/clauses\/cn\/asia-plus\.md:1: \(articles\): differs/),
  ])
})
