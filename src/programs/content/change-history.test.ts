import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { problemText } from '../../lib/content/source-problems.ts'
import { checkContent } from './check-content.ts'
import { readTree } from '../../app/content/check/content-files.ts'
import { historyOf, textsAt } from './change-history.ts'
import { changesSince } from './changes-since.ts'
import { commitAll, gitIn } from './content-history.testing.ts'
import { prepareText } from './prepare-text.ts'
import { twinChangeLines } from './twin-changes.ts'

/** One folder for all: the check remembers texts by their place. */
const root = mkdtempSync(join(tmpdir(), 'history-'))
const content = (): string => join(root, 'content')
const at = (day: string): number => Date.parse(`${day}T12:00:00+08:00`)
const git = (args: string[]): string => gitIn(root, args)
const commit = (day: string): void => commitAll(root, day)
const sentence = (words: string): string => words + (/\p{Script=Han}/u.test(words) ? '。' : '.')
const notice = (title: string, more = ''): string =>
  `---\ntitle: "${title}"\nsummary: "${sentence(title)}"\ndate: 2026-10-01\n${more}---\n`
function write(path: string, text: string): void {
  mkdirSync(join(content(), path, '..'), { recursive: true })
  writeFileSync(join(content(), path), text)
}

beforeEach(() => {
  rmSync(root, { recursive: true })
  mkdirSync(root)
  git(['init', '-q'])
  writeFileSync(join(root, 'readme'), 'x')
  cpSync('content', content(), { recursive: true })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const says = (now: string, lenientDates = false): { problems: string[]; warnings: string[] } => {
  const { problems, warnings } = checkContent(content(), { now: at(now), lenientDates })
  const plain = (list: typeof problems): string[] => list.map((it) => problemText(it).replaceAll(content(), 'content'))
  return { problems: plain(problems), warnings: plain(warnings) }
}

const body = (text: string): string => `\n## A\n\n${text}\n`
const twins = (): string[] => {
  const tree = readTree(content())
  const chosen = { ...tree, files: new Map([...tree.files].filter(([path]) => path.endsWith('/a.md'))) }
  return twinChangeLines(chosen, historyOf(content(), at('2026-12-01'))).map((it) =>
    it.replaceAll(content(), 'content'),
  )
}

test('a figure that only one language got, or lost, is warned of, with the text that lacks it', () => {
  write('notices/en/a.md', notice('A') + body('Within 30 days, see [plans](/plan).'))
  write('notices/cn/a.md', notice('甲') + body('30日内，见[方案](/plan)。'))
  commit('2026-10-01')
  write('notices/en/a.md', notice('B') + body('Within thirty days, see [plans](/plan).').replace('thirty', '45'))
  commit('2026-10-02')
  expect(says('2026-10-02')).toEqual({
    problems: [],
    warnings: [
      'content/notices/cn/a.md:9: 30日: is in the place of “45 days” in content/notices/en/a.md:9. Both languages say the same: correct the one that is wrong. Example: the same as “45 days”',
      'content/notices/cn/a.md:9: (file): was last changed on 2026-10-01; since then content/notices/en/a.md has “45”, which is not here, and has no “30” any more, which is still here. Example: 45',
    ],
  })
  expect(twins()).toEqual([
    'content/notices/en/a.md, since content/notices/cn/a.md was changed on 2026-10-01:',
    '  2: field: title: "B"',
    '  3: field: summary: "B."',
    '  9: paragraph: Within 45 days, see plans.',
  ])
  write('notices/cn/a.md', notice('甲') + body('45日内，见[方案](/plan)。'))
  expect(says('2026-10-03').warnings).toEqual([])
})

test('words alone are no warning, and are listed; two languages that were changed together are not', () => {
  write('notices/en/a.md', notice('A') + body('One.'))
  write('notices/cn/a.md', notice('甲') + body('一。'))
  commit('2026-10-01')
  expect(twins()).toEqual([])
  write('notices/cn/a.md', notice('甲') + body('二，6月到9月。'))
  commit('2026-11-30')
  expect(says('2026-12-01')).toEqual({ problems: [], warnings: [] })
  expect(twins()).toEqual([
    'content/notices/cn/a.md, since content/notices/en/a.md was changed on 2026-10-01:',
    '  9: paragraph: 二，6月到9月。',
  ])
  write('notices/cn/a.md', notice('甲') + body('一。'))
  expect(twins()).toEqual([])
})

test('what is not committed was changed now, in either state', () => {
  commit('2026-10-01')
  expect(historyOf(content(), at('2026-11-01'))?.last).toBe(at('2026-10-01'))
  write('notices/en/新.md', 'x')
  expect(historyOf(content(), at('2026-11-01'))?.changes.get('notices/en/新.md')).toEqual({ at: at('2026-11-01') })
  git(['add', '-A'])
  expect(historyOf(content(), at('2026-11-01'))?.last).toBe(at('2026-11-01'))
})

test('a pin that is over is refused to whoever changes something, and is no surprise to a later build of the same files', () => {
  for (const [lang, title] of [
    ['en', 'A'],
    ['cn', '甲'],
  ] as const)
    write(`notices/${lang}/a.md`, notice(title, 'pinned: true\nexpires: 2026-10-10\n') + body(title))
  commit('2026-10-05')
  expect(says('2027-03-01').problems).toEqual([])
  write('notices/en/b.md', notice('B') + body('B.'))
  write('notices/cn/b.md', notice('乙') + body('乙。'))
  expect(says('2026-10-11').problems).toEqual([
    expect.stringMatching(/^content\/notices\/cn\/a\.md:6: expires: was on 2026-10-10/),
    expect.stringMatching(/^content\/notices\/en\/a\.md:6: expires: /),
  ])
  expect(says('2026-10-10').problems).toEqual([])
  commit('2026-10-11')
  expect(says('2027-03-01').problems).toHaveLength(2)
  expect(says('2027-03-01', true).warnings).toHaveLength(2)
})

test('a version that began is no surprise to a later build of the same files, and is refused to whoever changes something', () => {
  prepareText({ content: content(), key: 'claims/application-form', from: '2026-12-05', today: '2026-11-30' })
  commit('2026-11-30')
  const ours = (day: string, lenient = false): string[][] =>
    Object.values(says(day, lenient)).map((list) =>
      list.filter((line) => line.includes('/application-form.from-2026-12-05.md:1: version')),
    )
  const told = (why: string): unknown[] =>
    ['cn', 'en'].map((lang) => expect.stringMatching(`/${lang}/.*, which ${why}`))
  expect(ours('2026-12-04')).toEqual([[], []])
  expect(ours('2026-12-05')).toEqual([[], told('began on its day and is not recorded')])
  write('redirects.yaml', '# Nothing.\n')
  expect(ours('2026-12-05')).toEqual([told('is in force and not recorded'), []])
  expect(ours('2026-12-05', true)).toEqual([[], told('is in force and not recorded')])
})

test('texts of a commit come in the order asked for, and a missing one is none', () => {
  write('notices/en/新.md', 'words, 字\n')
  commit('2026-10-01')
  const hash = git(['rev-parse', 'HEAD']).trim()
  expect(
    textsAt(content(), [
      { commit: hash, path: 'notices/en/none.md' },
      { commit: hash, path: 'notices/en/新.md' },
      { commit: hash, path: 'notices/en/新.md' },
    ]),
  ).toEqual([undefined, 'words, 字\n', 'words, 字\n'])
})

test('without a history nothing is known, and the day is today', () => {
  rmSync(join(root, '.git'), { recursive: true })
  expect(historyOf(content(), at('2026-11-01'))).toBeUndefined()
  for (const [lang, title] of [
    ['en', 'A'],
    ['cn', '甲'],
  ] as const)
    write(`notices/${lang}/a.md`, notice(title, 'pinned: true\nexpires: 2026-10-10\n') + body(title))
  expect(says('2026-10-11').problems).toHaveLength(2)
})

test('a folder that the repository does not keep has no history', () => {
  writeFileSync(join(root, '.gitignore'), 'content\n')
  commit('2026-10-01')
  expect(historyOf(content(), at('2026-11-01'))).toBeUndefined()
})

test('what changed since a release is said in words', () => {
  write('notices/en/kept.md', notice('Kept'))
  write('notices/en/gone.md', notice('Gone'))
  commit('2026-11-20')
  const release = git(['rev-parse', 'HEAD']).trim()
  write('notices/en/kept.md', notice('Kept, and longer'))
  write('notices/en/new.md', notice('New'))
  rmSync(join(content(), 'notices/en/gone.md'))
  commit('2026-11-21')
  expect(changesSince(content(), release, '2026-11-21', join(root, 'words'))).toEqual([
    'removed: notices/en/gone.md: Gone',
    'changed: notices/en/kept.md: Kept, and longer',
    'new: notices/en/new.md: New',
  ])
  expect(changesSince(content(), '--output=x', '2026-11-21')).toBeUndefined()
})

/** What is said on 21 November of what `change` does after a release that `before` belongs to. */
function changesAfter(before: () => void, change: () => void): string[] | undefined {
  mkdirSync(join(root, 'words/en'), { recursive: true })
  before()
  commit('2026-11-20')
  const release = git(['rev-parse', 'HEAD']).trim()
  change()
  commit('2026-11-21')
  return changesSince(content(), release, '2026-11-21', join(root, 'words'))?.map((it) => it.replace(`${root}/`, ''))
}

test('words of the interface are said by file and key, at most twenty of a file, and long ones from where they differ', () => {
  const put = (words: object): void => writeFileSync(join(root, 'words/en/messages.json'), JSON.stringify(words))
  const long = 'a'.repeat(100)
  const many = (text: string) => Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, text]))
  const said = changesAfter(
    () => put({ code: { sms: 'Your code', old: 'Old' }, long: `${long} one`, many: many('a') }),
    () => {
      put({ code: { sms: 'Code', fresh: 'New' }, long: `${long} two`, many: many('b') })
      writeFileSync(join(root, 'words/en/more.json'), '{"a":"b"}')
    },
  )
  expect(said?.slice(0, 5)).toEqual([
    'changed: words/en/messages.json',
    '  code.sms: Your code → Code',
    '  code.old: Old → nothing',
    `  long: …${'a'.repeat(19)} one → …${'a'.repeat(19)} two`,
    '  many.k0: a → b',
  ])
  expect(said?.slice(21)).toEqual(['  … and 5 more', 'new: words/en/more.json'])
})

test('a draft is not said to be new, and a notice has the day from which it is shown', () => {
  const later = notice('Later').replace('2026-10-01', '2026-12-24')
  const said = changesAfter(
    () => {
      write('notices/en/b.md', notice('B', 'draft: true\n'))
      write('notices/en/c.md', notice('C'))
      write('notices/en/d.md', notice('D', 'draft: true\n'))
      write('notices/en/e.md', later)
    },
    () => {
      write('notices/en/a.md', notice('A', 'draft: true\n'))
      write('notices/en/b.md', notice('B'))
      write('notices/en/c.md', notice('C', 'draft: true\n'))
      for (const name of ['d', 'e']) rmSync(join(content(), `notices/en/${name}.md`))
      write('notices/en/later.md', later)
    },
  )
  expect(said).toEqual([
    'draft, not shown: notices/en/a.md: A',
    'new: notices/en/b.md: B',
    'draft, not shown any more: notices/en/c.md: C',
    'removed, never shown: notices/en/d.md: D',
    'removed, never shown: notices/en/e.md: Later, from 2026-12-24',
    'new: notices/en/later.md: Later, from 2026-12-24',
  ])
})

test('a text that begins on a day is said with the lines that are new in it, also before it is committed', () => {
  write('legal/en/a.md', notice('A') + body('Old words.'))
  commit('2026-11-20')
  write('legal/en/a.from-2027-01-01.md', notice('A') + body('New words.'))
  expect(changesSince(content(), 'HEAD', '2026-11-21', join(root, 'words'))).toEqual([
    'new: legal/en/a.from-2027-01-01.md: A, from 2027-01-01',
    '  New words.',
  ])
})

test('figures are said by plan and field, those that begin on a day against what holds before it', () => {
  const put = (name: string, amount: number, visas: string): void =>
    write(`plans/${name}.yaml`, `visas: [${visas}]\ntiers:\n  gold: { deductible: { amount: ${amount} } }\n`)
  const said = changesAfter(
    () => {
      put('us-x', 1000, 'f1')
      write('plans/en/us-x.md', '---\nname: US X\n---\n')
    },
    () => {
      put('us-x', 500, 'f1, opt')
      put('us-x.from-2027-01-01', 400, 'f1, opt')
    },
  )
  expect(said).toEqual([
    'new: plans/us-x.from-2027-01-01.yaml: US X, from 2027-01-01',
    '  tiers.gold.deductible.amount: 500 → 400',
    'changed: plans/us-x.yaml: US X',
    '  visas: f1 → f1, opt',
    '  tiers.gold.deductible.amount: 1000 → 500',
  ])
})

test('a page that was committed and removed must lead on', () => {
  write('notices/en/gone.md', notice('Gone'))
  commit('2026-11-20')
  rmSync(join(content(), 'notices/en/gone.md'))
  const said = checkContent(content(), { now: at('2026-11-21') }).problems.map(problemText)
  expect(said).toContainEqual(expect.stringContaining('/notice/content/gone: was published and is gone.'))
})

test('nothing is asked for what readers never saw: a draft, and a notice that was withdrawn before its day', () => {
  const names = ['draft', 'later', 'shown', 'ready'] as const
  for (const name of names) write(`notices/en/${name}.md`, notice(name, name === 'shown' ? '' : 'draft: true\n'))
  write('notices/en/later.md', notice('later').replace('2026-10-01', '2026-12-24'))
  commit('2026-11-19')
  write('notices/en/ready.md', notice('ready'))
  commit('2026-11-20')
  write('notices/en/shown.md', notice('shown', 'draft: true\n'))
  commit('2026-11-21')
  for (const name of names) rmSync(join(content(), `notices/en/${name}.md`))
  const gone = (day: string): string[] =>
    says(day)
      .problems.flatMap((it) => /content\/(\w+): was published and is gone/.exec(it)?.[1] ?? [])
      .sort()
  expect(gone('2026-11-22')).toEqual(['ready', 'shown'])
  expect(gone('2026-12-24')).toEqual(['later', 'ready', 'shown'])
  commit('2026-11-22')
  expect(gone('2027-03-01')).toEqual(['ready', 'shown'])
})
