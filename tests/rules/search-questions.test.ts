/** What people type, and what the first query costs them. The questions were written before anything was tuned to them. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { synonymsOf } from '../../src/app/content/term-list.ts'
import { findIn } from '../../src/app/search/engine.ts'
import { groupsOf } from '../../src/app/search/query.ts'
import { readTexts } from '../../src/app/search/ranking.ts'
import { textsPath } from '../../src/app/search/search-data.ts'
import { LANGS, langOf, localPath, splitPath, type Lang } from '../../src/lib/locale.ts'
import { parseCsv } from '../../src/lib/text/read-csv.ts'
import { readEarlierFiles } from '../../src/programs/build/site-folder.ts'
import { DIST } from './dist.ts'
import { once, rule } from './rule.ts'
import { readIndex, readOffered } from './searched-texts.ts'

interface Question {
  lang: Lang
  query: string
  /** The pages that answer it, without language. */
  pages: readonly string[]
}
interface Search {
  questions: readonly Question[]
  /** The addresses that a query finds, best first. */
  find: (question: Question) => string[]
}

const readQuestions = (): Question[] =>
  parseCsv(readFileSync('tests/fixtures/search/questions.csv', 'utf8'))
    .rows.slice(1)
    .map(({ cells: [lang, query = '', pages = ''] }) => ({ lang: langOf(lang), query, pages: pages.split(' ') }))

function readSearch(): Search {
  const index = readIndex()
  const of = (lang: Lang) => ({
    texts: readTexts([...index.values()].filter(({ url }) => splitPath(url).lang === lang)),
    groups: [...groupsOf(readOffered(lang).same), ...synonymsOf(lang)],
  })
  const all = { en: of('en'), cn: of('cn') }
  return {
    questions: readQuestions(),
    find: ({ lang, query }) =>
      findIn(all[lang].texts, query, all[lang].groups).found.map(({ url }) => splitPath(url.replace(/#.*/, '')).path),
  }
}
/** Of all questions, this share has its page among the first three. */
const ANSWERED = 0.95

const missed = ({ questions, find }: Search): string[] =>
  questions.flatMap((question) => {
    const first = find(question).slice(0, 3)
    return first.some((path) => question.pages.includes(path))
      ? []
      : [`${question.query}: ${first.join(' ')}, not ${question.pages.join(' ')}`]
  })
const KNOWN = '/claims/FAQ/content/emergency'
const one: Question = { lang: 'en', query: 'refund', pages: ['/a'] }

rule('what people type finds its page among the first three', {
  built: true,
  of: once<Search>(readSearch),
  faults: (search) => {
    const lacking = missed(search)
    return lacking.length > (1 - ANSWERED) * search.questions.length ? lacking : []
  },
  looksAt: ({ questions }) => questions.map(({ query }) => query),
  among: ['covid', '护照丢了', '回国看病报销', 'glasses and contact lenses'],
  atLeast: 60,
  seeds: {
    'its page comes fourth': [{ questions: [one], find: () => ['/b', '/c', '/d', '/a'] }, 'refund: /b /c /d, not /a'],
    'nothing is found': [{ questions: [one], find: () => [] }, 'refund: , not /a'],
  },
  sound: { 'its page is third': { questions: [one], find: () => ['/b', '/c', '/a'] } },
})

rule('half of the questions are Chinese, and each names pages that are searched', {
  built: true,
  of: once<Search>(readSearch),
  faults: ({ questions }) => [
    ...(['en', 'cn'] as const)
      .filter((lang) => questions.filter((it) => it.lang === lang).length < questions.length * 0.4)
      .map((lang) => `too few in ${lang}`),
    ...questions.flatMap(({ lang, pages }) =>
      pages.filter((path) => !readIndex().has(localPath(lang, path))).map((path) => `no page ${path}`),
    ),
  ],
  looksAt: ({ questions }) => questions.map(({ query }) => query),
  among: ['covid', '怎么退保'],
  seeds: {
    'English only': [{ questions: [{ ...one, pages: [KNOWN] }], find: () => [] }, 'too few in cn'],
    'a page that is no more': [
      { questions: [one, { ...one, lang: 'cn', pages: [KNOWN] }], find: () => [] },
      'no page /a',
    ],
  },
})

/**
 * What the first query loads, KB as sent: the dialog, its words, the texts. Half of what it was with an index in parts
 * (237 KB in 30 requests, 2026-11-26).
 */
const FIRST_QUERY = 118
interface Loaded {
  lang: Lang
  bytes: number
}

rule('the first query loads three files, which weigh half of what an index in parts did', {
  built: true,
  of: (): Loaded[] =>
    LANGS.map((lang) => {
      const earlier = readEarlierFiles(DIST)
      const script = readdirSync(join(DIST, 'assets')).filter(
        (name) => /^search\.\w+\.js$/.test(name) && !earlier.has(`assets/${name}`),
      )
      if (script.length !== 1) throw new Error(`${script.length} files of the dialog`)
      const files = [...script.map((name) => `assets/${name}`), `data/search-${lang}.json`, textsPath(lang)]
      return { lang, bytes: files.reduce((sum, file) => sum + statSync(join(DIST, `${file}.br`)).size, 0) }
    }),
  faults: (all) =>
    all
      .filter(({ bytes }) => bytes > FIRST_QUERY * 1024)
      .map(({ lang, bytes }) => `${lang}: ${Math.ceil(bytes / 1024)} KB, limit ${FIRST_QUERY}`),
  looksAt: (all) => all.map(({ lang, bytes }) => `${lang} ${bytes > 50_000 ? 'with texts' : 'without'}`),
  among: ['en with texts', 'cn with texts'],
  seeds: { 'long texts': [[{ lang: 'en', bytes: 119 * 1024 }], 'en: 119 KB, limit 118'] },
})
