/** A value that only one row or file may have, or that belongs to another one; each kind once. */
import { describe, expect, test } from 'vitest'
import { factDoubts } from './doubtful-facts.ts'

const facts = (files: Record<string, string>): string[] =>
  factDoubts({ root: 'content', files: new Map(Object.entries(files)) }, '2026-11-29', undefined).map(
    ({ file, line, field }) => `${file.slice('content/'.length)}:${line} ${field}`,
  )
const JAPAN =
  'name: { en: Japan, cn: 日本 }\nemergency: { ambulance: "119", police: "110" }\nnote:\n  en: "Call 119, or 110."\n'
const KOREA = JAPAN.replace('Japan', 'South Korea').replace('日本', '韩国').replaceAll('110', '112')
const LISTS = { 'hospitals/jp.yaml': JAPAN, 'hospitals/kr.yaml': KOREA }

describe('rows that were copied', () => {
  const hospital = (more: string): string =>
    `${JAPAN}hospitals:\n  - slug: a\n    local: { text: 病院, lang: ja }\n${more}`
  const letters = (...lines: string[]): Record<string, string> =>
    Object.fromEntries(['en', 'cn', 'de'].map((id, i) => [`letters/${id}.yaml`, `# note\na: ${lines[i]}\n`]))
  test.each<[string, Record<string, string>, string[]]>([
    ['order', { 'schools/a.yaml': 'order: 1\n', 'schools/b.yaml': 'order: 1\n' }, ['schools/b.yaml:1 order: 1']],
    [
      'a complaint line',
      { 'insurers/a.yaml': 'complaints: "+86 21 5550 0162"\n', 'insurers/b.yaml': 'complaints: "+86 21 5550 0162"\n' },
      ['insurers/b.yaml:1 complaints: "+86 21 5550 0162"'],
    ],
    [
      'a language',
      { 'hospitals/jp.yaml': hospital('    local: { text: 医院, lang: ko }\n') },
      ['hospitals/jp.yaml:8 lang: ko'],
    ],
    [
      'a name',
      { 'hospitals/jp.yaml': hospital('    local: { text: 病院, lang: ja }\n') },
      ['hospitals/jp.yaml:8 病院'],
    ],
    ['departments', { 'hospitals/jp.yaml': hospital('    departments: [eye, eye]\n') }, ['hospitals/jp.yaml:8 eye']],
    ['hours', { 'hospitals/jp.yaml': hospital('    hours: "9:00–25:00"\n') }, ['hospitals/jp.yaml:8 25:00']],
    [
      'phones',
      { 'hospitals/jp.yaml': hospital('    phone: "+81 3 5555 0100"\n    phone: "+81 3 5555 0100"\n') },
      ['hospitals/jp.yaml:9 +81 3 5555 0100'],
    ],
    [
      'numbers of a note',
      { 'hospitals/jp.yaml': `${JAPAN.trimEnd()}\n  cn: 拨119，或111。\n` },
      ['hospitals/jp.yaml:5 111'],
    ],
    [
      'a city',
      { 'insurers/a.yaml': 'address: { en: "30 Road, Hangzhou", cn: 广州市示例路30号 }\n' },
      ['insurers/a.yaml:1 广州'],
    ],
    ['a city of a school', { 'schools/a.yaml': 'city: { en: Leeds, cn: 伦敦 }\n' }, ['schools/a.yaml:1 伦敦']],
    ['a quarter', { 'insurers/a.yaml': 'solvency: { asOf: 2026-09-13 }\n' }, ['insurers/a.yaml:1 asOf: 2026-09-13']],
    ['an English name', { 'schools/a.yaml': 'name: { en: A School, cn: A School }\n' }, ['schools/a.yaml:1 A School']],
    [
      'a name of two schools',
      {
        'schools/a.yaml': 'name: { en: Lake University, cn: 湖岸大学 }\n',
        'schools/b.yaml': 'name: { en: Hill University, cn: 湖岸大学 }\n',
      },
      ['schools/b.yaml:1 name: { en: Hill University, cn: 湖岸大学 }'],
    ],
    [
      'a city of another country',
      {
        'hospitals/us.yaml': '    city: { en: Madison, cn: 麦迪逊 }\n',
        'hospitals/nz.yaml': '    city: { en: Dunedin, cn: 但尼丁 }\n',
        'schools/a.yaml': 'country: nz\ncity: { en: Madison, cn: 麦迪逊 }\n',
        'schools/b.yaml': 'country: nz\ncity: { en: Napier, cn: 内皮尔 }\n',
      },
      ['schools/a.yaml:2 Madison'],
    ],
    [
      'names of hospitals',
      {
        'hospitals/jp.yaml': `${JAPAN}hospitals:\n${['甲医院', '甲医院', 'St. Luke’s']
          .map((cn, i) => `  - slug: h${i}\n    name: { en: H${i}, cn: ${cn} }\n    city: { en: Tokyo, cn: 东京 }\n`)
          .join('')}`,
      },
      ['hospitals/jp.yaml:10 甲医院', 'hospitals/jp.yaml:13 St. Luke’s'],
    ],
    [
      'numbers of a note, exchanged',
      { 'hospitals/jp.yaml': `${JAPAN}  cn: 叫救护车和火警拨110，报警拨119。\n` },
      ['hospitals/jp.yaml:5 叫救护车和火警拨110'],
    ],
    ['visas', { 'plans/a.yaml': 'visas: [student, student]\n' }, ['plans/a.yaml:1 student']],
    [
      'a part of a payment',
      { 'plans/a.yaml': 'delay: { amount: 300, perHours: 5, max: 1000 }\n' },
      ['plans/a.yaml:1 max: 1000'],
    ],
    ['a code in a letter', letters('ICD-10', 'ICD-9', 'ICD-10'), ['letters/cn.yaml:2 ICD-9']],
    ['an age in a letter', letters('Under 18', '未满20周岁', 'unter 18'), ['letters/cn.yaml:2 20']],
    [
      'a period in a letter',
      letters('within two weeks', '两周内', 'in drei Wochen'),
      ['letters/de.yaml:2 drei Wochen'],
    ],
    ['the same period in a letter', letters('within 14 days', '14天内', 'in vierzehn Tagen'), []],
    [
      'Chinese in a letter',
      { 'letters/ja.yaml': 'a: 如方便，请在两周内寄出。\nb: 診療記録の写し\n' },
      ['letters/ja.yaml:1 请两'],
    ],
    ['Japanese in a letter', letters('Date', '日付です', 'Datum'), ['letters/cn.yaml:2 です']],
    [
      'two rates exchanged',
      {
        'rates/cny.yaml':
          '  - { day: 2026-11-01, EUR: "8.3500", GBP: "9.5200", USD: "7.1000" }\n' +
          '  - { day: 2026-11-02, EUR: "9.5200", GBP: "8.4000", USD: "7.1200" }\n',
      },
      ['rates/cny.yaml:2 EUR: 9.52'],
    ],
    ['a row of rates', { 'rates/cny.yaml': '  - { day: 2027-11-01 }\n' }, ['rates/cny.yaml:1 day: 2027-11-01']],
  ])('%s', (_, files, expected) => {
    expect(facts(files)).toEqual(expected)
  })
  test('an article about one country', () => {
    const article = (words: string): string[] =>
      facts({ ...LISTS, 'articles/en/a.md': `---\ntitle: T\ncountries: [jp]\ndate: 2026-11-29\n---\n${words}\n` })
    expect(article('It costs KRW 70, about USD 1 or JPY 100. Checked in November 2026.')).toEqual([
      'articles/en/a.md:6 KRW 70',
    ])
    expect(article('Checked in November 2027.')).toEqual(['articles/en/a.md:6 Checked in November 2027'])
    expect(article('Checked in November 2024.')).toEqual(['articles/en/a.md:6 Checked in November 2024'])
    expect(facts({ ...LISTS, 'faq/en/a.md': 'In Japan, call +82 3 1234 5678. Or +86 10 12308.' })).toEqual([
      'faq/en/a.md:1 +82 3 1234 5678',
    ])
  })
})
