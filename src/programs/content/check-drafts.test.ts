/** Drafts: what the check says, and that nothing that reads content gets one unless it is a preview (decision 0122). */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { filesIn, readOn } from '../../app/content/content-folder.ts'
import { readTree } from '../../app/content/check/content-files.ts'
import { findProduct, loadProducts } from '../../features/overseas/content/load-products.ts'
import { LANGS } from '../../lib/locale.ts'
import { checkContent } from './check-content.ts'

const NOW = Date.UTC(2026, 10, 21, 4)
let content = ''
beforeAll(() => {
  content = join(mkdtempSync(join(tmpdir(), 'drafts-')), 'content')
})
const restore = (): void => {
  rmSync(content, { recursive: true, force: true })
  cpSync('content', content, { recursive: true })
}
beforeAll(restore)
afterEach(() => {
  vi.unstubAllEnvs()
  restore()
})
afterAll(() => rmSync(join(content, '..'), { recursive: true, force: true }))

function edit(path: string, change: (text: string) => string): void {
  const file = join(content, path)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}
const asDraft = (name: string, langs: readonly string[] = LANGS): void => {
  for (const lang of langs)
    edit(name.replace('/', `/${lang}/`) + '.md', (text) => text.replace(/^---\n/, '---\ndraft: true\n'))
}
function check() {
  const { problems, warnings } = checkContent(content, { now: NOW })
  const short = (list: typeof problems) =>
    list.map(({ file, line, code, message, example }) => ({
      at: `${file.slice(content.length + 1)}:${line} ${code}`,
      message: message.replaceAll(`${content}/`, ''),
      example,
    }))
  return { problems: short(problems), warnings: short(warnings).filter(({ at }) => at.endsWith(' draft')) }
}
/** Nothing leads to it. */
const ALONE = 'notices/2027-entry'

describe('the check', () => {
  test('without drafts says nothing of them', () => {
    expect(check()).toEqual({ problems: [], warnings: [] })
  })

  test('the line below the fields is shown as words', () => {
    for (const lang of LANGS)
      edit(`notices/${lang}/2027-entry.md`, (text) => text.replace(/\n---\n/, '\n---\n\ndraft: true\n'))
    expect(check().problems.map(({ at }) => at)).toEqual([
      'notices/cn/2027-entry.md:8 draft_below',
      'notices/en/2027-entry.md:8 draft_below',
    ])
  })

  test('lists them in one warning, and a sound draft stops nothing', () => {
    asDraft(ALONE)
    const { problems, warnings } = check()
    expect(problems).toEqual([])
    expect(warnings).toHaveLength(1)
    expect(warnings[0]?.at).toMatch(/^notices\/cn\/.*:2 draft$/)
    expect(warnings[0]?.message).toContain('notices/cn/2027-entry, notices/en/2027-entry')
  })

  test('reads a draft like every other text', () => {
    asDraft(ALONE)
    edit(`notices/en/2027-entry.md`, (text) => `${text}\n[here](/nowhere)\n`)
    edit(`notices/cn/2027-entry.md`, (text) => text.replace(/^date: .*$/m, 'date: 2026-13-45'))
    expect(check().problems.map(({ at }) => at.replace(/:\d+/, ''))).toEqual(
      expect.arrayContaining(['notices/cn/2027-entry.md shape', 'notices/en/2027-entry.md dead_link']),
    )
  })

  test('refuses a link, a related text and a redirect that lead to one', () => {
    asDraft('faq/ambulance-bill')
    edit('notices/en/2027-entry.md', (text) => `${text}\n[the ambulance](/claims/FAQ/content/ambulance-bill)\n`)
    edit('notices/cn/2027-entry.md', (text) => `${text}\n[救护车](/claims/FAQ/content?id=ambulance-bill)\n`)
    edit('redirects.yaml', (text) => `${text}\n/notice/content/old: /claims/FAQ/content/ambulance-bill\n`)
    for (const lang of LANGS)
      edit(`faq/${lang}/after-a-death.md`, (text) => text.replace(/^next: .*$/m, 'next: [ambulance-bill]'))
    const { problems } = check()
    const ours = problems.filter(({ message }) => /faq\/(en|cn)\/ambulance-bill/.test(message))
    expect(ours.map(({ at }) => at.replace(/:\d+/, ''))).toEqual(
      expect.arrayContaining([
        'notices/en/2027-entry.md draft_link',
        'notices/cn/2027-entry.md draft_link',
        'redirects.yaml draft_link',
        'faq/en/after-a-death.md unknown_slug',
        'faq/cn/after-a-death.md unknown_slug',
      ]),
    )
    for (const { message, example } of ours) {
      expect(message).toMatch(/draft.*Publish it too/)
      expect(example).not.toBe('')
    }
    expect(problems.filter(({ at }) => /ambulance/.test(at))).toEqual([])
  })

  test.each(LANGS)('says once that only the %s twin is one', (lang) => {
    asDraft(ALONE, [lang])
    const { problems } = check()
    expect(problems.map(({ at }) => at)).toEqual([`notices/${lang}/2027-entry.md:2 draft_twin`])
    expect(problems[0]?.example).toBe('draft: true')
  })

  test('refuses a draft of what pages of the site lead to', () => {
    asDraft('legal/complaints')
    expect(check().problems).toContainEqual({
      at: 'legal/en/complaints.md:2 draft_needed',
      message: 'cannot be a draft, because pages of the site lead to it. Remove the line in both languages.',
      example: 'draft: false',
    })
  })
})

describe('whoever reads content', () => {
  const files = () => [...filesIn(join(content, 'notices/en')).keys()]
  test('gets no draft: by name, by folder, as a tree, among products', () => {
    vi.stubEnv('CONTENT_DIR', content)
    const product = loadProducts().find(({ kind }) => kind === 'other')
    expect(files()).toContain('2027-entry.md')
    asDraft(ALONE)
    asDraft(`other/${product?.slug}`)
    expect(files()).not.toContain('2027-entry.md')
    expect(() => readOn(join(content, 'notices/en/2027-entry.md'))).toThrow('ENOENT')
    expect([...readTree(content).files.keys()].filter((path) => path.endsWith('2027-entry.md'))).toEqual([])
    expect([...filesIn(join(content, 'other/cn')).keys()]).not.toContain(`${product?.slug}.md`)
  })

  test('gets them in a preview, and products say in their title that they are drafts', () => {
    const slug = loadProducts(content).find(({ kind }) => kind === 'other')?.slug ?? ''
    asDraft(ALONE)
    asDraft(`other/${slug}`)
    vi.stubEnv('CONTENT_DRAFTS', 'shown')
    vi.stubEnv('MODE', 'development')
    expect(files()).toContain('2027-entry.md')
    const shown = findProduct(slug, loadProducts(content))
    expect([shown?.words.en.title, shown?.words.cn.title]).toEqual([
      expect.stringMatching(/^Draft: ./),
      expect.stringMatching(/^草稿：./),
    ])
  })

  test('the file without a day holds on while a later one is a draft', () => {
    asDraft(ALONE)
    const dated = join(content, 'notices/en/2027-entry.from-2026-11-01.md')
    cpSync(join(content, 'notices/en/2027-entry.md'), dated)
    edit('notices/en/2027-entry.md', (text) => text.replace('draft: true\n', ''))
    expect(filesIn(join(content, 'notices/en'), '2026-11-21').get('2027-entry.md')).toBe(
      join(content, 'notices/en/2027-entry.md'),
    )
  })
})
