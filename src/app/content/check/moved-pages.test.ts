import { expect, test } from 'vitest'
import { problemText } from '../../../lib/content/source-problems.ts'
import { Addresses } from './addresses.ts'
import { entriesOf } from './content-files.ts'
import { movedElsewhere, movedPageProblems } from './moved-pages.ts'

const PUBLISHED = ['notices/en/old.md', 'notices/cn/old.md', 'notices/en/new.md', 'plans/gone.yaml', 'rates/cny.yaml']

/** What is said while the only page is the notice `new`. */
function said(redirects: string, published = PUBLISHED): string[] {
  const tree = {
    root: 'content',
    files: new Map([
      ['notices/en/new.md', '---\ntitle: New\nsummary: New.\ndate: 2026-11-20\n---\n'],
      ['redirects.yaml', redirects],
    ]),
  }
  return movedPageProblems(tree, new Addresses(entriesOf(tree).entries), published).map(problemText)
}

test('a page that was published and is gone must lead on', () => {
  expect(said('')).toEqual([
    'content/redirects.yaml:1: /notice/content/old: was published and is gone. Lead its readers on: to the page that says now what it said, with its new name if it was renamed, or else to the list in which it stood. Example: /notice/content/old: /notice',
    expect.stringContaining('/plan/details/gone: was published and is gone.'),
  ])
  expect(said('/notice/content/old: /notice/content/new\n/plan/details/gone: /plan/list\n')).toEqual([])
})

test('the example is the page with words of the address, its list, or the one of a line the wrong way round', () => {
  const example = (redirects: string, ...gone: string[]): string[] =>
    said(redirects, gone).flatMap((it) => /published and is gone.*Example: (.*)$/.exec(it)?.[1] ?? [])
  expect(
    example('', 'notices/en/brand-new.md', 'faq/en/brand-new.md', 'guides/en/new-teeth.md', 'plans/new.yaml'),
  ).toEqual([
    '/notice/content/brand-new: /notice',
    '/claims/FAQ/content/brand-new: /claims/FAQ',
    '/claims/content/new-teeth: /claims',
    '/plan/details/new: /plan',
  ])
  expect(example('/notice/content/new: /notice/content/old', 'notices/en/old.md')).toEqual([
    '/notice/content/old: /notice/content/new',
  ])
  const addresses = new Addresses(
    ['dental-emergency', 'travel'].map((slug) => ({ collection: 'guides', slug, file: '', body: '' }) as never),
  )
  expect(addresses.successor('/claims/content/dental')).toBe('/claims/content/dental-emergency')
  expect(addresses.successor('/claims/content/glasses')).toBe('/claims')
})

test.each([
  [
    '/notice/content/new: /notice',
    '/notice/content/new: is a page that its readers could not open any more: remove the line, or the page.',
  ],
  ['/notice/content/new: /notice/content/old', 'Example: /notice/content/old: /notice/content/new'],
  ['/notice/content/old:/notice/content/new', 'is no line of two addresses: the old one, a colon, a space'],
  [
    'https://a.example/cn/notice/content/old: https://a.example/cn/notice/content/new/',
    'Example: /notice/content/old: /notice/content/new',
  ],
  ['/notice/content/a: /notice/content/b', '/notice/content/a: leads to /notice/content/b, which does not exist.'],
  [
    '/notice/content/a: /notice/content/b\n/notice/content/b: /notice',
    '/notice/content/a: leads to /notice/content/b, which leads on itself.',
  ],
  ['/notice/content/old: /notice/content/old', 'leads to itself. Example: /notice/content/old: /notice/content/new'],
  ['/cn/notice/content/a: /notice', 'must be an address of this site, without language'],
  ['/notice/content/a: https://elsewhere.example', 'must be an address of this site, without language'],
  ['- /notice', 'content/redirects.yaml:1: '],
])('%s is refused', (redirects, why) => {
  expect(said(redirects, [])).toEqual([expect.stringContaining(why)])
})

test('a page that leads to one of another kind is told', () => {
  const redirects = '/faq/content/a: /notice\n/faq/content/b: /faq\n/plan/details/c: /plan/list\n'
  const found = movedElsewhere({ root: 'content', files: new Map([['redirects.yaml', redirects]]) })
  expect(found.map(({ line, field }) => `${line} ${field}`)).toEqual(['1 /faq/content/a'])
})
