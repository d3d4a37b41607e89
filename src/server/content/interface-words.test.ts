import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemText } from '../../lib/source-problems.ts'
import { checkWords } from './interface-words.ts'
import { searchWordProblems } from './search-words.ts'
import { keysInUse, valuesOfMessage } from './words-in-use.ts'

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'words-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** What is said of a file `messages.json` in both languages. */
function said(en: unknown, cn: unknown, keys: Record<string, string> = {}): string[] {
  for (const [lang, words] of Object.entries({ en, cn })) {
    mkdirSync(join(root, lang), { recursive: true })
    writeFileSync(
      join(root, lang, 'messages.json'),
      typeof words === 'string' ? words : JSON.stringify(words, undefined, 2),
    )
  }
  return checkWords(root, { values: valuesOfMessage, keys: new Map(Object.entries(keys)) }).problems.map((it) =>
    problemText(it).replaceAll(`${root}/`, ''),
  )
}
const EN = { login_code: { text: 'Code {{code}}' } }
const CN = { login_code: { text: '验证码{{code}}' } }

describe('the words of the interface', () => {
  test('nothing is said of sound ones', () => {
    expect(said(EN, CN, { 'messages:login_code.text': 'src/a.ts', 'messages:login_code': 'src/b.ts' })).toEqual([])
    expect(said({ a_one: 'one', a_other: '{{count}}' }, { a_other: '{{count}}个' })).toEqual([])
    expect(said({ a: '{n} of them <b>' }, { a: '<b>{n}个' })).toEqual([])
  })

  test.each([
    [
      'a value misspelt in one language',
      EN,
      { login_code: { text: '验证码{{cod}}' } },
      [
        'cn/messages.json:3: login_code.text: has {{cod}} here and {{code}} in en/messages.json:3. Example: {{code}}',
        'cn/messages.json:3: login_code.text: has {{cod}}, which this message is not given. It has: code, minutes, line, devices. Example: {{code}}',
      ],
    ],
    [
      'a value misspelt in both',
      { login_code: { text: '{{cod}}' } },
      { login_code: { text: '{{cod}}' } },
      ['en', 'cn'].map(
        (lang) =>
          `${lang}/messages.json:3: login_code.text: has {{cod}}, which this message is not given. It has: code, minutes, line, devices. Example: {{code}}`,
      ),
    ],
    [
      'a brace too few',
      { a: '{{day}' },
      { a: '{{day}' },
      ['en', 'cn'].map(
        (lang) =>
          `${lang}/messages.json:2: a: has {{day}: write two plain braces before and after the name. Example: {{day}}`,
      ),
    ],
    [
      'a mark that one lacks',
      { a: '<b>it</b>' },
      { a: '它' },
      ['cn/messages.json:2: a: has no value here and <b> in en/messages.json:2. Example: <b>'],
    ],
    [
      'a key of one language',
      { a: 'A', b: 'B' },
      { a: '甲' },
      ['en/messages.json:3: b: is not in cn/messages.json: both languages have the same keys. Example: "b": "…"'],
    ],
    [
      'a plural of one form',
      { a_other: 'As' },
      { a_other: '甲' },
      ['en/messages.json:2: a_other: needs a_one beside it. Example: "a_one": "…"'],
    ],
    [
      'a number in place of a text',
      { a: 1 },
      { a: '' },
      [
        'en/messages.json:2: a: must be text, in quotes. Example: "key": "Words",',
        'cn/messages.json:2: a: must not be empty. Example: "key": "Words",',
      ],
    ],
  ])('%s', (_, en, cn, problems) => {
    expect(said(en, cn).sort()).toEqual([...problems].sort())
  })

  test('a missing comma is named by its line, and nothing is said of the words of that file', () => {
    const [only, ...more] = said('{\n  "a": "A"\n  "b": "B"\n}', CN, { 'messages:c': 'src/a.ts' })
    expect(only).toMatch(/^en\/messages\.json:3: \(file\): cannot be read here: look for a missing comma/)
    expect(more).toEqual([])
  })

  test('a key that is there twice', () => {
    expect(said('{\n  "a": "A",\n  "a": "B"\n}', { a: '甲' })).toEqual([
      'en/messages.json:3: (file): has a key that is there twice. Example: "key": "Words",',
    ])
  })

  test('a word that the sources show and neither language has', () => {
    expect(said(EN, CN, { 'messages:gone.text': 'src/a.ts' })).toEqual([
      'en/messages.json:1: gone.text: is missing, and src/a.ts shows it. Example: "key": "Words",',
    ])
  })
})

test('the keys of the sources are found', () => {
  expect(keysInUse().get('app:load.again')).toMatch(/^src\/(?:app|features)\//)
  expect(keysInUse().size).toBeGreaterThan(2500)
})

test('the check looks at the words of the search', () => {
  for (const lang of ['en', 'cn']) {
    mkdirSync(join(root, 'search', lang), { recursive: true })
    writeFileSync(join(root, 'search', lang, 'search.json'), '{\n  "same": "a = b; a"\n}')
  }
  expect(
    checkWords(join(root, 'search'), { values: valuesOfMessage, keys: new Map() }).problems.map(
      ({ line, code }) => `${line} ${code}`,
    ),
  ).toEqual(['2 same_twice', '2 same_twice'])
})

describe('what the search takes for the same', () => {
  const same = (text: string): string[] =>
    searchWordProblems('search.json', 7, text).map(({ line, field, message }) => `${line} ${field}: ${message}`)

  test('nothing is said of groups, and of words alone', () => {
    expect(same('deductible = excess; visa letter; premium = price')).toEqual([])
    expect(same('免赔额 = 起付线；等待期')).toEqual([])
  })

  test.each([
    ['a = b; c = B', '7 same: has “b” twice, in “a = b” and in “c = B”: each word may be there only once.'],
    ['a = b; Ａ', '7 same: has “a” twice, in “a = b” and in “Ａ”: each word may be there only once.'],
    ['a, b; c', '7 same: has “a, b”, which is read as one word: words that mean the same have = between them.'],
    ['甲、乙', '7 same: has “甲、乙”, which is read as one word: words that mean the same have = between them.'],
    ['a ＝ b', '7 same: has “a ＝ b”, which is read as one word: words that mean the same have = between them.'],
    ['a = ; c', '7 same: has “a =”: a word is missing beside =.'],
  ])('%s', (text, message) => expect(same(text)).toEqual([message]))
})
