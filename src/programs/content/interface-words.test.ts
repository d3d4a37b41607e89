import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemText } from '../../lib/content/source-problems.ts'
import { SITE_CONTACTS } from '../../lib/site-contacts.ts'
import { checkWords } from './interface-words.ts'
import { searchWordProblems } from './search-words.ts'
import { keysInUse, neededInMessage, signatureInMessage, valuesOfMessage } from './words-in-use.ts'

const MESSAGES = { values: valuesOfMessage, needed: neededInMessage, signature: signatureInMessage }
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
  return checkWords(root, { ...MESSAGES, keys: new Map(Object.entries(keys)) }).problems.map((it) =>
    problemText(it).replaceAll(`${root}/`, ''),
  )
}
const EN = { login_code: { text: 'Code {{code}}' } }
const CN_SMS = { login_code: { sms: '【有方】验证码{{code}}' } }
const CN = { login_code: { text: '验证码{{code}}' } }

describe('the words of the interface', () => {
  test('nothing is said of sound ones', () => {
    expect(said(EN, CN, { 'messages:login_code.text': 'src/a.ts', 'messages:login_code': 'src/b.ts' })).toEqual([])
    expect(said({ a_one: 'one', a_other: '{{count}}' }, { a_other: '{{count}}个' })).toEqual([])
    expect(said({ a: '{n} <b>of them</b>' }, { a: '<b>{n}</b>个' })).toEqual([])
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
      ['cn/messages.json:2: a: has no <b>, which en/messages.json:2 has. Example: <b>'],
    ],
    [
      'a value that English lost',
      { a: 'Until Friday', b: '{{day}}' },
      { a: '{{day}}前', b: '{{day}}' },
      ['en/messages.json:2: a: has no {{day}}, which cn/messages.json:2 has. Example: {{day}}'],
    ],
    [
      'one value of two that English lost',
      { order_link: { sms: '[Youfang] {{url}}' } },
      { order_link: { sms: '【有方】{{plan}}：{{url}}' } },
      ['en/messages.json:3: order_link.sms: has no {{plan}}, which cn/messages.json:3 has. Example: {{plan}}'],
    ],
    [
      'a value that only one form of a number lost',
      { a: '-', b_one: 'One day', b_other: 'More days' },
      { a: '-', b_other: '{{count}}天' },
      ['en/messages.json:4: b: has no {{count}}, which cn/messages.json:3 has. Example: {{count}}'],
    ],
    [
      'the code that English lost is named once',
      { login_code: { sms: '[Youfang] Your code.' } },
      CN_SMS,
      ['en/messages.json:3: login_code.sms: has no {{code}}, which cn/messages.json:3 has. Example: {{code}}'],
    ],
    [
      'a value misspelt in English',
      { login_code: { text: 'Code {{cod}}' } },
      CN,
      [
        'en/messages.json:3: login_code.text: has {{cod}} here and {{code}} in cn/messages.json:3. Example: {{code}}',
        'en/messages.json:3: login_code.text: has {{cod}}, which this message is not given. It has: code, minutes, line, devices. Example: {{code}}',
      ],
    ],
    [
      'different values of which nothing is known',
      { a: '{{day}}' },
      { a: '{{date}}' },
      ['cn/messages.json:2: a: has {{date}} here and {{day}} in en/messages.json:2. Example: {{day}}'],
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

  test('two versions that git could not merge are named at their first mark', () => {
    const torn = '{\n<<<<<<< HEAD\n  "a": "one"\n=======\n  "a": "two"\n>>>>>>> other\n}'
    expect(said(torn, { a: '一' })).toEqual([
      expect.stringMatching(/^en\/messages\.json:2: \(file\): has two versions that git could not merge\./),
    ])
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

test('a mark that neither language closes is named in both', () => {
  expect(said({ a: 'By <time>{{at}}' }, { a: '<time>{{at}}前' })).toEqual(
    ['en', 'cn'].map(
      (lang) => `${lang}/messages.json:2: a: has <time>, which is not closed. Example: <time>words</time>`,
    ),
  )
})

test('titles that were swapped are named in both files, with their lines', () => {
  expect(said({ a: '甲', b_one: 'One claim', b_other: 'Claims' }, { a: 'First', b_other: '理赔' })).toEqual([
    expect.stringMatching(/^en\/messages\.json:2: a: is in Chinese, in the English file/),
    expect.stringMatching(/^cn\/messages\.json:2: a: is in English, in the Chinese file/),
  ])
})

test('one word is a copy when the English words have it in lower case, and else a name', () => {
  expect(said({ a: 'Claims', b: 'Edge', c: 'See your claims' }, { a: 'Claims', b: 'Edge', c: '查看理赔' })).toEqual([
    expect.stringMatching(/^cn\/messages\.json:2: a: is in English, in the Chinese file/),
  ])
})

test('our number typed in a message: the value that it is given, or none', () => {
  const message = (part: string, text: string) => ({ login_code: { [part]: text } })
  const { phone } = SITE_CONTACTS
  expect(said(message('text', `{{code}} ${phone}`), message('text', '{{code}}，{{line}}'))).toEqual([
    'en/messages.json:3: login_code.text: has no {{line}}, which cn/messages.json:3 has. Example: {{line}}',
    `en/messages.json:3: login_code.text: has our phone number typed, ${phone}, which stays when it changes. Write {{line}} in both languages. Example: {{line}}`,
  ])
  expect(said({ a: `Call ${phone}` }, { a: '请来电' })).toEqual([
    `en/messages.json:2: a: has our phone number typed, ${phone}, which stays when it changes. Nothing fills it in here: leave it out, or ask an engineer for a value. Example: the sentence without it`,
  ])
})

describe('a message without what it hands over', () => {
  const without = (key: string, name: string): string[] =>
    ['en', 'cn'].map(
      (lang) =>
        `${lang}/messages.json:3: ${key}: has no {{${name}}}, which this message hands over: without it nobody can use it. Example: {{${name}}}`,
    )
  test.each([
    [
      'login_code.sms',
      'code',
      { login_code: { sms: '[Youfang] Your code.' } },
      { login_code: { sms: '【有方】您的验证码。' } },
    ],
    ['login_code.text', 'code', { login_code: { text: 'Your code.' } }, { login_code: { text: '您的验证码。' } }],
    [
      'order_link.text',
      'url',
      { order_link: { text: '{{plan}}, {{to}}' } },
      { order_link: { text: '{{plan}}，{{to}}' } },
    ],
    [
      'order_link.sms',
      'url',
      { order_link: { sms: '[Youfang] {{plan}}' } },
      { order_link: { sms: '【有方】{{plan}}' } },
    ],
  ])('%s needs {{%s}}', (key, name, en, cn) => {
    expect(said(en, cn)).toEqual(without(key, name))
  })

  test('a text message without our name, or with that of the other language', () => {
    const sms = (text: string) => ({ login_code: { sms: text, text } })
    expect(said(sms('Code {{code}}'), sms('[Youfang] 验证码{{code}}'))).toEqual([
      'en/messages.json:3: login_code.sms: does not begin with our name, [Youfang] and a space: carriers deliver no text message that does not say who sends it. Example: [Youfang] Code {{code}}',
      'cn/messages.json:3: login_code.sms: does not begin with our name, 【有方】: carriers deliver no text message that does not say who sends it. Example: 【有方】验证码{{code}}',
    ])
    expect(said(sms('[Youfang] Code {{code}}'), sms('【有方】验证码{{code}}'))).toEqual([])
  })

  test('a subject and a button need none, nor a text message that names the line instead', () => {
    const messages = (subject: string, call: string) => ({
      login_code: { subject },
      order_link: { subject, action: subject },
      account_kept: { sms: `${call}{{phone}}` },
    })
    expect(said(messages('Continue', '[Youfang] Call '), messages('继续', '【有方】致电'))).toEqual([])
  })

  test('the value is not asked for again where it is there and misspelt', () => {
    expect(said({ login_code: { sms: '[Youfang] {{cod}}' } }, { login_code: { sms: '【有方】{{cod}}' } })).toHaveLength(
      2,
    )
    expect(said({ login_code: { sms: '[Youfang] {code}}' } }, { login_code: { sms: '【有方】{code}}' } })).toHaveLength(
      2,
    )
  })
})

test('the keys of the sources are found', () => {
  expect(keysInUse().get('app:load.again')).toMatch(/^src\/app\//)
  expect(keysInUse().size).toBeGreaterThan(2500)
})

test('a message has each of its parts, also when neither language has it', () => {
  expect(keysInUse().get('messages:order_link.sms')).toBe('the message order_link')
  expect(keysInUse().has('messages:order_link.action')).toBe(true)
  expect(keysInUse().has('messages:login_code.action')).toBe(false)
  expect(said(EN, CN, { 'messages:login_code.sms': 'the message login_code' })).toEqual([
    'en/messages.json:1: login_code.sms: is missing, and the message login_code shows it. Example: "key": "Words",',
  ])
})

test('the check looks at the words of the search', () => {
  for (const lang of ['en', 'cn']) {
    mkdirSync(join(root, 'search', lang), { recursive: true })
    writeFileSync(join(root, 'search', lang, 'search.json'), '{\n  "same": "a = b; a"\n}')
  }
  expect(
    checkWords(join(root, 'search'), { ...MESSAGES, keys: new Map() }).problems.map(
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
