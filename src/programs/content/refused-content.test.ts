/**
 * Each refusal, triggered through the commands by a fixture: `tests/fixtures/content/<case>` holds only the faulty
 * files, and `expected.txt` what an editor reads about them. All fixtures are laid over the real content together and
 * checked in one run. `WRITE=1` writes the current messages; read them before keeping them.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runContent } from './run-content-command.ts'

const FIXTURES = 'tests/fixtures/content'
const EXPECTED = 'expected.txt'
const NOW = Date.UTC(2026, 10, 21, 4)
const CASES = readdirSync(FIXTURES).sort()

let content = ''
beforeAll(() => {
  content = mkdtempSync(join(tmpdir(), 'refusals-'))
  restore()
})
afterAll(() => rmSync(content, { recursive: true, force: true }))

function restore(): void {
  rmSync(content, { recursive: true, force: true })
  cpSync('content', content, { recursive: true })
}
const layOver = (name: string): void =>
  cpSync(join(FIXTURES, name), content, { recursive: true, filter: (path) => !path.endsWith(EXPECTED) })

/** What the command prints about the content as it is now, and its exit code. */
async function check(...options: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const say = (line: string): void => void lines.push(line.replaceAll(content, 'content'))
  return { code: await runContent(['check', ...options], { content, now: NOW, print: say, fail: say }), lines }
}

const filesOf = (name: string): string[] =>
  readdirSync(join(FIXTURES, name), { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile() && it.name !== EXPECTED)
    .map((it) => join(it.parentPath, it.name).replace(join(FIXTURES, name), 'content').replaceAll('\\', '/'))
/** Fixtures are short, and many have one title, which is refused: only one fixture is about that. */
const about = (lines: readonly string[], name: string): string[] =>
  lines.filter(
    (line) =>
      filesOf(name).some((file) => line.startsWith(`${file}:`)) && (name === 'copied-text' || !COPIED.test(line)),
  )
const COPIED = /: (?:title|summary|answer): says word for word what /
const expected = (name: string): string[] =>
  readFileSync(join(FIXTURES, name, EXPECTED), 'utf8')
    .trimEnd()
    .split('\n')

describe('content that is refused', () => {
  let told: { code: number; lines: string[] } = { code: 0, lines: [] }
  beforeAll(async () => {
    for (const name of CASES) layOver(name)
    told = await check()
    if (process.env['WRITE'])
      for (const name of CASES) writeFileSync(join(FIXTURES, name, EXPECTED), `${about(told.lines, name).join('\n')}\n`)
  })
  afterAll(restore)

  test.each(CASES)('%s names file, line, field, what is wrong and an example', (name) => {
    const lines = about(told.lines, name)
    expect(lines).toEqual(expected(name))
    expect(lines).not.toEqual([])
    for (const line of lines) {
      const [, file = '', at] = /^content\/([\w./-]+):(\d+): \S.*?: .+\. Example: \S/s.exec(line) ?? []
      expect(Number(at), line).toBeLessThanOrEqual(readFileSync(join(FIXTURES, name, file), 'utf8').split('\n').length)
    }
  })

  test('all at once, and nothing else', () => {
    const others = told.lines.filter(
      (line) => !COPIED.test(line) && !CASES.some((name) => about([line], name).length > 0),
    )
    expect(others).toEqual([`${told.lines.length - 1} to correct in the content.`])
    expect(told.code).toBe(1)
  })

  test('npm run build says the same, and builds nothing', () => {
    const out = join(content, '.dist')
    const { status, stderr, stdout } = spawnSync(process.execPath, ['src/programs/build/main.ts'], {
      encoding: 'utf8',
      env: { ...process.env, CONTENT_DIR: content, OUT_DIR: out },
    })
    expect(status).toBe(1)
    expect(stderr).toContain(`${content}/notices/en/missing-twin.md:1: (file): has no Chinese version`)
    expect(stdout).toBe('')
    expect(existsSync(out)).toBe(false)
  })
})

test('what pages of the site lead to must be there', async () => {
  for (const lang of ['en', 'cn']) rmSync(join(content, 'legal', lang, 'privacy.md'))
  const { lines } = await check()
  restore()
  expect(lines).toContain(
    'content/legal/en/privacy.md:1: (file): is missing, and pages of the site lead to it. Example: content/legal/en/privacy.md',
  )
  expect(lines.some((line) => line.includes('[privacy') || line.includes('](/information/content/privacy)'))).toBe(true)
})

test('what became wrong by the passing of time is a warning for builds that nobody began', async () => {
  layOver('pin-expired')
  const { code, lines } = await check('--lenient-dates')
  restore()
  expect(lines.map((line) => line.slice(0, 54))).toEqual([
    ...expected('pin-expired').map((line) => `warning: ${line}`.slice(0, 54)),
    expect.stringMatching(/^Nothing is wrong/),
  ])
  expect(code).toBe(0)
})

test('a notice that begins on a later day is wrong by itself', async () => {
  for (const lang of ['en', 'cn']) {
    const [title, words] = lang === 'en' ? ['Cards', 'See [cards](/cards).'] : ['保险卡', '见[保险卡](/cards)。']
    const text = `---\ntitle: "${title}"\nsummary: "${words.replace(/\[|\].*\)/g, '')}"\ndate: 2027-02-01\n---\n\n${words}\n`
    writeFileSync(join(content, 'notices', lang, 'cards.md'), text)
  }
  const { lines } = await check()
  restore()
  const dead = lines.filter((line) => line.includes('leads to a page that does not exist'))
  expect(dead).toHaveLength(2)
  expect(dead.filter((line) => line.includes('another file'))).toEqual([])
})

test('a file that is right until another one changes says from which day it is not', async () => {
  const figures = readFileSync(join(content, 'plans/nz-study.yaml'), 'utf8')
  const later = figures.replace(/^refund: .*$/m, 'refund: { kind: net_premium }')
  writeFileSync(join(content, 'plans/nz-study.from-2027-02-01.yaml'), later)
  const { lines } = await check()
  restore()
  const words = lines.filter((line) => line.startsWith('content/plans/en/nz-study.md:'))
  expect(words).toEqual([
    expect.stringContaining(
      '{{refund.fee}}: is not a figure of this plan. It is right until 2027-02-01, when another file changes: correct a copy that begins on that day.',
    ),
  ])
})
