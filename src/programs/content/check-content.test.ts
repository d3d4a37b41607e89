import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readTree } from '../../app/content/check/content-files.ts'
import { problemText } from '../../lib/content/source-problems.ts'
import { checkContent } from './check-content.ts'
import { unprintableProblems } from './unprintable-characters.ts'

test('nothing is wrong with the content', () => {
  const { problems, warnings, files } = checkContent('content', { now: Date.now(), lenientDates: true })
  expect(problems.map(problemText)).toEqual([])
  // Which language was changed last is a matter of the history, and what has begun is one of the day: not of the content.
  expect(warnings.filter(({ code }) => !['old_twin', 'version_begun'].includes(code)).map(problemText)).toEqual([])
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

test('characters that no typeface of the documents has are named in all that is printed', () => {
  const { root, files } = readTree('content')
  const spoilt = (path: string, pattern: RegExp, text: string): [string, string] => {
    const before = files.get(path) ?? expect.fail(path)
    const after = before.replace(pattern, text)
    expect(after, path).not.toBe(before)
    return [path, after]
  }
  const END = /\s*$/
  const found = unprintableProblems({
    root,
    files: new Map([
      ...files,
      ...['clauses/en/us-j1', 'plans/cn/us-j1', 'insurers/en/minghe', 'claims/cn/instructions', 'purchase/en/enter']
        .map((it) => `${it}.md`)
        .map((path) => spoilt(path, END, '\n✔ 和 😀')),
      spoilt('legal/cn/complaints.from-2026-12-09.md', END, '\n## 😀'),
      spoilt('letters/ja.yaml', /日付/, '日付☐'),
      spoilt('schools/lakeshore-state-university.yaml', /^# /, '# 😀 is not printed. '),
      spoilt('schools/northbridge-university.yaml', /cn: (?=\p{L})/u, 'cn: 🏥'),
      spoilt('school-forms/charles-river.yaml', /title: Student/, 'title: Student ➔'),
      spoilt('notices/cn/upload-receipts.md', END, '\n页面上有 😀'),
    ]),
  })
  const last = (path: string): number => (files.get(path) ?? '').trimEnd().split('\n').length + 1
  const told = found.map(({ file, line, field }) => `${file}:${line === last(file.slice(8)) ? 'end' : line} ${field}`)
  expect(told).toEqual([
    'content/claims/cn/instructions.md:end ✔',
    'content/claims/cn/instructions.md:end 😀',
    'content/clauses/en/us-j1.md:end ✔',
    'content/clauses/en/us-j1.md:end 😀',
    'content/insurers/en/minghe.md:end ✔',
    'content/insurers/en/minghe.md:end 😀',
    'content/legal/cn/complaints.from-2026-12-09.md:end 😀',
    'content/letters/ja.yaml:3 ☐',
    'content/plans/cn/us-j1.md:end ✔',
    'content/plans/cn/us-j1.md:end 😀',
    'content/purchase/en/enter.md:end ✔',
    'content/purchase/en/enter.md:end 😀',
    'content/school-forms/charles-river.yaml:9 ➔',
    'content/schools/northbridge-university.yaml:4 🏥',
  ])
})

/** The checks of those modules, each of which ends unexpectedly while `broken` has its name. */
const BREAKABLE = {
  figureJumps: './price-jumps.ts',
  pictureDoubts: './check-pictures.ts',
  preparedDateProblems: './prepared-copies.ts',
  checkWords: './interface-words.ts',
  draftWarnings: '../../app/content/check/draft-problems.ts',
  earlierVersionProblems: '../../app/content/check/entry-problems.ts',
}
async function withBreakable(broken: ReadonlySet<string>): Promise<typeof checkContent> {
  vi.resetModules()
  for (const [name, module] of Object.entries(BREAKABLE))
    vi.doMock(module, async (load: () => Promise<Record<string, unknown>>) => {
      const real = await load()
      const check = real[name]
      return {
        ...real,
        [name]: (...args: unknown[]): unknown => {
          if (broken.has(name)) throw new TypeError(`${name} of nothing`)
          return typeof check === 'function' ? check(...args) : undefined
        },
      }
    })
  return (await import('./check-content.ts')).checkContent
}
function asBefore(): void {
  for (const module of Object.values(BREAKABLE)) vi.doUnmock(module)
  vi.resetModules()
}

test('what ends unexpectedly is itself told, beside what the others find', async () => {
  const broken = new Set<string>()
  const root = mkdtempSync(join(tmpdir(), 'check-'))
  const [content, words] = [join(root, 'content'), join(root, 'locales')]
  for (const path of ['articles/en', 'legal/en', 'pictures']) mkdirSync(join(content, path), { recursive: true })
  mkdirSync(words)
  writeFileSync(join(content, 'articles/en/a.md'), '---\ntitle: "A"\n---\n\nTODO\n')
  const check = await withBreakable(broken)
  const said = (): string[] =>
    check(content, { now: Date.now(), words }).problems.map((it) => problemText(it).replaceAll(`${root}/`, ''))
  const names = Object.keys(BREAKABLE).filter((name) => name !== 'checkWords')
  const told = (name: string, where = 'content', by = ''): string =>
    `${where}/:1: (file): could not be checked${by}: ${name} of nothing. Tell an engineer. Example: the file as it was before the last change`
  try {
    const before = said().filter((line) => line.startsWith('content/'))
    expect(before).toEqual(expect.arrayContaining([expect.stringMatching(/^content\/articles\/en\/a\.md:5: /)]))
    for (const name of Object.keys(BREAKABLE)) broken.add(name)
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
    asBefore()
    rmSync(root, { recursive: true, force: true })
  }
})
