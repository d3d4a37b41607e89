import { describe, expect, test } from 'vitest'
import { ROUTES } from '../../src/routes.ts'
import { codeUnder, filesUnder, importsOf, isTest, readSource } from './source.ts'
import {
  baseKey,
  flatten,
  placeholdersByKey,
  missingKeys,
  namespacesOf,
  readWords,
  unusedKeys,
  usageOf,
} from './words.ts'

const en = readWords('en')
const cn = readWords('cn')
const namespaces = namespacesOf('en')
const sources = codeUnder('src')
  .filter((path) => !isTest(path))
  .map(readSource)
const usage = usageOf(sources, namespaces)
/** Strings that look like a key and are not: who did something, in events. */
for (const actor of ['gateway:sandbox']) usage.keys.delete(actor)

/** Prefixes of keys that are looked up by code, not by name. */
const REACHED = [
  // Page.astro: the title of every route.
  ...ROUTES.map(({ id }) => `titles:${id}`),
  // envelope.ts: words of a refusal, `<feature>:errors.<code>` first.
  ...namespaces.map((name) => `${name}:errors.`),
  // messages/send-message.ts: subject and text by the name of the message.
  'messages:',
]

const keys = (words: Map<string, string>): string[] => [...new Set([...words.keys()].map(baseKey))].sort()
const holes = (words: Map<string, string>): Record<string, string[]> => Object.fromEntries(placeholdersByKey(words))

describe('words', () => {
  test('both languages have the same files', () => {
    expect(namespacesOf('cn')).toEqual(namespaces)
    expect(filesUnder('public/locales').filter((file) => !/locales\/(en|cn)\/[\w-]+\.json$/.test(file))).toEqual([])
  })

  test('both languages have the same keys', () => {
    expect(keys(cn)).toEqual(keys(en))
  })

  test('both languages fill in the same values and wear the same marks', () => {
    expect(holes(cn)).toEqual(holes(en))
  })

  test('a plural has every form its language needs', () => {
    const short = [...en.keys()].filter((key) => key.endsWith('_other') && !en.has(key.replace(/_other$/, '_one')))
    const shortCn = keys(cn).filter((key) => cn.has(`${key}_one`) && !cn.has(`${key}_other`))
    expect([...short, ...shortCn]).toEqual([])
  })

  test('no word is empty', () => {
    const empty = [...en, ...cn].filter(([, text]) => text.trim() === '' || text !== text.trim()).map(([key]) => key)
    expect(empty).toEqual([])
  })

  test('every word a source asks for is there', () => {
    expect(missingKeys(usage, en)).toEqual([])
  })

  test('every word is used', () => {
    expect(unusedKeys(usage, en, REACHED)).toEqual([])
  })
})

describe('the rules on words find what they are for', () => {
  const text =
    "const t = x; t('plans:title'); t(`plans:status.${a}`); const map = { a: 'plans:gone' }; fetch('https://x.example')"
  const fake = [{ path: 'src/a.ts', text, imports: importsOf('src/a.ts', text) }]
  const markup =
    '---\nconst { t } = x\n---\n<h1 title={t(\'plans:alt\')}>{t("plans:head")}</h1>\n<!-- {t("plans:comment")} -->'
  const page = [{ path: 'src/A.astro', text: markup, imports: [] }]
  const words = flatten('plans:', { title_one: 'a', title_other: 'b', status: { open: 'c' }, unused: 'd', alt: 'e' })

  test('missing and unused words', () => {
    const found = usageOf(fake, ['plans'])
    expect(missingKeys(found, words)).toEqual(['plans:gone (src/a.ts)'])
    expect(unusedKeys(found, words, [])).toEqual(['plans:unused', 'plans:alt'])
    expect(missingKeys(usageOf([{ ...fake[0]!, text: 't(`plans:none.${a}`)' }], ['plans']), words)).toEqual([
      'plans:none.… (src/a.ts)',
    ])
  })

  test('keys filled in at run time, in the middle too', () => {
    const found = usageOf([{ ...fake[0]!, text: 't(`plans:${kind}.title`)' }], ['plans'])
    const known = flatten('plans:', { a: { title: 'x', text: 'y' } })
    expect(missingKeys(found, known)).toEqual([])
    expect(unusedKeys(found, known, [])).toEqual(['plans:a.text'])
    expect(missingKeys(found, flatten('plans:', { a: { text: 'y' } }))).toEqual(['plans:….title (src/a.ts)'])
  })

  test('the markup of Astro files', () => {
    expect([...usageOf(page, ['plans']).keys.keys()]).toEqual(['plans:alt', 'plans:head'])
  })

  test('values to be filled in and marks', () => {
    expect(
      Object.fromEntries(
        placeholdersByKey(flatten('a:', { b_one: 'one', b_other: '{{count}}', c: 'Read <terms>the terms</terms>' })),
      ),
    ).toEqual({
      'a:b': ['{{count}}'],
      'a:c': ['<terms>'],
    })
  })
})
