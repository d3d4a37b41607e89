/** Facts of different files that contradict each other, each kind once; the content as it is has none. */
import { describe, expect, test } from 'vitest'
import type { Tree } from '../../lib/content/content-tree.ts'
import { factDoubts } from './doubtful-facts.ts'
import { planWordDoubts } from './doubtful-plan-words.ts'

const TODAY = '2026-11-29'
const tree = (files: Record<string, string>): Tree => ({ root: 'content', files: new Map(Object.entries(files)) })
const HISTORY = { changes: new Map(), all: new Map(), last: 0 }
const facts = (files: Record<string, string>): string[] =>
  factDoubts(tree(files), TODAY, HISTORY).map(
    ({ file, line, field }) => `${file.slice('content/'.length)}:${line} ${field}`,
  )

const JAPAN =
  'name: { en: Japan, cn: 日本 }\nemergency: { ambulance: "119", police: "110" }\nnote:\n  en: "Call 119, or 110."\n'
const KOREA = JAPAN.replace('Japan', 'South Korea').replace('日本', '韩国').replaceAll('110', '112')
const LISTS = { 'hospitals/jp.yaml': JAPAN, 'hospitals/kr.yaml': KOREA }

describe('days', () => {
  const notice = (date: string, more = ''): Record<string, string> => ({
    'notices/en/a.md': `---\ndate: ${date}\n${more}---\n`,
  })
  test.each<[string, Record<string, string>, string[]]>([
    ['of a new notice, last year', notice('2025-11-28'), ['notices/en/a.md:2 date: 2025-11-28']],
    ['of a notice, decades ahead', notice('2062-11-28'), ['notices/en/a.md:2 date: 2062-11-28']],
    ['until which it is pinned', notice(TODAY, 'expires: 2126-11-30\n'), ['notices/en/a.md:3 expires: 2126-11-30']],
    ['of a notice that is planned', notice('2026-12-24', 'expires: 2027-01-31\n'), []],
    ['on which something was checked', { 'plans/en/a.md': 'asOf: 2027-11-20\n' }, ['plans/en/a.md:1 asOf: 2027-11-20']],
    ['of a copy for a later day', { 'plans/a.from-2027-01-01.yaml': 'changed: 2027-01-01\n' }, []],
  ])('%s', (_, files, expected) => {
    expect(facts(files)).toEqual(expected)
  })
})

test('files that nothing reads', () => {
  const names = ['plans/a.yaml.bak', 'plans/cn/a (1).md', 'schools/a.yml', 'notes.txt', 'plans/a.from-2027-01-01.yaml']
  const found = factDoubts(tree(Object.fromEntries(names.map((name) => [name, '']))), TODAY, HISTORY)
  expect(found.filter(({ field }) => field === '(file)').map(({ file }) => file)).toEqual(
    names.slice(0, 4).map((name) => `content/${name}`),
  )
})

describe('countries', () => {
  const article = (words: string, countries = 'jp', lang = 'en'): Record<string, string> => ({
    ...LISTS,
    [`articles/${lang}/a.md`]: `---\ntitle: "Seeing a doctor in ${lang === 'en' ? 'Japan' : '日本'}"\ncountries: [${countries}]\n---\n${words}\n`,
  })
  test.each<[string, Record<string, string>, string[]]>([
    ['of its title', article('Text.', 'kr'), ['articles/en/a.md:3 countries']],
    ['emergency number', article('In an emergency, call 911.'), ['articles/en/a.md:5 emergency, call 911']],
    [
      'emergency number in Chinese',
      article('| 生命危险 | 拨120 |', 'jp', 'cn'),
      ['articles/cn/a.md:5 生命危险 | 拨120'],
    ],
    ['what is right', article('| Life at risk | 119 |\n\nIn an emergency, call 119. In Japan, call #7119.'), []],
    [
      'a list of numbers',
      { ...LISTS, 'faq/en/a.md': '112 for an ambulance in Japan and South Korea' },
      ['faq/en/a.md:1 112 for an ambulance in Japan and South Korea'],
    ],
    ['a list of help lines', { ...LISTS, 'faq/en/a.md': '988 in Japan', 'faq/cn/a.md': '日本、韩国救护车119' }, []],
    [
      'its own note',
      { 'hospitals/jp.yaml': JAPAN.replace('ambulance: "119"', 'ambulance: "911"') },
      ['hospitals/jp.yaml:2 911'],
    ],
    [
      'code of a hospital',
      { 'hospitals/jp.yaml': `${JAPAN}hospitals:\n    phone: "+82 2 1234 5678"\n` },
      ['hospitals/jp.yaml:6 +82 2 1234 5678'],
    ],
    [
      'code of a help line',
      { 'insurers/a.yaml': '    local:\n      us: "+44 800 555 0199"\n' },
      ['insurers/a.yaml:2 +44 800 555 0199'],
    ],
    [
      'state of its city',
      {
        'hospitals/us.yaml': ['ma', 'ma', 'ny']
          .map((it) => `  - slug: a\n    state: ${it}\n    city: { en: Boston, cn: 波士顿 }\n`)
          .join(''),
      },
      ['hospitals/us.yaml:8 ny'],
    ],
    [
      'language of a letter',
      { 'letters/en.yaml': 'a: The date of each visit\n', 'letters/de.yaml': '# x\na: The date of each visit\n' },
      ['letters/de.yaml:2 a: The date of each visit'],
    ],
    [
      'a call in a sentence',
      { ...LISTS, 'notices/en/a.md': 'In Japan, call 112. In Japan, call 110 for an ambulance. In Japan, dial 119.' },
      ['notices/en/a.md:1 In Japan, call 112', 'notices/en/a.md:1 In Japan, call 110 for an ambulance'],
    ],
    [
      'the police for an ambulance',
      article('110: the ambulance is free. 119: the ambulance.'),
      ['articles/en/a.md:5 110: the ambulance'],
    ],
    ['code in an article', article('Call +82 2 1345 0000, or +86 10 12308.'), ['articles/en/a.md:5 +82 2 1345 0000']],
    [
      'numbers that the note explains otherwise',
      {
        'hospitals/jp.yaml': JAPAN.replace('"Call 119', '"Call 119 for an ambulance').replace(
          'ambulance: "119", police: "110"',
          'ambulance: "110", police: "119"',
        ),
      },
      ['hospitals/jp.yaml:2 ambulance: "110"'],
    ],
    [
      'an English name in Chinese',
      { 'hospitals/jp.yaml': `${JAPAN}hospitals:\n  - slug: a\n    name: { en: A Clinic, cn: A Clinic }\n` },
      ['hospitals/jp.yaml:7 A Clinic'],
    ],
    ['an address that is none', { 'insurers/a.yaml': 'email: a@b.exmaple\n' }, ['insurers/a.yaml:1 @b.exmaple']],
    [
      'a number of the country',
      { 'hospitals/uk.yaml': '    phone: "+44 20 7188 718"\n' },
      ['hospitals/uk.yaml:1 +44 20 7188 718'],
    ],
    [
      'a question for another person',
      { 'purchase/en/health.md': '    text: "In 5 years?"\n    other: "In 2 years?"\n' },
      ['purchase/en/health.md:2 other'],
    ],
    ['a digit lost', { 'insurers/a.yaml': 'service: "+86 21 5550 162"\n' }, ['insurers/a.yaml:1 +86 21 5550 162']],
  ])('%s', (_, files, expected) => {
    expect(facts(files)).toEqual(expected)
  })
})

describe('figures', () => {
  const school = (currency: string, example: string): Record<string, string> => ({
    'schools/a.yaml': `country: uk\ncurrencies:\n  ${currency}: { least: 1, most: 2 }\nstudentNumber: { from: 9, to: 9, letters: false, example: "${example}" }\n`,
  })
  const form = (rule: string): Record<string, string> => ({
    'school-forms/a.yaml': `fields:\n  - { label: "At most, or at least USD 250,000", fact: yearMaximum, ${rule} }\n`,
  })
  const rates = (...euro: string[]): Record<string, string> => ({
    'rates/cny.yaml': euro.map((rate) => `  - { day: 2026-01-01, EUR: "${rate}" }\n`).join(''),
  })
  test.each<[string, Record<string, string>, string[]]>([
    ['currency of a school', school('AUD', '201834567'), ['schools/a.yaml:2 currencies']],
    ['example of a number', school('GBP', '2018'), ['schools/a.yaml:4 2018']],
    ['a form and its label', form('atLeast: 2500000'), ['school-forms/a.yaml:2 atLeast: 2500000']],
    [
      'one fact for two lines of a form',
      { 'school-forms/a.yaml': 'a: { fact: remains, atLeast: 1 }\nb: { fact: remains, atMost: 2 }\n' },
      ['school-forms/a.yaml:2 remains'],
    ],
    ['at most for at least', form('atMost: 250000'), ['school-forms/a.yaml:2 atMost: 250000']],
    ['what is right', { ...school('GBP', '201834567'), ...form('atLeast: 250000'), ...rates('7.6', '7.9') }, []],
    [
      'core capital above all',
      { 'insurers/a.yaml': 'solvency: { core: 1643, comprehensive: 208.7 }\n' },
      ['insurers/a.yaml:1 core: 1643, comprehensive: 208.7'],
    ],
    ['rate of another currency', rates('9.05', '7.6', '7.7'), ['rates/cny.yaml:1 EUR: 9.05']],
  ])('%s', (_, files, expected) => {
    expect(facts(files)).toEqual(expected)
  })
})

describe('plans', () => {
  const PLAN = (name: string, words: string): string =>
    `---\nname: ${name}\ntiers: { gold: { name: Gold }, basic: { name: Basic } }\n---\n${words}\n`
  const ROW = '- Mental health: {{each.mental}}.'
  const told = (files: Record<string, string>): string[] =>
    planWordDoubts(
      tree({
        'clauses/en/us.md': `# 3 Cover\n## 3.1 A\n## 3.2 B\n## 3.3 C\n## **3.4 Price**\n${ROW}`,
        'plans/en/us.md': PLAN('US Campus', ROW),
        'plans/en/eu.md': PLAN('Schengen Study', ROW),
        ...files,
      }),
    ).map(({ file, line, field, example }) => `${file.slice('content/'.length)}:${line} ${field} → ${example}`)
  test.each<[string, Record<string, string>, string[]]>([
    [
      'a link',
      { 'faq/en/a.md': '[US Campus](/plan/details/eu)' },
      ['faq/en/a.md:1 [US Campus] → [US Campus](/plan/details/us)'],
    ],
    [
      'another plan’s sentence',
      { 'plans/en/eu.md': PLAN('Schengen Study', 'US Campus pays.') },
      ['plans/en/eu.md:5 US Campus → {{name}}'],
    ],
    [
      'another tier',
      { 'plans/en/us.md': PLAN('US Campus', 'In Gold: {{tier.basic.deductible}}.') },
      ['plans/en/us.md:5 {{tier.basic.deductible}} → {{tier.gold.deductible}}'],
    ],
    [
      'both tiers',
      { 'plans/en/us.md': PLAN('US Campus', 'Gold {{tier.gold.x}}, Basic {{tier.basic.x}}. From {{price.basic.18}}.') },
      [],
    ],
    [
      'another row',
      { 'plans/en/eu.md': PLAN('Schengen Study', '- Mental health: {{each.dental}}') },
      ['plans/en/eu.md:5 {{each.dental}} → {{each.mental}}'],
    ],
    [
      'a tier that it has not',
      {
        'plans/en/uk.md': '---\nname: UK Plus\ntiers: { top: { name: Top } }\n---\n',
        'faq/en/a.md': '[UK Plus](/plan/details/uk), Gold. US Campus, Gold.',
      },
      ['faq/en/a.md:1 Gold → Top'],
    ],
    [
      'nearly its name',
      { 'faq/en/a.md': '[US Campuss](/plan/details/us), [US plans](/plan/details/us)' },
      ['faq/en/a.md:1 [US Campuss] → [US Campus](/plan/details/us)'],
    ],
    [
      'another insurer',
      {
        'plans/us.yaml': 'insurer: a\n',
        'insurers/a.yaml': '',
        'insurers/b.yaml': '',
        'insurers/en/a.md': 'name: Qinghe P&C (sample)\n',
        'insurers/en/b.md': 'name: Lanqiao P&C (sample)\n',
        'faq/en/a.md': '[US Campus](/plan/details/us) is insured by Lanqiao P&C.',
      },
      ['faq/en/a.md:1 Lanqiao P&C → Qinghe P&C'],
    ],
    [
      'bold words, and a question that is none',
      { 'plans/en/us.md': PLAN('US Campus', '**It** pays.\n\n## Questions\n\nWho pays?\n\n### And then?') },
      ['plans/en/us.md:5 **It** → plain words', 'plans/en/us.md:9 Who pays? → ### Who pays?'],
    ],
    [
      'two tiers of one name',
      { 'plans/en/us.md': '---\nname: US Campus\ntiers: { gold: { name: Gold }, basic: { name: Gold } }\n---\n' },
      ['plans/en/us.md:3 Gold → a name of its own'],
    ],
    [
      'tiers of a copy',
      {
        'plans/cn/us.from-2027-03-01.md':
          '---\nname: 美国校园\ntiers:\n  a: { name: 金计划, who: "适合读学位。" }\n  b: { name: Gold Plus, who: "适合读学位。" }\n---\n',
      },
      [
        'plans/cn/us.from-2027-03-01.md:5 适合读学位。 → words of its own',
        'plans/cn/us.from-2027-03-01.md:5 Gold Plus → 升级计划',
      ],
    ],
    [
      'its English name',
      {
        'plans/cn/us.md': '---\nname: 美国校园\n---\n',
        'faq/cn/a.md': 'US Campus可以赔，全称（US Campus）。\nUS Campus可以赔。',
      },
      ['faq/cn/a.md:2 US Campus → 美国校园'],
    ],
    ['an article left out', { 'clauses/en/eu.md': '## 11.1 A\n## 11.3 B' }, ['clauses/en/eu.md:2 ## 11.3 → ## 11.2']],
    [
      'places counted',
      {
        'plans/us.yaml': 'destinations: [us, ca]\n',
        'plans/en/us.md': '---\nname: US Campus\ntagline: In five places\n---\n',
      },
      ['plans/en/us.md:3 five places → two places'],
    ],
    ['a clause', { 'faq/en/a.md': 'Clause 3.4, chapter 3 (clause 9.9).' }, ['faq/en/a.md:1 clause 9.9 → clause 3.4']],
    [
      'a retired plan',
      { 'plans/us.yaml': 'retired: 2026-11-01\n', 'faq/en/a.md': 'Take US Campus.' },
      ['faq/en/a.md:1 US Campus → the plan that follows'],
    ],
  ])('%s', (_, files, expected) => {
    expect(told(files)).toEqual(expected)
  })
})
