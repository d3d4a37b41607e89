/** The site's search index as built: it contains everything that people read, in both languages, and nothing else. */
import { readTree } from '../../src/app/content/check/content-files.ts'
import { kindOf, KINDS } from '../../src/app/search/result-kinds.ts'
import { countIn, groupsOf, termsOf } from '../../src/app/search/query.ts'
import type { SearchedPage } from '../../src/app/search/search-data.ts'
import { namesIn } from '../../src/lib/content/content-tree.ts'
import { LANGS, localPath, splitPath } from '../../src/lib/locale.ts'
import { matchRoute, ROUTES, type Route, type RouteId } from '../../src/routes.ts'
import { readPages } from './dist.ts'
import { featureOf } from './route-pages.ts'
import { rule } from './rule.ts'
import { readIndex, readOffered, type Index, type OfferedWords } from './searched-texts.ts'

const indexed = (pages: Record<string, Partial<SearchedPage> & { content?: string }>): Index =>
  new Map(
    Object.entries(pages).map(([path, { content = '', ...page }]) => [
      path,
      { url: path, title: 'A', kind: 'question', sections: [{ text: content }], ...page },
    ]),
  )
const contentOf = (page?: SearchedPage): string => page?.sections.map(({ text }) => text).join(' ') ?? ''
const paths = (index: Index): Iterable<string> => index.keys()
const SOME = [
  '/claims/FAQ/content/emergency',
  '/cn/claims/FAQ/content/emergency',
  '/plan/details/us-campus',
  '/cn/claims/hospital/uk',
] as const

/** Information pages that are not searched, with the reason: lists name everything, and bare paths lead to entries. */
const NOT: readonly string[] = [
  'claims.guide',
  'claims.content',
  'faq.list',
  'faq.content',
  'information',
  'information.content',
  'notice.list',
  'notice.content',
  'plan.details',
  'plan.clause',
  'overseas.details',
] satisfies RouteId[]
interface Row {
  id: string
  feature: string | undefined
}
const readable = (rows: readonly Row[]): string[] =>
  rows.filter(({ feature = '' }) => ['info', 'plans'].includes(feature)).map(({ id }) => id)

rule('every page of information and plans is searched, or left out on purpose', {
  of: (): readonly Row[] => ROUTES.map((route: Route) => ({ id: route.id, feature: featureOf(route) })),
  faults: (rows) => readable(rows).filter((id) => !kindOf(id as RouteId) && !NOT.includes(id)),
  looksAt: readable,
  among: ['faq.entry', 'plan.entry', 'hospital.country', ...NOT],
  atLeast: 20,
  seeds: { 'a new page': [[{ id: 'info.new', feature: 'info' }], 'info.new'] },
  sound: { 'a page of another feature': [{ id: 'orders.new', feature: 'orders' }] },
})

interface Wanted {
  index: Index
  /** Paths of all entries of the content that have a page, without language. */
  entries: readonly string[]
}

function readEntries(): string[] {
  const tree = readTree('content')
  const under = (folder: string, path: string): string[] =>
    namesIn(tree, folder, folder.endsWith('/en') ? '.md' : '.yaml').map((name) => `${path}/${name}`)
  return [
    ...under('notices/en', '/notice/content'),
    ...under('faq/en', '/claims/FAQ/content'),
    ...under('guides/en', '/claims/content'),
    ...under('articles/en', '/information/content'),
    // Without earlier versions.
    ...under('legal/en', '/information/content').filter((path) => !/-\d+-\d+$/.test(path)),
    ...under('other/en', '/other/list'),
    ...under('overseas/en', '/other/overseas/details'),
    ...under('plans', '/plan/details'),
    ...under('plans', '/plan/details/clause'),
    ...under('hospitals', '/claims/hospital'),
  ]
}

rule('the index has every entry of the content in both languages', {
  built: true,
  of: (): Wanted => ({ index: readIndex(), entries: readEntries() }),
  faults: ({ index, entries }) =>
    entries.flatMap((path) => LANGS.map((lang) => localPath(lang, path))).filter((path) => !index.has(path)),
  looksAt: ({ entries }) => [...entries, ...entries.map((path) => path.slice(0, path.lastIndexOf('/')))],
  among: [
    '/notice/content',
    '/claims/FAQ/content/emergency',
    '/claims/content',
    '/information/content/privacy',
    '/information/content/deductible-share-limit',
    '/other/list',
    '/other/overseas/details',
    '/plan/details',
    '/plan/details/clause',
    '/claims/hospital',
  ],
  atLeast: 150,
  seeds: {
    'an entry that one language lacks': [
      { index: indexed({ '/claims/FAQ/content/a': {} }), entries: ['/claims/FAQ/content/a'] },
      '/cn/claims/FAQ/content/a',
    ],
  },
})

rule('the index has the same pages in both languages', {
  built: true,
  of: readIndex,
  faults: (index) =>
    [...index.keys()].filter((path) => {
      const { lang, path: plain } = splitPath(path)
      return !index.has(localPath(lang === 'en' ? 'cn' : 'en', plain))
    }),
  looksAt: paths,
  among: SOME,
  atLeast: 300,
  seeds: { 'a page of one language': [indexed({ '/cn/insurance': {} }), '/cn/insurance'] },
})

interface Hidden {
  index: Index
  /** Pages that search engines must not have. */
  hidden: readonly string[]
}

rule('the index has no shell, wizard, list or page of one person, and nothing that search engines must not have', {
  built: true,
  of: (): Hidden => ({
    index: readIndex(),
    hidden: readPages().flatMap(({ path, html }) => (/<meta name="robots" content="noindex"/.test(html) ? [path] : [])),
  }),
  faults: ({ index, hidden }) =>
    [...index.keys()].filter((path) => {
      const route = matchRoute(splitPath(path).path)
      return route?.access !== 'open' || !kindOf(route.id as RouteId) || hidden.includes(path)
    }),
  looksAt: ({ index, hidden }) => [...index.keys(), ...hidden.map((path) => `${path} is hidden`)],
  among: [...SOME, '/confirm is hidden', '/cn/login is hidden'],
  seeds: {
    'a wizard': [{ index: indexed({ '/confirm': {} }), hidden: [] }, '/confirm'],
    'a list': [{ index: indexed({ '/notice': {} }), hidden: [] }, '/notice'],
    'a page of one person': [{ index: indexed({ '/cn/personal/mine': {} }), hidden: [] }, '/cn/personal/mine'],
    'a page that is no more': [{ index: indexed({ '/no/such/page': {} }), hidden: [] }, '/no/such/page'],
    'a page that is not for search': [{ index: indexed({ '/insurance': {} }), hidden: ['/insurance'] }, '/insurance'],
  },
  sound: { 'an entry': { index: indexed({ '/claims/FAQ/content/a': {} }), hidden: ['/confirm'] } },
})

rule('the index says of each page what kind it is, and its title', {
  built: true,
  of: readIndex,
  faults: (index) =>
    [...index].flatMap(([path, { kind, title }]) => [
      ...(KINDS.includes(kind) ? [] : [`${path}: no kind`]),
      ...(title ? [] : [`${path}: no title`]),
    ]),
  looksAt: (index) => [...index].map(([path, { kind }]) => `${kind} ${path}`),
  among: ['legal /information/content/privacy', 'article /cn/information/content/reading-a-us-bill'],
  seeds: {
    'an unknown kind': [indexed({ '/plan': { kind: 'video' as 'page' } }), '/plan: no kind'],
    'no title': [indexed({ '/plan': { title: '' } }), '/plan: no title'],
  },
})

/** A page with everything around its text: it says this, and that stands around it. */
const SAMPLE = '/claims/FAQ/content/hospital-deposit'
const AROUND = /Skip to content|Sign in|min to read|Was this helpful|More:/

rule('the index holds the text and not what stands around it', {
  built: true,
  of: readIndex,
  faults: (index) => {
    const text = contentOf(index.get(SAMPLE))
    const around = AROUND.exec(text)
    return [
      ...(text.includes('guarantee of payment') ? [] : [`${SAMPLE}: without its text`]),
      ...(around ? [`${SAMPLE}: with “${around[0]}”`] : []),
    ]
  },
  looksAt: paths,
  among: [SAMPLE],
  seeds: {
    'no text': [indexed({ [SAMPLE]: { content: 'Hospital deposits' } }), `${SAMPLE}: without its text`],
    'the head of the page': [
      indexed({ [SAMPLE]: { content: 'Sign in. A guarantee of payment' } }),
      `${SAMPLE}: with “Sign in”`,
    ],
    'the question below it': [
      indexed({ [SAMPLE]: { content: 'A guarantee of payment. Was this helpful?' } }),
      `${SAMPLE}: with “Was this helpful”`,
    ],
  },
})

interface Offered {
  index: Index
  words: Record<string, OfferedWords>
}
const examplesIn = (examples: string): string[] => examples.split(/[;；]\s*/)
const ownTexts = (index: Index, lang: string): string[] =>
  [...index].filter(([path]) => splitPath(path).lang === lang).map(([, page]) => contentOf(page))
rule('the index has what the dialog offers to look for, and one of each group of synonyms', {
  built: true,
  of: (): Offered => ({ index: readIndex(), words: { en: readOffered('en'), cn: readOffered('cn') } }),
  faults: ({ index, words }) =>
    Object.entries(words).flatMap(([lang, { examples, same }]) => {
      const groups = groupsOf(same)
      const own = ownTexts(index, lang)
      const holds = (text: string, word: string): boolean => {
        const terms = termsOf(word, groups)
        return (
          countIn(
            text,
            terms.map((term) => [term]),
          ) === terms.length
        )
      }
      return [
        ...examplesIn(examples)
          .filter((word) => !own.some((text) => holds(text, word)))
          .map((word) => `${lang}: ${word}`),
        ...groups
          .filter((group) => !group.some((word) => own.some((text) => countIn(text, [[word]]) > 0)))
          .map((group) => `${lang}: ${group.join(' = ')}`),
      ]
    }),
  looksAt: ({ words }) =>
    Object.entries(words).flatMap(([lang, { examples, same }]) => [
      ...examplesIn(examples).map((word) => `${lang} ${word}`),
      ...groupsOf(same).map((group) => `${lang} ${group.join(' = ')}`),
    ]),
  among: ['en deductible'],
  atLeast: 20,
  seeds: {
    'an example that no page has': [
      {
        index: indexed({ '/plan': { content: 'deductible' } }),
        words: { en: { examples: 'deductible; deposit', same: '' } },
      },
      'en: deposit',
    ],
    'an example that only the other language has': [
      { index: indexed({ '/plan': { content: 'visa' } }), words: { cn: { examples: 'visa', same: '' } } },
      'cn: visa',
    ],
    'synonyms of which no page has one': [
      {
        index: indexed({ '/plan': { content: 'visa' } }),
        words: { en: { examples: 'visa', same: 'premium = price' } },
      },
      'en: premium = price',
    ],
  },
})
