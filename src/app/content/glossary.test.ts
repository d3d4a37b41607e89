import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGS, type Lang } from '../../lib/locale.ts'
import { frontmatter } from '../../lib/content/frontmatter.ts'
import { glossaryWords, linkedTerms, termLinker, UNLINKED, withAnchors } from './glossary.ts'

const file = (lang: Lang): string => `content/articles/${lang}/glossary.md`
const body = (lang: Lang): string => frontmatter(readFileSync(file(lang), 'utf8'), file(lang)).body
const SMALL =
  '- **Deductible:** the first part.\n- **Benefit limit:** the most. **Remaining limit** is what is left.\n- **Certificate, visa letter:** proof.'
const to = (html: string, terms = linkedTerms(SMALL, 'en')): string =>
  termLinker(
    terms,
    'en',
  )(html)
    .replace(/ title="[^"]*"/g, '')
    .replaceAll('/information/content/glossary', '')

test('words and anchors come from the glossary', () => {
  expect(glossaryWords(SMALL)).toEqual([
    { word: 'Deductible', anchor: 't1' },
    { word: 'Benefit limit', anchor: 't2' },
    { word: 'Remaining limit', anchor: 't2' },
    { word: 'Certificate', anchor: 't3' },
    { word: 'visa letter', anchor: 't3' },
  ])
})

test('the glossary has the same lines in both languages, and each word left unlinked stands in it', () => {
  const anchors = (lang: Lang): string[] => [...new Set(glossaryWords(body(lang)).map(({ anchor }) => anchor))]
  expect(anchors('cn')).toEqual(anchors('en'))
  expect(anchors('en').length).toBeGreaterThan(25)
  for (const lang of LANGS) {
    const known = glossaryWords(body(lang)).map(({ word }) => word)
    expect(UNLINKED[lang].filter((word) => !known.includes(word))).toEqual([])
    expect(linkedTerms(body(lang), lang).length).toBeGreaterThan(15)
  }
})

test('the first use is linked, in any case and in the plural, and no other', () => {
  expect(to('<p>Deductibles differ. A deductible is yours.</p>')).toBe(
    '<p><a class="term" href="#t1">Deductibles</a> differ. A deductible is yours.</p>',
  )
})

test('across several texts of a page a term is linked once', () => {
  const link = termLinker(linkedTerms(SMALL, 'en'), 'en')
  expect(link('<p>a deductible</p>')).toContain('class="term"')
  expect(link('<p>a deductible</p>')).toBe('<p>a deductible</p>')
})

test('links, headings, heads of tables, code and parts of words are left alone', () => {
  const html =
    '<h2 id="s1">Deductible</h2><p><a href="/x">the <b>deductible</b></a> <code>deductible</code> nondeductible deductible-free</p><table><tr><th>Deductible</th></tr></table>'
  expect(to(html)).toBe(html)
  expect(to(`${html}<p>deductible</p>`)).toContain('<p><a class="term" href="#t1">deductible</a></p>')
})

test('attributes are left alone', () => {
  expect(to('<div aria-label="Deductible"><p>x</p></div>')).toBe('<div aria-label="Deductible"><p>x</p></div>')
})

test('the longer Chinese word wins, and the shorter one is still linked where it stands alone', () => {
  const terms = linkedTerms('- **保额**：甲。\n- **分项限额**：乙；**剩余保额**是丙。', 'cn')
  const out = termLinker(terms, 'cn')('<p>剩余保额与保额，保额</p>')
  expect(out.match(/#t\d+/g)).toEqual(['#t2', '#t1'])
  expect(out).toContain('/cn/information/content/glossary#t2')
  expect(out).toMatch(/<\/a>，保额<\/p>$/)
})

test('lines of the glossary have the anchors that links lead to', () => {
  expect(withAnchors('<ul><li>a</li></ul><ul><li>b</li></ul>')).toBe(
    '<ul><li id="t1">a</li></ul><ul><li id="t2">b</li></ul>',
  )
})
