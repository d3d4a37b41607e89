import { expect, test } from 'vitest'
import { finishRenderedHtml, readingMinutes } from './rendered-html.ts'

test('sections have the same names in both languages', () => {
  const en = finishRenderedHtml(
    '<h2 id="a">A</h2><p>x</p><h2 id="b">B</h2>',
    [
      { depth: 2, slug: 'a', text: 'A' },
      { depth: 2, slug: 'b', text: 'B' },
    ],
    'en',
  )
  const cn = finishRenderedHtml(
    '<h2 id="甲">甲</h2><h2 id="乙">乙</h2>',
    [
      { depth: 2, slug: '甲', text: '甲' },
      { depth: 2, slug: '乙', text: '乙' },
    ],
    'cn',
  )
  expect(en.html).toBe('<h2 id="s1">A</h2><p>x</p><h2 id="s2">B</h2>')
  expect(cn.headings.map((h) => h.slug)).toEqual(en.headings.map((h) => h.slug))
})

test('a table is named by its section, and reached by keyboard', () => {
  const { html } = finishRenderedHtml(
    '<h2 id="a">A &amp; "B"</h2><table><thead><tr><th>x</th></tr></thead><tbody></tbody></table>',
    [{ depth: 2, slug: 'a', text: 'A & "B"' }],
    'en',
  )
  expect(html).toContain(
    'tabindex="0" role="region" aria-label="A &amp; &quot;B&quot;"><table class="ledger" data-columns="1"><thead><tr><th scope="col">x',
  )
})

test('a table with an empty head cell has row headers', () => {
  const { html } = finishRenderedHtml(
    '<table><thead><tr><th></th><th></th></tr></thead><tbody><tr><td>Name</td><td>N</td></tr></tbody></table>',
    [],
    'cn',
  )
  expect(html).not.toContain('<thead>')
  expect(html).toContain('<tr><th scope="row">Name</th><td>N</td></tr>')
})

test('Chinese words in an English text are marked, addresses are not', () => {
  expect(finishRenderedHtml('<p>ü: 吕 is LYU, 䶮</p><a href="/吕">x</a>', [], 'en').html).toBe(
    '<p>ü: <span lang="zh-CN">吕</span> is LYU, <span lang="zh-CN">䶮</span></p><a href="/吕">x</a>',
  )
})

test('a telephone number stays on one line; an address is not changed', () => {
  expect(finishRenderedHtml('<p>+86 10 12308, <a href="/a?b=+86 10 12308">+86 10 12308</a></p>', [], 'cn').html).toBe(
    '<p>+86\u00a010\u00a012308, <a href="/a?b=+86 10 12308">+86\u00a010\u00a012308</a></p>',
  )
})

test.each([
  [
    'cn',
    '<p>自2026年11月29日起，或11月30日</p>',
    '<p>自<span class="nobr">2026年11月29日</span>起，或<span class="nobr">11月30日</span></p>',
  ],
  [
    'cn',
    '<p><a href="/a?d=03-6233">03-6233-9266</a></p>',
    '<p><a href="/a?d=03-6233"><span class="nobr">03-6233-9266</span></a></p>',
  ],
  [
    'en',
    '<p>Licence 000000-0000000, plan 2026-27</p>',
    '<p>Licence <span class="nobr">000000-0000000</span>, plan <span class="nobr">2026-27</span></p>',
  ],
] as const)(
  'a date and a number with hyphens stay on one line, and no character is added to them: %s %s',
  (lang, html, expected) => {
    expect(finishRenderedHtml(html, [], lang).html).toBe(expected)
  },
)

test('links to other sites send no referrer', () => {
  expect(finishRenderedHtml('<a href="https://x.example/">x</a><a href="/plan">y</a>', [], 'en').html).toBe(
    '<a rel="noreferrer" href="https://x.example/">x</a><a href="/plan">y</a>',
  )
})

test('a link with an unsafe or invalid address loses its address', () => {
  const { html } = finishRenderedHtml(
    '<a href="javascript:alert(1)">x</a><a href="JaVaScript:a">x</a><a href="data:text/html,x">x</a><a href="mailto:a@b.cc">m</a><a href="tel:+86">t</a><a href="#s1">h</a><a href="/plan">p</a>',
    [],
    'en',
  )
  expect(html).toBe(
    '<a>x</a><a>x</a><a>x</a><a href="mailto:a@b.cc">m</a><a href="tel:+86">t</a><a href="#s1">h</a><a href="/plan">p</a>',
  )
})

test('the reading time is at least a minute', () => {
  expect(readingMinutes('a')).toBe(1)
  expect(readingMinutes('字'.repeat(1200))).toBe(3)
})

test('sums are right-aligned, in the head and below it', () => {
  const { html } = finishRenderedHtml(
    '<table><thead><tr><th>x</th><th style="text-align: right">¥</th><th style="text-align: center">z</th></tr></thead><tbody><tr><td>a</td><td style="text-align: right">1.00</td><td style="text-align: center">b</td></tr></tbody></table>',
    [],
    'en',
  )
  expect(html).toContain('<th scope="col">x</th><th scope="col" class="sum">¥</th><th scope="col">z</th>')
  expect(html).toContain('<td class="sum">1.00</td>')
  expect(html).not.toContain('style=')
})

test('a figure and its unit that fill a cell of a table stay on one line', () => {
  const table =
    '<table><thead><tr><th>At most</th></tr></thead><tbody><tr><td>30 days</td><td>up to 30 days</td></tr></tbody></table>'
  expect(finishRenderedHtml(table, [], 'en').html).toContain('<td>30\u00a0days</td><td>up to 30\u00a0days</td>')
})
