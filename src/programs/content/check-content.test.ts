import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { problemText } from '../../lib/content/source-problems.ts'
import { checkContent } from './check-content.ts'

const broken = vi.hoisted(() => new Set<string>())
/** The module, whose function of that name ends unexpectedly while `broken` has it. */
async function breakable<T extends object>(load: () => Promise<T>, name: keyof T & string): Promise<T> {
  const module = await load()
  const check = module[name]
  return {
    ...module,
    [name]: (...args: unknown[]): unknown => {
      if (broken.has(name)) throw new TypeError(`${name} of nothing`)
      return typeof check === 'function' ? check(...args) : undefined
    },
  }
}
vi.mock('./price-jumps.ts', (load) => breakable(load, 'figureJumps'))
vi.mock('./check-pictures.ts', (load) => breakable(load, 'pictureDoubts'))
vi.mock('./prepared-copies.ts', (load) => breakable(load, 'preparedDateProblems'))
vi.mock('./interface-words.ts', (load) => breakable(load, 'checkWords'))
vi.mock('../../app/content/check/draft-problems.ts', (load) => breakable(load, 'draftWarnings'))
vi.mock('../../app/content/check/entry-problems.ts', (load) => breakable(load, 'earlierVersionProblems'))

test('nothing is wrong with the content', () => {
  const { problems, warnings, files } = checkContent('content', { now: Date.now(), lenientDates: true })
  expect(problems.map(problemText)).toEqual([])
  // Which language was changed last is a matter of the history, and not of the content.
  expect(warnings.filter(({ code }) => code !== 'old_twin').map(problemText)).toEqual([])
  expect(files).toBeGreaterThan(250)
})

test('the mistake in a plan’s own file stands above the texts that name the plan', () => {
  const content = join(mkdtempSync(join(tmpdir(), 'check-')), 'content')
  try {
    cpSync('content', content, { recursive: true })
    const plan = join(content, 'plans/us-campus.yaml')
    writeFileSync(plan, `retired: 2026-01-31\nreplacedBy: us-campus\n${readFileSync(plan, 'utf8')}`)
    const text = join(content, 'articles/en/glossary.md')
    writeFileSync(text, `${readFileSync(text, 'utf8')}\n[gone](/nowhere)\n`)
    const { problems } = checkContent(content, { now: Date.now() })
    expect(problems.map(({ file }) => file).slice(0, 2)).toEqual([plan, expect.stringContaining('articles/')])
  } finally {
    rmSync(join(content, '..'), { recursive: true, force: true })
  }
})

test('what ends unexpectedly is itself told, beside what the others find', () => {
  const root = mkdtempSync(join(tmpdir(), 'check-'))
  const [content, words] = [join(root, 'content'), join(root, 'locales')]
  for (const path of ['articles/en', 'legal/en', 'pictures']) mkdirSync(join(content, path), { recursive: true })
  mkdirSync(words)
  writeFileSync(join(content, 'articles/en/a.md'), '---\ntitle: "A"\n---\n\nTODO\n')
  const said = (): string[] =>
    checkContent(content, { now: Date.now(), words }).problems.map((it) => problemText(it).replaceAll(`${root}/`, ''))
  const names = ['figureJumps', 'pictureDoubts', 'preparedDateProblems', 'draftWarnings', 'earlierVersionProblems']
  const told = (name: string, where = 'content', by = ''): string =>
    `${where}/:1: (file): could not be checked${by}: ${name} of nothing. Tell an engineer. Example: the file as it was before the last change`
  try {
    const before = said().filter((line) => line.startsWith('content/'))
    expect(before).toEqual(expect.arrayContaining([expect.stringMatching(/^content\/articles\/en\/a\.md:5: TODO/)]))
    for (const name of [...names, 'checkWords']) broken.add(name)
    // What was made of the same words is remembered.
    writeFileSync(join(words, 'new.json'), '{}')
    const now = said()
    expect(now.filter((line) => !before.includes(line)).sort()).toEqual(
      [
        ...names.map((name) => told(name, 'content', name === 'figureJumps' ? ` (${name})` : '')),
        told('checkWords', 'locales'),
      ].sort(),
    )
    expect(before.filter((line) => !now.includes(line))).toEqual([])
  } finally {
    broken.clear()
    rmSync(root, { recursive: true, force: true })
  }
})
