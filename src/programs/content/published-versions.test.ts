import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readTree } from '../../app/content/check/content-files.ts'
import { problemText } from '../../lib/content/source-problems.ts'
import { checkContent } from './check-content.ts'
import { checkPlans } from '../../features/plans/server/content-check.ts'
import { dayInName } from '../../lib/content/content-by-day.ts'
import { filesIn } from '../../app/content/content-folder.ts'
import { dayNameProblems, daysAhead, daysBefore, onDay } from './check-by-day.ts'
import { NotPrepared, prepareText } from './prepare-text.ts'
import { historyOf } from './change-history.ts'
import { commitAll, gitIn } from './content-history.testing.ts'
import { runContent } from './run-content-command.ts'
import { compareVersions, readRecord, RECORD, recordWith, unrecorded, versionProblems } from './published-versions.ts'

const TODAY = '2026-11-28'
const LATER = '2027-01-01'
const AT = Date.parse(`${TODAY}T12:00:00+08:00`)
let content: string

beforeEach(() => {
  content = join(mkdtempSync(join(tmpdir(), 'content-')), 'content')
  // Without what the site itself has prepared, and so without its record: each case prepares and records its own.
  const held = (path: string): boolean => dayInName(path) === undefined && !path.endsWith(RECORD)
  cpSync('content', content, { recursive: true, filter: held })
})
afterEach(() => rmSync(join(content, '..'), { recursive: true }))

const prepare = (key: string, from = LATER): string[] => prepareText({ content, key, from, today: TODAY })
function edit(file: string, from: string | RegExp, to: string): void {
  const path = join(content, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(from)
  writeFileSync(path, text.replace(from, to))
}
function record(today = TODAY): void {
  const all = readTree(content)
  writeFileSync(join(content, RECORD), recordWith(readRecord(all), unrecorded(all, today)))
}
const problems = (today = TODAY): string[] =>
  versionProblems(readTree(content), today).map(({ file, code }) => `${file.slice(content.length + 1)} ${code}`)

describe('the record', () => {
  const changed = (): string[] =>
    versionProblems(readTree(content), TODAY, historyOf(content, AT))
      .filter(({ code }) => code === 'record_changed')
      .map(({ file, field, message }) => `${file.slice(content.length + 1)} ${field}: ${message.split(':')[0]}`)
  beforeEach(() => {
    record()
    gitIn(content, ['init', '-q'])
    commitAll(content)
  })
  it('may grow', () => {
    prepare('legal/privacy')
    record(LATER)
    expect(changed()).toEqual([])
  })
  it('loses no line, and keeps each as it was', () => {
    edit(RECORD, /(claims\/application-form:\n +"1\.5":\n +\w\w: )\w{8}/, '$100000000')
    expect(changed()).toEqual([
      expect.stringMatching(/^versions\.yaml claims\/application-form 1\.5: .*\(\w\w\) was changed$/),
    ])
    edit(RECORD, /claims\/application-form:\n(?: .*\n)+/, '')
    expect(changed()).toEqual(
      ['en', 'cn'].map((lang) => expect.stringContaining(`1.5 (${lang}) was taken out`) as string),
    )
  })
})

describe('a published version', () => {
  beforeEach(() => record())
  it('stands as it was recorded, whatever is prepared beside it', () => {
    prepare('legal/privacy')
    prepare('clauses/us-campus')
    edit(`legal/en/privacy.from-${LATER}.md`, 'In short', 'In brief')
    expect(problems()).toEqual([])
    expect(unrecorded(readTree(content), TODAY)).toEqual([])
    expect(new Set(unrecorded(readTree(content), LATER).map(({ key }) => key))).toEqual(
      new Set(['legal/privacy', 'clauses/us-campus']),
    )
  })
  it.each([
    ['a sentence of a legal text', 'legal/en/privacy.md', 'In short', ['legal/en/privacy.md published_version']],
    ['an archived text', 'legal/cn/privacy-1-1.md', '个人信息', ['legal/cn/privacy-1-1.md published_version']],
    ['a text of the purchase', 'purchase/en/health.md', 'title: ', ['purchase/en/health.md published_version']],
  ])('cannot be changed: %s', (_, file, words, found) => {
    edit(file, words, `${words} really`)
    expect(problems()).toEqual(found)
  })
  it('covers the figures that its terms state, and the terms that plans share', () => {
    edit('plans/us-campus.yaml', 'yearMaximum: 4000000', 'yearMaximum: 4100000')
    expect(problems()).toEqual([
      'clauses/en/us-campus.md published_version',
      'clauses/cn/us-campus.md published_version',
    ])
    edit('clauses/en/mainland.md', /^## 1\.1 .*$/m, '## 1.1 Another title')
    expect(problems().length).toBeGreaterThan(4)
  })
  it('is told beside the mistakes of other texts, and an earlier one is only put back', () => {
    edit('claims/en/instructions.md', /^## .*$/m, '## Another title')
    edit('legal/en/service-agreement-1-0.md', /^## .*$/m, '## Another title')
    edit('notices/en/2027-entry.md', /^date: .*$/m, 'date: 2027-02-30')
    const told = checkContent(content, { now: Date.UTC(2026, 10, 28) })
      .problems.map(problemText)
      .join('\n')
    expect(told).toContain('2027-entry')
    expect(told).toMatch(/claims\/en\/instructions\.md.* with a day of its own/)
    expect(told).toMatch(/service-agreement-1-0\.md.* Put its words back\. Example: git checkout HEAD/)
  })
  it('is refused while it is in force and not recorded, in builds that nobody began only warned of', async () => {
    const [day, now] = ['2026-11-29', Date.parse('2026-11-29T12:00+08:00')]
    prepare('claims/application-form', day)
    const told = (lenientDates: boolean): string[][] => {
      const { problems: refused, warnings } = checkContent(content, { now, lenientDates })
      return [refused, warnings].map((list) =>
        list.filter(({ code }) => code.includes('version')).map((it) => problemText(it).slice(content.length + 1)),
      )
    }
    const open = ['cn', 'en'].map((lang): unknown =>
      expect.stringMatching(
        `^claims/${lang}/application-form\\.from-${day}\\.md:1: .* in force and not recorded, .* -- record$`,
      ),
    )
    expect(told(false)).toEqual([open, []])
    expect(told(true)).toEqual([[], open])
    const print = (line: string): void => void line
    expect(await runContent(['record'], { content, now, print, fail: print })).toBe(0)
    expect(told(false)).toEqual([[], []])
  })
  it('is told when its record cannot be read', () => {
    writeFileSync(join(content, RECORD), 'legal/privacy: [1')
    expect(() => problems()).toThrow('versions.yaml')
  })
  it('cannot be lost', () => {
    rmSync(join(content, 'legal/en/service-agreement-1-0.md'))
    expect(problems()).toEqual(['legal/en/service-agreement.md lost_version'])
  })
  it('is below every later one', () => {
    prepare('legal/privacy')
    edit(`legal/en/privacy.from-${LATER}.md`, /version: .*/, 'version: "1.9"')
    expect(problems()).toContain(`legal/en/privacy.from-${LATER}.md version_order`)
    expect(['1.9', '1.11', '1.2', '2024-9-2', '2024-10-1'].sort(compareVersions)).toEqual([
      '1.2',
      '1.9',
      '1.11',
      '2024-9-2',
      '2024-10-1',
    ])
  })
})

describe('what begins on a day', () => {
  it('is named as its files lie, the twin in a message too', () => {
    for (const lang of ['en', 'cn'])
      cpSync(join(content, `plans/${lang}/us-campus.md`), join(content, `plans/${lang}/us-campus.from-${LATER}.md`))
    edit(`plans/en/us-campus.from-${LATER}.md`, '\n- ', '\n- One more item.\n- ')
    const { problems: found } = checkContent(content, { now: Date.UTC(2026, 10, 28) })
    expect(found.map(problemText).join('\n')).toMatch(
      /^\S*plans\/cn\/us-campus\.from-2027-01-01\.md:\d+: .* and \S*plans\/en\/us-campus\.from-2027-01-01\.md:\d+ has/,
    )
  })
  it('leaves the legal text before it a page, to which texts may lead and from which no address leads on', () => {
    const [version] =
      /(?<=^version: "1\.)\d+/m.exec(readFileSync(join(content, 'legal/en/complaints.md'), 'utf8')) ?? []
    const page = `/information/content/complaints-1-${version ?? ''}`
    prepare('legal/complaints')
    writeFileSync(join(content, 'redirects.yaml'), `${page}: /information/content/complaints\n`)
    for (const lang of ['en', 'cn']) edit(`legal/${lang}/about.md`, /$/, `\n[1](${page})\n`)
    const told = (day: number): string[] =>
      checkContent(content, { now: day, lenientDates: true }).problems.map(
        ({ file, code }) => `${file.slice(content.length + 1)} ${code}`,
      )
    expect(told(Date.UTC(2027, 0, 2))).toEqual(['redirects.yaml moved_page'])
  })
  it('is copied with the next version, from what holds before it', () => {
    expect(prepare('legal/privacy').map((file) => file.slice(content.length + 1))).toEqual([
      `legal/en/privacy.from-${LATER}.md`,
      `legal/cn/privacy.from-${LATER}.md`,
    ])
    const again = prepare('legal/privacy', '2027-02-01')[0] ?? ''
    const [first, second] = [`legal/en/privacy.from-${LATER}.md`, again.slice(content.length + 1)].map(
      (file) => /^version: "1\.(\d+)"$/m.exec(readFileSync(join(content, file), 'utf8'))?.[1],
    )
    expect(Number(second) - Number(first)).toBe(1)
    expect(filesIn(join(content, 'legal/en'), '2027-01-31').get('privacy.md')).toMatch(/from-2027-01-01/)
  })
  it('is refused where it cannot be prepared', () => {
    expect(() => prepare('plan/us-campus')).toThrow('Example: plans/us-campus')
    prepare('plans/us-campus')
    for (const [key, from] of [
      ['plans/us-campus', LATER],
      ['legal/nothing', LATER],
      ['legal/privacy', TODAY],
    ] as const)
      expect(() => prepare(key, from)).toThrow(NotPrepared)
  })
  it('leaves the words of figures as they are, says so, and shows those that are copied by hand from their day', async () => {
    for (const key of ['plans/us-campus', 'insurers/qinghe']) {
      const said: string[] = []
      const desk = { content, now: Date.parse(`${TODAY}T12:00+08:00`), fail: (line: string) => said.push(line) }
      expect(
        await runContent(['prepare', key, '--from', LATER], { ...desk, print: (line: string) => said.push(line) }),
      ).toBe(0)
      expect(said.join('\n')).toContain(
        `copy ${key.replace('/', '/{en,cn}/')}.md to a file that ends in .from-${LATER}.md`,
      )
    }
    for (const lang of ['en', 'cn']) {
      const text = readFileSync(join(content, `plans/${lang}/us-campus.md`), 'utf8')
      writeFileSync(
        join(content, `plans/${lang}/us-campus.from-${LATER}.md`),
        text.replace(/^name: .*/m, 'name: Later'),
      )
    }
    const all = readTree(content)
    expect(dayNameProblems(all)).toEqual([])
    const namesOn = (day: string): boolean =>
      /^name: Later$/m.test(readFileSync(filesIn(join(content, 'plans/en'), day).get('us-campus.md') ?? '', 'utf8'))
    expect(['2026-12-31', LATER].map(namesOn)).toEqual([false, true])
  })
  it.each(['hospitals/jp', 'letters/en', 'rates/cny', 'schools/victoria-peak-college', 'school-forms/prairie-ridge'])(
    'is not %s, which the check would refuse: the command says so and writes nothing',
    async (key) => {
      const before = readTree(content).files.size
      const said: string[] = []
      const desk = { content, now: Date.parse(`${TODAY}T12:00+08:00`), print: () => undefined }
      expect(
        await runContent(['prepare', key, '--from', LATER], { ...desk, fail: (line: string) => said.push(line) }),
      ).toBe(2)
      expect(said[0]).toContain(`${key} cannot begin on a day`)
      expect(said[0]).toMatch(/Prepare a file of .*legal.*, plans, clauses, insurers, purchase or claims\./)
      expect(readTree(content).files.size).toBe(before)
    },
  )
  it('is not for a day that no calendar has', async () => {
    const said: string[] = []
    const desk = { content, now: Date.parse(`${TODAY}T12:00+08:00`), print: () => undefined }
    const argv = ['prepare', 'plans/us-campus', '--from', '2027-02-30']
    expect(await runContent(argv, { ...desk, fail: (line: string) => said.push(line) })).toBe(2)
    expect(said[0]).toContain('2027-02-30 does not exist')
  })
  it('is checked on its own day, under its own name', () => {
    prepare('plans/us-campus')
    edit(`plans/us-campus.from-${LATER}.yaml`, 'per: year, amount: 1000', 'per: year, amount: a lot')
    const all = readTree(content)
    const found = daysAhead(all, TODAY).map((day) => onDay(all, day, (tree) => checkPlans(tree).problems))
    expect(found.map((list) => list.map(({ file }) => file.slice(content.length + 1)))).toEqual([
      [],
      [`plans/us-campus.from-${LATER}.yaml`],
    ])
    expect(daysBefore(all, '2027-03-01')).toEqual(['2026-12-31'])
  })
  it('has a day that exists, a folder that knows days, and both languages', () => {
    for (const name of ['legal/en/privacy.from-2027-02-30.md', 'letters/en.from-2027-01-01.yaml'])
      writeFileSync(join(content, name), '')
    expect(
      dayNameProblems(readTree(content)).map(({ file, code }) => `${file.slice(content.length + 1)} ${code}`),
    ).toEqual([
      'legal/en/privacy.from-2027-02-30.md from_day',
      'letters/en.from-2027-01-01.yaml from_day',
      'legal/en/privacy.from-2027-02-30.md missing_twin',
    ])
  })
})
