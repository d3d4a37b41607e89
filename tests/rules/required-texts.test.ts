/** The content checker knows the texts that pages in code link to; this compares its list with the sources. */
import { expect, test } from 'vitest'
import { REQUIRED_ENTRIES } from '../../src/app/content/check/required-entries.ts'
import { codeUnder, readSource } from './source.ts'

const FORMS: readonly [RegExp, (keyof typeof REQUIRED_ENTRIES)[]][] = [
  [/\banswer\('([a-z0-9-]+)'\)/g, ['faq']],
  [/\barticle\('([a-z0-9-]+)'\)/g, ['articles']],
  [/['"`]\/information\/content\/([a-z0-9-]+)/g, ['legal', 'articles']],
  [/['"`]\/claims\/FAQ\/content\/([a-z0-9-]+)/g, ['faq']],
  [/['"`]\/claims\/content\/([a-z0-9-]+)/g, ['guides']],
  [/['"`]\/notice\/content\/([a-z0-9-]+)/g, ['notices']],
  [/pathFor\('faq\.entry', \{ slug: '([a-z0-9-]+)'/g, ['faq']],
  [/to\('faq\.entry', \{ slug: '([a-z0-9-]+)'/g, ['faq']],
]

test('every text that a page of code leads to is on the list', () => {
  const texts = codeUnder('src')
    .filter((path) => !path.includes('.test.'))
    .map((path) => readSource(path).text)
  const led = texts.flatMap((text) =>
    FORMS.flatMap(([form, collections]) => [...text.matchAll(form)].map(([, slug = '']) => ({ slug, collections }))),
  )
  expect(led.length).toBeGreaterThan(20)
  const lost = led.filter(
    ({ slug, collections }) => !collections.some((name) => REQUIRED_ENTRIES[name]?.includes(slug)),
  )
  expect([...new Set(lost.map(({ slug, collections }) => `${collections.join(' or ')}: ${slug}`))]).toEqual([])
})
