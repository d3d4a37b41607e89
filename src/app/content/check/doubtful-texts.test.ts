/** Slips of a text that may be meant, each kind once; the content as it is has none (`check-content.test.ts`). */
import { describe, expect, test } from 'vitest'
import { figureDoubts } from './contradicting-figures.ts'
import { contradictionDoubts } from './contradictions.ts'
import { daysThatAreNone } from './days-that-are-none.ts'
import { shapeDoubts } from './doubtful-shapes.ts'
import { wordDoubts } from './doubtful-words.ts'
import { markdownFilesOf, type MarkdownFile } from './markdown-blocks.ts'
import { productProblems } from './product-problems.ts'
import { twinNameDoubts } from './twin-names.ts'
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
  test('clocks are not changed in winter', () => {
    const head = '---\ntitle: "Closed on 12 December"\nsummary: "On 12 December 2026."\n---\n'
    const table = (time: string): string =>
      `| Place | From |\n| --- | --- |\n| Beijing | 01:00 |\n| London | 17:00 |\n| New York | ${time} |\n| Sydney | 04:00 |\n`
    expect(told(table('13:00'), 'en', head)).toEqual(['9 13:00'])
    expect(told(table('12:00'), 'en', head)).toEqual([])
  })
  test('a number that is nearly another', () => {
    const texts = {
      'faq/en/a.md': 'Call +86 10 12308.',
      'faq/en/b.md': '+86 10 12308',
      'faq/en/c.md': '+86 10 12380, 5550 0162',
      'faq/en/d.md': '+86 10 1230',
      'faq/en/e.md': '+86 21 5550 019',
    }
    expect(contradictionDoubts(filesOf(texts)).map(({ file, example }) => `${file} ${example}`)).toEqual([
      'content/faq/en/c.md +86 10 12308',
      'content/faq/en/d.md +86 10 12308',
      'content/faq/en/e.md {{site.phone}}',
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

describe('what a page shows as a whole', () => {
  const told = (body: string, lang = 'en', head = HEAD, folder = 'notices'): string[] =>
    shapeDoubts(filesOf({ [`${folder}/${lang}/a.md`]: head + body })).map(
      ({ field, example }) => `${field} → ${example}`,
    )
  test.each<[string, string, string[]]>([
    ['You will recieve it.', 'en', ['recieve → receive']],
    ['请先登陆您的帐号。', 'cn', ['帐号 → 账号', '登陆 → 登录']],
    ['台风登陆前请留在室内。', 'cn', []],
    ['Open on weekdays，always.', 'en', ['s， → word, word.']],
    ['班车１０点出发。', 'cn', ['１０ → 10:30']],
    ['表格 已备好。', 'cn', ['格 已 → 已备好']],
    ['Good luck 🎉.', 'en', ['🎉 → the words alone']],
    ['关闭。。', 'cn', ['。。 → 。']],
    ['请选择”其他“。', 'cn', ['请选择” → “…”']],
    ['12月5号闭馆，2026.12.6开放。', 'cn', ['12月5号 → 12月5日', '2026.12.6 → 2026年12月5日']],
    ['Closed on December 5th, 2026.', 'en', ['December 5th, 2026 → 5 December 2026']],
    ['Open until 25:00, from 9:15 and to 24:00.', 'en', ['25:00 → 15:00']],
    ['It costs RMB 100, or $100, or CNY 5,0000.', 'en', ['RMB → CNY 100, 100元', '$1 → USD 100', '5,0000 → 50,000']],
    ['Closed [LZ1].', 'en', ['[LZ1] → the words alone']],
    ['我们在{{limits.decisionDays}}内答复。', 'cn', ['{{limits.decisionDays}} → {{limits.decisionDays}}日']],
    ['Bring your passport and.', 'en', ['Bring your passport and. → The whole sentence.']],
    ['The list is [here](/plan/list).', 'en', ['[here] → [See the plans](/plan/list)']],
    ['The form is attached.', 'en', ['attached → [See the plans](/plan/list)']],
    ['“One”, he’s told: 9:00 – 17:00; version 1.2, 10,000 people… See [all plans](/plan/list).', 'en', []],
  ])('%s', (body, lang, expected) => {
    expect(told(body, lang)).toEqual(expected)
  })
  test('a title', () => {
    const head = (title: string): string => `---\ntitle: ${title}\nsummary: "The hall is closed."\n---\n`
    expect(told('Text.', 'en', head('“The hall”'))).toHaveLength(1)
    expect(told('Text.', 'en', head('The hall.'))).toHaveLength(1)
    expect(told('Text.', 'en', head('"The hall is closed"'))).toHaveLength(1)
    expect(told('Text.', 'en', head(`"${'The hall '.repeat(12)}"`))).toHaveLength(1)
    expect(told('Text.', 'en', head('"The hall"'))).toEqual([])
  })
})

describe('figures that cannot all be right', () => {
  const told = (body: string, lang = 'en', title = 'A'): string[] =>
    figureDoubts(filesOf({ [`notices/${lang}/a.md`]: `---\ntitle: "${title}"\n---\n${body}` })).map(
      ({ field }) => field,
    )
  test.each<[string, string, string[]]>([
    ['Closed from 14 to 5 February.', 'en', ['from 14 to 5']],
    ['2月14日至5日休息，3月1日至8日开放。', 'cn', ['2月14日至5日']],
    ['For students aged 25 to 18.', 'en', ['aged 25 to 18']],
    ['The price rises from CNY 130 to CNY 120.', 'en', ['rises from CNY 130 to CNY 120']],
    ['价格由120元下调至130元。', 'cn', ['由120元下调至130']],
    ['It pays 80% and you pay 30%.', 'en', ['pays 80% and you pay 30%']],
    ['It pays 70% and you pay 30%, aged 18 to 25, from 5 to 14 February.', 'en', []],
    ['| A | CNY |\n| --- | --- |\n| Bed | 800 |\n| Drugs | 200 |\n| Total | 1,100 |', 'en', ['1,100']],
    ['| A | CNY |\n| --- | --- |\n| Bed | 800 |\n| Drugs | 200 |\n| Total | 1,000 |', 'en', []],
  ])('%s', (body, lang, expected) => {
    expect(told(body, lang)).toEqual(expected)
  })
  test('the one day of a text, and its title', () => {
    expect(told('Closed on 15 December.', 'en', 'Closed on 14 December')).toEqual(['15 December'])
    expect(told('Sold for the last time on 31 March.', 'en', 'Ends on 1 April')).toEqual([])
    expect(told('On 14 December; open again on 15 December.', 'en', 'Closed on 14 December')).toEqual([])
  })
})

describe('names and small words in both languages', () => {
  const told = (en: string, cn: string): string[] =>
    twinNameDoubts(twins(en, cn)).map(({ field, message }) => `${field} ≠ ${/“(.*)”/.exec(message)?.[1]}`)
  test.each<[string, string, string[]]>([
    ['In Austria.', '在澳大利亚。', ['澳大利亚 ≠ Austria']],
    ['In Ireland.', '在冰岛。', ['冰岛 ≠ Ireland']],
    ['In Australia and the UK.', '在英国、澳洲。', []],
    ['The office in Shanghai.', '北京办公室。', ['北京 ≠ Shanghai']],
    ['Closed on Mondays.', '周二休息。', ['周二 ≠ Mondays']],
    ['In September.', '十月。', ['十月 ≠ In September']],
    ['Before it, in October.', '10月。', []],
    ['Send it before 12 December.', '12月12日之后提交。', ['月12日之后 ≠ before 12 December']],
    ['Stay at least 3 days.', '最多停留3天。', ['最多停留3 ≠ at least 3']],
    ['The fee rises.', '费用下降。', ['下降 ≠ rises']],
    ['They charge 3%.', '收费3‰。', ['3‰ ≠ 3%']],
    ['From CNY 120 to CNY 130.', '由130元调整为120元。', []],
    ['It goes from CNY 120 to CNY 130.', '由130元调整为120元。', ['由130元调整为120 ≠ from CNY 120 to CNY 130']],
    ['Bring three documents.', '带四份材料。', ['四份 ≠ three documents']],
    ['We cannot take cash.', '可以收现金。', ['可以收现金。 ≠ cannot']],
    ['We cannot take cash.', '不收现金。', []],
  ])('%s and %s', (en, cn, expected) => {
    expect(told(en, cn)).toEqual(expected)
  })
  test('plans and insurers', () => {
    const names = {
      'plans/en/uk.md': '---\nname: UK Plus\n---\n',
      'plans/cn/uk.md': '---\nname: 英国补充\n---\n',
      'plans/en/us.md': '---\nname: US Campus\n---\n',
      'plans/cn/us.md': '---\nname: 美国校园\n---\n',
    }
    const found = twinNameDoubts(
      filesOf({ ...names, 'faq/en/a.md': `${HEAD}UK Plus pays.`, 'faq/cn/a.md': `${HEAD}美国校园可以赔。` }),
    )
    expect(found.map(({ field }) => field)).toContain('美国校园')
  })
})
