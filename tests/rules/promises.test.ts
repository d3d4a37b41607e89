/** Every promise of the texts is kept by something that exists, and its list matches the texts (`docs/promises.md`). */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SITE } from '../../src/lib/site.ts'
import { matchRoute } from '../../src/routes.ts'
import { features } from '../../src/server/feature-list.ts'

interface Row {
  promise: string
  file: string
  words: string
  keepers: [kind: string, name: string][]
}

const rows: Row[] = readFileSync('docs/promises.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| .+`/.test(line))
  .map((line) => {
    const [promise = '', file = '', words = '', kept = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return {
      promise,
      file: file.replaceAll('`', ''),
      words,
      keepers: [...kept.matchAll(/(\w+) `([^`]+)`/g)].map(([, kind = '', name = '']) => [kind, name]),
    }
  })

const calls = features.flatMap((it) => it.routes ?? []).map(({ call }) => call.path)
const commands = features.flatMap((it) => it.commands ?? []).map(({ noun, verb }) => `${noun} ${verb}`)
const jobs = features.flatMap((it) => [...(it.jobs ?? []), ...(it.recurring ?? [])]).map(({ kind }) => kind)

const EXISTS: Record<string, (name: string) => boolean> = {
  page: (name) => matchRoute(name) !== undefined,
  call: (name) => calls.includes(name),
  command: (name) => commands.includes(name),
  job: (name) => jobs.includes(name),
  person: (name) => name in SITE.en,
  test: (name) => /\.test\.tsx?$/.test(name) && existsSync(name),
}

test('the list is read', () => {
  expect(rows.length).toBeGreaterThan(25)
  expect(rows.filter(({ keepers }) => keepers.length === 0).map(({ promise }) => promise)).toEqual([])
})

test.each(rows)('$promise: kept by what there is', ({ keepers }) => {
  expect(keepers.filter(([kind, name]) => !EXISTS[kind]?.(name))).toEqual([])
})

test.each(rows)('$promise: said where the list says', ({ file, words }) => {
  expect(existsSync(file)).toBe(true)
  expect(readFileSync(file, 'utf8')).toContain(words)
})

test('a keeper that does not exist is found', () => {
  expect(EXISTS['call']?.('claim/unknown')).toBe(false)
  expect(EXISTS['page']?.('/no/such/page')).toBe(false)
  expect(EXISTS['test']?.('tests/api/unknown.test.ts')).toBe(false)
})
