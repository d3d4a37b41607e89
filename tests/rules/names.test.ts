/** Names of files say what is in them, in the words of the trade or of the web (design §11): no metaphor, no half sentence, no bare adverb. */
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeUnder } from './source.ts'

/** Names that the repository once had and that told a newcomer nothing; the whole name of a file, up to its first dot. */
const MEANINGLESS = new Set([
  'act', 'aside', 'asked', 'born', 'cannot', 'coming', 'faces', 'failed', 'focus-again', 'foreign', 'fresh', 'hand', 'held', 'ill', 'keep-place', 'kept', 'lane',
  'later', 'leaving', 'loaded', 'look', 'made', 'near', 'not-then', 'nothing', 'nothing-to-save', 'once', 'own-file', 'paint', 'reach', 'said', 'shelf', 'slim', 'standing', 'there',
  'too-old', 'tries', 'trouble', 'use-said', 'who', 'why', 'wish', 'written',
])

/** Two files of a folder that differ only in their ending or in one letter: `checklist` and `checklists`. */
const alike = (one: string, other: string): boolean => one !== other && (one === `${other}s` || other === `${one}s`)

const nameOf = (path: string): string => basename(path).replace(/\..*$/, '')
const meaningless = (paths: readonly string[]): string[] => paths.filter((path) => MEANINGLESS.has(nameOf(path).toLowerCase()))

/** Within one folder; a data type and its list in one module do not count. */
function pairs(paths: readonly string[]): string[] {
  const folders = Map.groupBy(paths.filter((path) => !/\.(test|testing)\.tsx?$/.test(path)), (path) => path.slice(0, path.lastIndexOf('/')))
  return [...folders.values()].flatMap((files) => files.flatMap((a, i) => files.slice(i + 1).filter((b) => alike(nameOf(a), nameOf(b))).map((b) => `${a} · ${b}`)))
}

describe('names of files', () => {
  const paths = codeUnder('src')

  test('say what is in them', () => {
    expect(meaningless(paths)).toEqual([])
  })

  test('tell two files of a folder apart', () => {
    expect(pairs(paths)).toEqual([])
  })

  test('the rule finds what it is for', () => {
    expect(meaningless(['src/a/kept.ts', 'src/a/Ill.astro', 'src/a/written.server.ts', 'src/a/kept-pdf.server.ts'])).toHaveLength(3)
    expect(pairs(['src/a/checklist.ts', 'src/a/checklists.ts', 'src/b/view.ts', 'src/a/views.ts'])).toHaveLength(1)
  })
})
