import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problemText } from '../../lib/content/source-problems.ts'
import { checkWords } from './interface-words.ts'
import { namesInUse } from './words-in-use.ts'
import { interfaceWordDoubts } from './interface-word-doubts.ts'

const told = (namespace: string, en: Record<string, string>, cn: Record<string, string>): string[] =>
  interfaceWordDoubts(
    [['en', en] as const, ['cn', cn] as const].map(([lang, words]) => ({
      namespace,
      lang,
      file: `${lang}.json`,
      words: new Map(Object.entries(words).map(([key, text]) => [key, { text, path: [key] }])),
      lineOf: () => 1,
    })),
  ).map(({ file, field }) => `${file} ${field}`)

test.each<[string, Record<string, string>, Record<string, string>, string[]]>([
  ['a button', { close: 'Close the search' }, { close: '打开搜索' }, ['cn.json close']],
  ['what it should say', { close: 'Close the search' }, { close: '关闭搜索' }, []],
  ['another person', { a: 'Sign in as the policyholder.' }, { a: '用被保险人的手机号登录。' }, ['cn.json a']],
  ['another document', { a: 'Passport' }, { a: '身份证' }, ['cn.json a']],
  [
    'after a moment',
    { a: 'Until {{until}}, you can undo it.' },
    { a: '{{until}}（北京时间）后可以撤销。' },
    ['cn.json a'],
  ],
  ['another currency', { a: 'It costs CNY 500.' }, { a: '费用为500美元。' }, ['cn.json a']],
  ['another time', { a: 'Within 48 hours.' }, { a: '3天内。' }, ['cn.json a']],
  ['the same in other words', { a: 'Within 48 hours, CNY 500.' }, { a: '2天内，500元。' }, []],
  ['a day of the week', { a: 'Sent automatically.' }, { a: '周六自动发送。' }, ['cn.json a']],
  [
    'two choices',
    { 'relationship.child': 'My spouse', 'relationship.spouse': 'My spouse' },
    { 'relationship.child': '我的子女', 'relationship.spouse': '我的配偶' },
    ['en.json relationship.spouse', 'cn.json relationship.child'],
  ],
])('%s', (_, en, cn, expected) => {
  expect(told('a', en, cn)).toEqual(expected)
})

test('mails that a mailbox shows as one, whatever the values are called', () => {
  const cn = { 'a.subject': '甲', 'b.subject': '乙', 'c.subject': '丙' }
  const of = (...subjects: [string, string][]): string[] => told('messages', Object.fromEntries(subjects), cn)
  expect(of(['a.subject', 'Order {{order}}: paid'], ['b.subject', 'Order {{number}} paid'])).toEqual([
    'en.json b.subject',
  ])
  expect(of(['a.subject', 'Policy {{number}} ends'], ['b.subject', 'Policy {{number}} begins'])).toEqual([])
  const [early, usual] = ['policy_surrender_early.subject', 'policy_surrender.subject']
  expect(of([usual, 'It is cancelled'], [early, 'It is cancelled'])).toEqual([])
  expect(of(['paid.subject', 'It is cancelled'], [early, 'It is cancelled'])).toEqual([`en.json ${early}`])
})

test('a day in a mail that is another one when it is read', () => {
  const en = { 'a.text': 'Cover begins tomorrow.', 'b.text': 'Cover begins on {{start}}.', 'c.sms': 'Pay today.' }
  const cn = {
    'a.text': '保障明天开始。',
    'b.text': '保障自{{start}}开始。',
    'c.sms': '请于今日付款。',
    'd.text': '证明日期',
  }
  expect(told('messages', en, cn)).toEqual(['en.json a.text', 'en.json c.sms', 'cn.json a.text', 'cn.json c.sms'])
  expect(told('plans', en, cn)).toEqual([])
})

test('what its place cannot show', () => {
  const long = 'If this was not you, press here to undo the change'
  const same = { 'x_added.subject': 'Your account', 'x_removed.subject': 'Your account', 'x_added.action': long }
  const cn = { 'x_added.subject': '新增', 'x_removed.subject': '移除', 'x_added.action': '撤销' }
  expect(told('messages', same, cn)).toEqual(['en.json x_removed.subject', 'en.json x_added.action'])
  expect(told('titles', { a: 'A '.repeat(40) }, { a: '一' })).toEqual(['en.json a'])
  expect(told('search', { same: 'a = b' }, { same: 'deductible = excess；PDF' })).toEqual(['cn.json same'])
})

test('a value of a name that the sources do not have is refused, also where both languages have it', () => {
  const root = mkdtempSync(join(tmpdir(), 'words-'))
  const says = (en: string, cn: string): string[] => {
    for (const [lang, a, b] of [
      ['en', en, 'In all {{amount}}, {{first.name}}'],
      ['cn', cn, '共{{amount}}，{{first.name}}'],
    ] as const) {
      mkdirSync(join(root, lang), { recursive: true })
      writeFileSync(join(root, lang, 'plans.json'), JSON.stringify({ a, b }, undefined, 2))
    }
    const none = { values: () => undefined, needed: () => [], signature: () => undefined, keys: new Map() }
    return checkWords(root, { ...none, names: namesInUse() }).problems.map((it) =>
      problemText(it).slice(root.length + 1),
    )
  }
  try {
    expect(says('{{amount}} a day, {count}', '每日{{amount}}，{count}')).toEqual([])
    expect(says('{{amout}} a day', '每日{{amout}}')).toEqual(
      ['en', 'cn'].map(
        (lang) =>
          `${lang}/plans.json:2: a: has {{amout}}, which nothing on this site hands over: check its spelling in both languages. Example: {{amount}}`,
      ),
    )
    expect(says('{{amount}} a day', '每日{{amuont}}')).toHaveLength(2)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
