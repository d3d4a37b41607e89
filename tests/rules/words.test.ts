/** Interface words: both languages have the same, and the sources ask for what there is. */
import { expect, test } from 'vitest'
import { LANGS, type Lang } from '../../src/lib/locale.ts'
import { ROUTES } from '../../src/routes.ts'
import { once, rule } from './rule.ts'
import { codeUnder, filesUnder, isTest, readSource, sourceOf } from './source.ts'
import {
  baseKey,
  flatten,
  missingKeys,
  namespacesOf,
  placeholdersByKey,
  readWords,
  unusedKeys,
  usageOf,
  type Usage,
  type Words,
} from './words.ts'

type Both = Readonly<Record<Lang, Words>>
const readBoth = once((): Both => ({ en: readWords('en'), cn: readWords('cn') }))
const keysOf = (words: Words): string[] => [...new Set([...words.keys()].map(baseKey))].sort()
const eachKey = (both: Both): string[] => LANGS.flatMap((lang) => keysOf(both[lang]).map((key) => `${lang} ${key}`))
const both = (en: object, cn: object): Both => ({ en: flatten('plans:', en), cn: flatten('plans:', cn) })
const SEEN = {
  looksAt: eachKey,
  among: ['en titles:home', 'cn titles:home', 'cn policydocuments:subject'],
  atLeast: 4000,
} as const

rule('both languages have the same files', {
  of: () => filesUnder('public/locales'),
  faults: (files) =>
    files.flatMap((file) => {
      const [, lang, name] = /^public\/locales\/(en|cn)\/([\w-]+\.json)$/.exec(file) ?? []
      if (lang === undefined) return [`${file} is no file of words`]
      const twin = `public/locales/${lang === 'en' ? 'cn' : 'en'}/${name}`
      return files.includes(twin) ? [] : [`${file} has no twin`]
    }),
  looksAt: (files) => files,
  among: ['public/locales/en/ui.json', 'public/locales/cn/policydocuments.json'],
  atLeast: 100,
  seeds: {
    'a file of one language': [['public/locales/cn/a.json'], 'public/locales/cn/a.json has no twin'],
    'a file of another kind': [['public/locales/en/a.txt'], 'public/locales/en/a.txt is no file of words'],
    'a third language': [['public/locales/de/a.json'], 'public/locales/de/a.json is no file of words'],
  },
})

rule('both languages have the same keys', {
  of: readBoth,
  faults: ({ en, cn }) => {
    const [english, chinese] = [keysOf(en), keysOf(cn)]
    return [
      ...english.filter((key) => !chinese.includes(key)).map((key) => `cn lacks ${key}`),
      ...chinese.filter((key) => !english.includes(key)).map((key) => `en lacks ${key}`),
    ]
  },
  ...SEEN,
  seeds: {
    'a word without Chinese': [both({ a: 'A', b: 'B' }, { a: '甲' }), 'cn lacks plans:b'],
    'a word without English': [both({ a: 'A' }, { a: '甲', b: { c: '乙' } }), 'en lacks plans:b.c'],
  },
  sound: { 'plurals, of which Chinese has one': both({ a_one: 'A', a_other: 'As' }, { a_other: '甲' }) },
})

rule('both languages fill in the same values and wear the same marks', {
  of: readBoth,
  faults: ({ en, cn }) => {
    const chinese = placeholdersByKey(cn)
    return [...placeholdersByKey(en)].flatMap(([key, holes]) => {
      const others = chinese.get(key) ?? []
      return holes.join() === others.join() ? [] : [`${key}: ${holes.join(' ')} and ${others.join(' ')}`]
    })
  },
  ...SEEN,
  seeds: {
    'a value that one lacks': [both({ a: 'At {{ day }}' }, { a: '某日' }), 'plans:a: {{day}} and '],
    'a value with another name': [both({ a: '{{day}}' }, { a: '{{date}}' }), 'plans:a: {{day}} and {{date}}'],
    'a mark that one lacks': [both({ a: 'Read <terms>it</terms>' }, { a: '阅读' }), 'plans:a: <terms> and '],
  },
  sound: {
    'another order': both({ a: '{{day}} {{name}}' }, { a: '{{name}}，{{day}}' }),
    'a plural whose one names no number': both({ a_one: 'one', a_other: '{{count}}' }, { a_other: '{{count}}个' }),
  },
})

rule('a plural has every form its language needs', {
  of: readBoth,
  faults: ({ en, cn }) => [
    ...[...en.keys()]
      .filter((key) => key.endsWith('_other') && !en.has(key.replace(/_other$/, '_one')))
      .map((key) => `en lacks the one of ${key}`),
    ...LANGS.flatMap((lang) =>
      [...{ en, cn }[lang].keys()]
        .filter((key) => key.endsWith('_one') && !{ en, cn }[lang].has(key.replace(/_one$/, '_other')))
        .map((key) => `${lang} lacks the other of ${key}`),
    ),
  ],
  looksAt: ({ en }) => [...en.keys()].filter((key) => key.endsWith('_other')),
  among: ['session:refused.code_wrong_other'],
  atLeast: 20,
  seeds: {
    'no form for one': [both({ a_other: 'As' }, { a_other: '甲' }), 'en lacks the one of plans:a_other'],
    'no form for many': [both({ a_one: 'A' }, { a_other: '甲' }), 'en lacks the other of plans:a_one'],
    'no form for many in Chinese': [
      both({ a_one: 'A', a_other: 'As' }, { a_one: '甲' }),
      'cn lacks the other of plans:a_one',
    ],
  },
})

/** What the summaries of errors of all forms are headed with: the keys in their `title`, and the English of each. */
const readErrorHeadings = once((): Words => {
  const keys = codeUnder('src')
    .filter((path) => !isTest(path))
    .map(readSource)
    .filter(({ text }) => text.includes('<ErrorSummary'))
    .flatMap(({ text }) => [
      ...text.matchAll(/<ErrorSummary[^>]*?title=\{t\('([\w:.]+)'/g),
      // The wizard of an application chooses between two.
      ...(/errorsTitle = /.test(text) ? text.matchAll(/'(confirm:(?:unanswered|errors))'/g) : []),
    ])
    .map(([, key = '']) => key)
  return new Map([...readBoth().en].filter(([key]) => keys.includes(baseKey(key))))
})

rule('the errors of every form have the same English heading', {
  of: readErrorHeadings,
  faults: (words) =>
    [...words]
      .filter(([, text]) => !/^There (is a problem|are \{\{(count|number)\}\} problems)$/.test(text))
      .map(([key, text]) => `${key}: ${text}`),
  looksAt: (words) => words.keys(),
  among: [
    'ui:errors.title_other',
    'session:login.errorTitle_one',
    'verificationcode:errorTitle_other',
    'confirm:errors_one',
    'confirm:unanswered_other',
    'claimprogress:send.errors_other',
    'extension:errors.summary_one',
  ],
  atLeast: 24,
  seeds: {
    'another heading': [flatten('plans:', { errors_one: 'One thing to put right' }), 'plans:errors_one: One thing'],
    'a number in words': [flatten('plans:', { errors_other: 'There are two problems' }), 'plans:errors_other: '],
  },
  sound: {
    'one and several': flatten('plans:', { a_one: 'There is a problem', a_other: 'There are {{count}} problems' }),
  },
})

rule('no word is empty', {
  of: readBoth,
  faults: (words) =>
    LANGS.flatMap((lang) =>
      [...words[lang]]
        .filter(([, text]) => text.trim() === '' || text !== text.trim())
        .map(([key]) => `${lang} ${key}`),
    ),
  ...SEEN,
  seeds: {
    'an empty word': [both({ a: '' }, {}), 'en plans:a'],
    'a space at the end': [both({}, { a: '甲 ' }), 'cn plans:a'],
  },
})

/** What the sources use, beside what there is. */
interface Used {
  usage: Usage
  words: Words
  /** Prefixes of keys that are looked up by code, not by name. */
  reached: readonly string[]
}

const readUsed = once((): Used => {
  const namespaces = namespacesOf('en')
  const usage = usageOf(
    codeUnder('src')
      .filter((path) => !isTest(path))
      .map(readSource),
    namespaces,
  )
  // A string that looks like a key and is not: who did something, in events.
  usage.keys.delete('gateway:sandbox')
  const reached = [
    // Page.astro: the title of every route.
    ...ROUTES.map(({ id }) => `titles:${id}`),
    // envelope.ts: words of a refusal, `<feature>:errors.<code>` first.
    ...namespaces.map((name) => `${name}:errors.`),
    // messages/send-message.ts: subject and text by the name of the message.
    'messages:',
  ]
  return { usage, words: readBoth().en, reached }
})
const places = ({ usage }: Used): string[] => [...usage.keys].map(([key, path]) => `${path} ${key}`)
const USED = {
  looksAt: places,
  among: [
    'src/features/policies/documents/draw-document.server.ts policydocuments:subject',
    'src/pages/[...lang]/other/overseas/apply/[slug].astro overseas:details.applyNow',
  ],
  atLeast: 2000,
} as const

const used = (text: string, words: object, path = 'src/a.ts'): Used => ({
  usage: usageOf([sourceOf(path, text)], ['plans']),
  words: flatten('plans:', words),
  reached: ['plans:errors.'],
})

rule('every word a source asks for is there', {
  of: readUsed,
  faults: ({ usage, words }) => missingKeys(usage, words),
  ...USED,
  seeds: {
    'a word that is gone': [used("t('plans:gone')", { a: 'A' }), 'plans:gone (src/a.ts)'],
    'a word of a table': [used("const map = { a: 'plans:gone' }", { a: 'A' }), 'plans:gone (src/a.ts)'],
    'a group of words': [used('t(`plans:none.${a}`)', { a: 'A' }), 'plans:none.… (src/a.ts)'],
    'a beginning that is completed elsewhere': [
      used("const of = 'plans:none.'", { a: 'A' }),
      'plans:none.… (src/a.ts)',
    ],
    'a word in the middle of which something is filled in': [
      used('t(`plans:${kind}.title`)', { a: { text: 'A' } }),
      'plans:….title (src/a.ts)',
    ],
    'a word in the markup of a page': [
      used(
        '---\nconst { t } = x\n---\n<h1\n  title={t(\'plans:gone\')}\n>\n  {t("plans:a")}\n</h1>',
        { a: 'A' },
        'src/A.astro',
      ),
      'plans:gone (src/A.astro)',
    ],
  },
  sound: {
    'words, plurals and groups': used("t('plans:a'); t(`plans:b.${c}`); fetch('https://x.example')", {
      a_one: 'A',
      a_other: 'As',
      b: { c: 'C' },
    }),
    'a comment of a page': used('---\n---\n<!-- {t("plans:gone")} -->', { a: 'A' }, 'src/A.astro'),
  },
})

rule('every word is used', {
  of: readUsed,
  faults: ({ usage, words, reached }) => unusedKeys(usage, words, reached),
  ...USED,
  seeds: {
    'a word that nobody asks for': [used("t('plans:a')", { a: 'A', b: 'B' }), 'plans:b'],
    'a word beside one that is filled in': [
      used('t(`plans:${kind}.title`)', { a: { title: 'A', text: 'B' } }),
      'plans:a.text',
    ],
    'a plural': [used("t('plans:a')", { a: 'A', b_other: 'Bs' }), 'plans:b_other'],
  },
  sound: {
    'words, groups and refusals': used("t('plans:a'); t(`plans:b.${c}`); all('plans:d')", {
      a_other: 'As',
      b: { c: 'C' },
      d: { e: { f: 'F' } },
      errors: { g: 'G' },
    }),
  },
})

test('values to be filled in and marks are read together for all forms of a plural', () => {
  const words = flatten('a:', { b_one: 'one', b_other: '{{count}}', c: 'Read <terms>the terms</terms>' })
  expect(Object.fromEntries(placeholdersByKey(words))).toEqual({ 'a:b': ['{{count}}'], 'a:c': ['<terms>'] })
})
