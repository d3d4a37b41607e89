/** The texts themselves: both languages together, every placeholder known, every word a screen needs. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { frontmatter } from '../../lib/frontmatter.ts'
import { LANGS, type Lang } from '../../lib/locale.ts'
import { commonValues, fill } from '../../lib/placeholders.ts'
import { localLinks } from './links.ts'
import { articleSchema, faqSchema, guideSchema, legalSchema, noticeSchema, pageSchema } from './schemas.ts'

const SCHEMAS = { legal: legalSchema, notices: noticeSchema, articles: articleSchema, guides: guideSchema, pages: pageSchema, faq: faqSchema }
type Name = keyof typeof SCHEMAS
const names = Object.keys(SCHEMAS) as Name[]
const slugs = (name: Name, lang: Lang): string[] => readdirSync(join('content', name, lang)).filter((f) => f.endsWith('.md')).sort()

function read(name: Name, lang: Lang, file: string) {
  const path = join('content', name, lang, file)
  const { data, body } = frontmatter(fill(readFileSync(path, 'utf8'), commonValues(lang), { file: path }), path)
  return { path, data: SCHEMAS[name].parse(data), body }
}
const all = names.flatMap((name) => LANGS.flatMap((lang) => slugs(name, lang).map((file) => ({ name, lang, file }))))

describe.each(names)('%s', (name) => {
  test('has the same entries in both languages', () => {
    expect(slugs(name, 'cn')).toEqual(slugs(name, 'en'))
  })
  test('has the same facts above both texts', () => {
    for (const file of slugs(name, 'en')) {
      const facts = (lang: Lang) => ({ ...read(name, lang, file).data, title: '', summary: '', answer: '' })
      expect(facts('cn'), file).toEqual(facts('en'))
    }
  })
})

describe.each(all)('$name/$lang/$file', ({ name, lang, file }) => {
  const entry = read(name, lang, file)
  const words = `${JSON.stringify(entry.data)}\n${entry.body}`

  test('has the same number of headings as its twin', () => {
    const headings = (l: Lang) => read(name, l, file).body.match(/^##+ /gm)?.length ?? 0
    expect(headings('cn')).toBe(headings('en'))
  })
  test('leads only to entries that exist', () => {
    for (const [, path = ''] of entry.body.matchAll(/\]\(\/(?:information|notice|claims|claims\/FAQ)\/content\/([a-z0-9-]+)/g)) {
      expect(names.some((n) => existsSync(join('content', n, lang, `${path}.md`))), path).toBe(true)
    }
  })
  test('keeps the tone: no exclamation marks, no words of the never-write lists', () => {
    const never = lang === 'en'
      ? /!(?!\[)|\bkindly\b|insurant|hesitation period|supplementary materials|compensation ratio|\boops\b/i
      : /[！]|保险政策|可扣除额|扣除额|被保人|受益者|承保范围|医疗撤离|逐项账单|提交索赔|收银员|发票标题|要保人|冷静期|自动续保|承诺续保|(?:^|[^，。])亲[，,]/
    expect(words.match(never)?.[0]).toBeUndefined()
  })
  test('names each column of a table, or none of them', () => {
    const heads = entry.body.split('\n').filter((_, i, lines) => /^\|(?:\s*:?-+:?\s*\|)+\s*$/.test(lines[i + 1] ?? ''))
    for (const head of heads) {
      const cells = head.split('|').slice(1, -1).map((cell) => cell.trim())
      expect(cells.every((cell) => cell === '') || cells.every((cell) => cell !== ''), head).toBe(true)
    }
  })
  if (lang === 'en') test('has typographic quotation marks', () => {
    const prose = `${entry.data.title}\n${'summary' in entry.data ? entry.data.summary : entry.data.answer}\n${entry.body.replace(/`[^`]*`/g, '')}`
    expect(prose.match(/.{0,12}["'].{0,12}/)?.[0]).toBeUndefined()
  })
  if (lang === 'cn') test('closes bold before the full stop: markdown does not see the end otherwise', () => {
    const bold = entry.body.split('\n').flatMap((line) => line.split('**').flatMap((part, i, all) => (i % 2 ? [[part, all[i + 1] ?? '']] : [])))
    expect(bold.filter(([inside = '', after = '']) => /[。，：；）”]$/.test(inside) && /^[^\s|]/.test(after))).toEqual([])
  })
  if (lang === 'cn') test('has full-width punctuation and no hand-made spaces between the scripts', () => {
    const prose = entry.body.replace(/`[^`]*`|\]\([^)]*\)|^(?:## )?\d+(?:\.\d+)*\.? /gm, '')
    expect(prose.match(/[\u4e00-\u9fff][,;:?]|[\u4e00-\u9fff] +[A-Za-z0-9]|[A-Za-z0-9] +[\u4e00-\u9fff]/g)?? []).toEqual([])
  })
})

test('a link appears when what it leads to exists', () => {
  const none = (): boolean => false
  expect(localLinks('See [the plans](/plan) now.\n\n[See the plans](/plan)\n\nEnd', 'en', none)).toBe('See the plans now.\n\nEnd')
})

test('a link gets the language of its text', () => {
  expect(localLinks('[a](/notice) [b](https://x.example/) [c](//x)', 'cn')).toBe('[a](/cn/notice) [b](https://x.example/) [c](//x)')
  expect(localLinks('[a](/notice)', 'en')).toBe('[a](/notice)')
})
