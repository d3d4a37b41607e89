/** The content checker knows the texts that pages in code link to; this compares its list with the sources. */
import { REQUIRED_ENTRIES } from '../../src/app/content/check/required-entries.ts'
import { rule } from './rule.ts'
import { codeUnder, readTexts, type Texts } from './source.ts'

const FORMS: readonly [RegExp, (keyof typeof REQUIRED_ENTRIES)[]][] = [
  [/\banswer\(\s*'([a-z0-9-]+)'/g, ['faq']],
  [/\barticle\(\s*'([a-z0-9-]+)'/g, ['articles']],
  [/['"`]\/information\/content\/([a-z0-9-]+)/g, ['legal', 'articles']],
  [/['"`]\/claims\/FAQ\/content\/([a-z0-9-]+)/g, ['faq']],
  [/['"`]\/claims\/content\/([a-z0-9-]+)/g, ['guides']],
  [/['"`]\/notice\/content\/([a-z0-9-]+)/g, ['notices']],
  [/\(\s*'faq\.entry',\s*\{\s*slug:\s*'([a-z0-9-]+)'/g, ['faq']],
  [/\(\s*'information\.entry',\s*\{\s*slug:\s*'([a-z0-9-]+)'/g, ['legal', 'articles']],
  [/\(\s*'claims\.entry',\s*\{\s*slug:\s*'([a-z0-9-]+)'/g, ['guides']],
  [/\(\s*'notice\.entry',\s*\{\s*slug:\s*'([a-z0-9-]+)'/g, ['notices']],
]

/** Texts that the sources lead to, each with the place and the collections that it may be of. */
const ledTo = (texts: Texts): { path: string; slug: string; collections: (keyof typeof REQUIRED_ENTRIES)[] }[] =>
  [...texts].flatMap(([path, text]) =>
    FORMS.flatMap(([form, collections]) =>
      [...text.matchAll(form)].map(([, slug = '']) => ({ path, slug, collections })),
    ),
  )
const screen = (text: string): Texts => new Map([['src/a.astro', text]])

rule('every text that a page of code leads to is on the list', {
  of: () => readTexts(codeUnder('src').filter((path) => !path.includes('.test.'))),
  faults: (texts) =>
    ledTo(texts)
      .filter(({ slug, collections }) => !collections.some((name) => REQUIRED_ENTRIES[name]?.includes(slug)))
      .map(({ path, slug, collections }) => `${path}: ${collections.join(' or ')} ${slug}`),
  looksAt: (texts) => ledTo(texts).map(({ path, slug }) => `${path}: ${slug}`),
  among: [
    'src/features/info/rules/process-steps.ts: emergency',
    'src/features/info/screens/Insurance.astro: deductible-share-limit',
    'src/app/layouts/Footer.astro: emergency',
    'src/app/address/nav.ts: complaints',
    'src/features/info/screens/ClaimsHome.astro: emergency',
  ],
  atLeast: 25,
  seeds: {
    'an answer': [screen("href: answer('none')"), 'src/a.astro: faq none'],
    'an answer on a line of its own': [screen("href: answer(\n  'none',\n)"), 'src/a.astro: faq none'],
    'an article': [screen("href: article('none')"), 'src/a.astro: articles none'],
    'an address of a legal text': [screen('`/information/content/none`'), 'src/a.astro: legal or articles none'],
    'an address of an answer': [screen("'/claims/FAQ/content/none'"), 'src/a.astro: faq none'],
    'an address of a guide': [screen('"/claims/content/none"'), 'src/a.astro: guides none'],
    'an address of a notice': [screen("'/notice/content/none'"), 'src/a.astro: notices none'],
    'a route and its answer': [screen("to('faq.entry', { slug: 'none' })"), 'src/a.astro: faq none'],
    'a route over several lines': [
      screen("pathFor(\n  'information.entry',\n  { slug: 'none' },\n)"),
      'src/a.astro: legal or articles none',
    ],
    'a route and its guide': [screen("pathFor('claims.entry', { slug: 'none' })"), 'src/a.astro: guides none'],
    'a route and its notice': [screen("pathFor('notice.entry', { slug: 'none' })"), 'src/a.astro: notices none'],
  },
  sound: { 'a text on the list': screen("answer('emergency'); article('deductible-share-limit')") },
})
