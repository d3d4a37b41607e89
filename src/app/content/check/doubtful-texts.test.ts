/** Slips of a text that may be meant, each kind once; the content as it is has none (`check-content.test.ts`). */
import { describe, expect, test } from 'vitest'
import { contradictionDoubts } from './contradictions.ts'
import { daysThatAreNone } from './days-that-are-none.ts'
import { wordDoubts } from './doubtful-words.ts'
import { markdownFilesOf, type MarkdownFile } from './markdown-blocks.ts'
import { productProblems } from './product-problems.ts'
import { twinValueDoubts } from './twin-values.ts'
import { readEntry } from '../entry.ts'

const HEAD = '---\ntitle: "A"\n---\n'
const filesOf = (texts: Record<string, string>): MarkdownFile[] =>
  markdownFilesOf({ root: 'content', files: new Map(Object.entries(texts)) })
const twins = (en: string, cn: string): MarkdownFile[] =>
  filesOf({ 'notices/cn/a.md': HEAD + cn, 'notices/en/a.md': HEAD + en })

test.each<[string, string[]]>([
  ['Closed on 31 November.', ['31 November → 30 November']],
  ['Until November 31, 2026.', ['November 31, 2026 → November 30, 2026']],
  ['From 1 to 30 February', ['30 February → 29 February']],
  ['29 February 2027', ['29 February 2027 → 28 February 2027']],
  ['11月31日起', ['11月31日 → 11月30日']],
  ['2027年13月1日', ['2027年13月1日 → 12月31日']],
  ['29 February, 31 December 2026, 2028年2月29日、10月31日; in March 31 people; May 2026; 24.5 April', []],
])('days that no calendar has: %s', (text, expected) => {
  expect(daysThatAreNone(text).map(({ found, example }) => `${found} → ${example}`)).toEqual(expected)
})

describe('what both languages state', () => {
  const told = (en: string, cn: string): string[] =>
    twinValueDoubts(twins(en, cn)).map(({ field, message }) => `${field} ≠ ${/“(.*)”/.exec(message)?.[1]}`)
  test.each<[string, string, string]>([
    ['It costs USD 100.', '费用为100欧元。', '100欧元 ≠ USD 100'],
    ['At most CNY 100,000.', '最高1万元。', '1万元 ≠ CNY 100,000'],
    ['You pay 30%.', '自付20%。', '20% ≠ 30%'],
    ['From 12 December.', '12月13日起。', '12月13日 ≠ 12 December'],
    ['From 1 to 7 October.', '10月1日至8日。', '10月1日至8日 ≠ 1 to 7 October'],
    ['Call +86 10 12308.', '请拨打+86 10 12380。', '+86 10 12380 ≠ +86 10 12308'],
    ['Within 36 hours.', '36天内。', '36天 ≠ 36 hours'],
    ['In four weeks.', '五周内。', '五周 ≠ four weeks'],
    ['At 9 pm.', '9:00。', '9:00 ≠ 9 pm'],
    ['17:00 to 20:00', '20:00、17:00', '20:00, 17:00 ≠ 17:00, 20:00'],
    ['At 18:00, Beijing time.', '当地时间18:00。', '当地时间 ≠ Beijing time'],
    ['See clause 3.4.', '见条款4.3。', '条款4.3 ≠ clause 3.4'],
    [
      '- {{each.mental}}\n- {{each.dental}}',
      '- {{each.dental}}\n- {{each.dental}}{{each.mental}}',
      '{{each.dental}} ≠ {{each.mental}}',
    ],
    ['[it](/plan/details/us-campus)', '[它](/plan/details/us-j1)', '/plan/details/us-j1 ≠ /plan/details/us-campus'],
  ])('%s and %s', (en, cn, expected) => {
    expect(told(en, cn)).toEqual([expected])
  })
  test.each([
    ['USD 250,000 to 500,000', '25万至50万美元'],
    ['From 1 to 7 October', '10月1日至7日'],
    ['You pay 30%, for 12 months.', '自付三成，1年。'],
    ['Day or night, within two days.', '24小时均可，两天内。'],
    ['At 21:00.', '21时。'],
    ['In {{limits.a}} days; see [it](/notice#s1).', '{{limits.a}}天；见[它](/notice)。'],
    ['Call 0800 111 0 111.', '请拨打0800-111-0-111。'],
  ])('%s says the same as %s', (en, cn) => {
    expect(told(en, cn)).toEqual([])
  })
  test('a picture in one of them', () => {
    const found = twinValueDoubts(twins('![A clinic](/pictures/a.jpg)', '诊所。'))
    expect(found.map(({ file, field }) => `${file} ${field}`)).toEqual(['content/notices/cn/a.md /pictures/a.jpg'])
  })
})

describe('words that are most likely a slip', () => {
  const told = (body: string, lang = 'en', head = HEAD, folder = 'notices'): string[] =>
    wordDoubts(filesOf({ [`${folder}/${lang}/a.md`]: head + body })).map(({ field }) => field)
  test.each<[string, string, string[]]>([
    ['Call the the clinic.', 'en', ['the the']],
    ['I know that that helps.', 'en', []],
    ['您的的保单，以学习为目的的停留。', 'cn', ['的的']],
    ['你可以。', 'cn', ['你']],
    ['说“你好”。', 'cn', []],
    ['From 12/11/2026 on.', 'en', ['12/11/2026']],
    ['Tomorrow we close.', 'en', ['Tomorrow']],
    ['下周一关闭。', 'cn', ['下周一']],
    ['请拨打13812345678。', 'cn', ['13812345678']],
    ['转账至6222 0212 3456 7890 123。', 'cn', ['6222 0212 3456 7890 123']],
    ['Call +61 1800 975 707.', 'en', []],
    ['请加微信youfang_kefu88。', 'cn', ['微信youfang_kefu88']],
    ['We use WeChat Pay.', 'en', []],
    ['Write to zhang.wei@gmail.com.', 'en', ['zhang.wei@gmail.com']],
    ['Ask us (by mail or phone.', 'en', ['Ask us (by mail or phone.']],
    ['a) One', 'en', ['a)']],
    ['Complain to the regulator at 12315.', 'en', ['12315']],
    ['We pay it.\n\nSend us the invoice and the notes of the', 'en', ['Send us the invoice and the notes of the']],
    ['我们会赔付。\n\n请在就诊后的三十天以内提交并且', 'cn', ['请在就诊后的三十天以内提交并且']],
    ['We pay it.\n\n[What to send after an accident abroad](/claim)', 'en', []],
    ['Yes, but not always and not at once\n\nA heading of a list', 'en', []],
  ])('%s', (body, lang, expected) => {
    expect(told(body, lang)).toEqual(expected)
  })
  test('a summary ends as a sentence; only notices are read later', () => {
    expect(told('Text.', 'en', '---\nsummary: "We close and"\n---\n')).toEqual(['We close and'])
    expect(told('Tomorrow is the first day.', 'en', HEAD, 'guides')).toEqual([])
  })
  test('a question, and a list that names one thing twice', () => {
    expect(told('Text.', 'en', HEAD, 'faq')).toEqual(['title'])
    expect(told('Text.', 'en', '---\ntitle: How?\n---\n', 'faq')).toEqual([])
    expect(told('Text.', 'en', '---\ndocuments: [a, b, a]\n---\n', 'guides')).toEqual(['documents'])
  })
})

describe('what a text says twice', () => {
  const told = (body: string, lang = 'en', head = HEAD): string[] =>
    contradictionDoubts(filesOf({ [`notices/${lang}/a.md`]: head + body })).map(({ line, field }) => `${line} ${field}`)
  test.each<[string, string, string[]]>([
    ['In {{limits.decisionDays}} hours.', 'en', ['4 {{limits.decisionDays}}']],
    ['{{limits.decisionDays}}个月内。', 'cn', ['4 {{limits.decisionDays}}']],
    ['{{limits.decisionDays}}日内，{{limits.admissionHours}}小时。', 'cn', []],
    ['這份保險的說明。', 'cn', ['4 這險說']],
    ['明细（診療明細書、醫療費）。', 'cn', []],
  ])('%s', (body, lang, expected) => {
    expect(told(body, lang)).toEqual(expected)
  })
  test('title and summary', () => {
    const head = (day: string): string => `---\ntitle: "Closed on ${day} December"\nsummary: "On 12 December."\n---\n`
    expect(told('Text.', 'en', head('13'))).toEqual(['2 13 December'])
    expect(told('Text.', 'en', head('12'))).toEqual([])
  })
  test.each([
    ['Closed on 24 December', ['3 date: 2026-12-26']],
    ['Closed on 26 December', []],
    ['Closed on 1 January', []],
    ['Open again after 24 December', []],
  ])('the day of a notice: %s', (title, expected) => {
    expect(told('Text.', 'en', `---\ntitle: "${title}"\ndate: 2026-12-26\n---\n`)).toEqual(expected)
  })
  test.each([
    ['19:00', ['7 19:00']],
    ['17:00', []],
    ['18:00', []],
  ])('London at %s', (time, expected) => {
    const table = `| Place | From |\n| --- | --- |\n| Beijing | 01:00 |\n| London | ${time} |\n| New York | 12:00 |\n| Sydney | 04:00 |\n`
    expect(told(table)).toEqual(expected)
  })
  test('a number that is nearly another', () => {
    const texts = {
      'faq/en/a.md': 'Call +86 10 12308.',
      'faq/en/b.md': '+86 10 12308',
      'faq/en/c.md': '+86 10 12380, 5550 0162',
    }
    expect(contradictionDoubts(filesOf(texts)).map(({ file, example }) => `${file} ${example}`)).toEqual([
      'content/faq/en/c.md +86 10 12308',
    ])
  })
})

test.each<[string, string, string[]]>([
  ['ages exchanged', 'ageFrom: 65\nageTo: 6', ['ageFrom']],
  ['a share of 1', 'share: 1', ['share']],
  ['another length than its words', 'longest: 60', ['who']],
  ['what is right', 'ageFrom: 6\nageTo: 65\nshare: 90\nlongest: 30', []],
])('figures of a product: %s', (_, figures, expected) => {
  const raw = `---\ntitle: T\nsummary: S.\nwho: "One journey of up to 30 days."\ninsurer: a\nneed: travel\ncurrency: CNY\nprice: 98\nper: trip\n${figures.includes('longest') ? '' : 'longest: 30\n'}${figures}\norder: 2\ndate: 2026-11-23\n---\n\n## What is not covered\n\n- Sport.\n`
  const found = productProblems([readEntry('other', 'en', 'a', 'content/other/en/a.md', raw)], undefined)
  expect(found.map(({ field }) => field)).toEqual(expected)
})
