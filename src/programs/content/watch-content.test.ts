import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problem } from '../../lib/content/content-tree.ts'
import type { Checked } from './check-content.ts'
import { changesOf, watchContent } from './watch-content.ts'

const good: Checked = { problems: [], warnings: [], files: 1 }
const bad: Checked = {
  ...good,
  problems: [problem('content/a.md', 3, 'date', 'shape', 'must be a day.', 'date: 2026-11-20')],
}
const told = [
  'content: content/a.md:3: date: must be a day. Example: date: 2026-11-20',
  'content: 1 to correct before the site can be built.',
]

test('a terminal is told what changed, once', () => {
  expect(changesOf(undefined, good)).toEqual([])
  expect(changesOf(undefined, bad)).toEqual(told)
  expect(changesOf(bad, bad)).toEqual([])
  expect(changesOf(good, bad)).toEqual(told)
  expect(changesOf(bad, good)).toEqual(['content: nothing is wrong any more.'])
  expect(changesOf(good, { ...good, warnings: bad.problems })).toEqual([
    'content: warning: content/a.md:3: date: must be a day. Example: date: 2026-11-20',
  ])
})

test('each save is looked at', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'))
  cpSync('content', folder, { recursive: true })
  const lines: string[] = []
  const saved: string[] = []
  const end = watchContent(
    folder,
    (line) => lines.push(line),
    (path) => saved.push(path),
  )
  try {
    writeFileSync(join(folder, 'notices/en/alone.md'), '---\ntitle: "A"\nsummary: "A"\ndate: 2026-11-20\n---\n')
    await expect.poll(() => lines.join('\n')).toContain('notices/en/alone.md:1: (file): has no Chinese version')
    rmSync(join(folder, 'notices/en/alone.md'))
    await expect.poll(() => lines.at(-1)).toBe('content: nothing is wrong any more.')
    expect(saved).toContain(join('notices', 'en', 'alone.md'))
    // A folder that is replaced by another one is still watched.
    cpSync(join(folder, 'hospitals'), join(folder, '.next'), { recursive: true })
    renameSync(join(folder, 'hospitals'), join(folder, '.old'))
    renameSync(join(folder, '.next'), join(folder, 'hospitals'))
    rmSync(join(folder, '.old'), { recursive: true })
    const before = saved.length
    await expect
      .poll(
        () => {
          writeFileSync(join(folder, 'hospitals/hk.yaml'), 'colour: red\n')
          return lines.join('\n')
        },
        { interval: 500 },
      )
      .toContain('hospitals/hk.yaml:1: colour: is not a field')
    expect(saved.length).toBeGreaterThan(before)
  } finally {
    end()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a saved word of the interface is looked at too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'))
  cpSync('content', join(folder, 'content'), { recursive: true })
  cpSync('public/locales', join(folder, 'locales'), { recursive: true })
  const lines: string[] = []
  const saved: string[] = []
  const end = watchContent(
    join(folder, 'content'),
    (line) => lines.push(line),
    (path) => saved.push(path),
    join(folder, 'locales'),
  )
  try {
    expect(lines).toEqual([])
    const file = join(folder, 'locales/cn/ui.json')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.slice(0, text.length / 2))
    await expect.poll(() => lines.join('\n')).toContain('locales/cn/ui.json')
    writeFileSync(file, text)
    await expect.poll(() => lines.at(-1)).toBe('content: nothing is wrong any more.')
    // Only content restarts what is behind the pages.
    expect(saved).toEqual([])
  } finally {
    end()
    rmSync(folder, { recursive: true, force: true })
  }
})
