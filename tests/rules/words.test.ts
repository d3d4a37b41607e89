/** Interface words: both languages have the same, and the sources ask for what there is. */
import { LANGS, type Lang } from '../../src/lib/locale.ts'
import { ROUTES } from '../../src/routes.ts'
import { once, rule } from './rule.ts'
import { codeUnder, isTest, readSource, sourceOf } from './source.ts'
import {
  baseKey,
  flatten,
  missingKeys,
  namespacesOf,
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
    'src/features/policies/server/documents/draw-document.ts policydocuments:subject',
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
