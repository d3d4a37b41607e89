import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { currentOf, footerNav, headerNav, mainAction, tabNav, wizardFooterNav, type NavItem } from './nav.ts'

const TEXTS = '/information/content/'
/** Collections whose entries are pages below this path. */
const FOLDERS = ['articles', 'legal']

// A path that is mistyped, or whose page was removed, silently loses its link: so every link is listed here.
test('every expected link is in the navigation', () => {
  const ids = (items: readonly NavItem[]): string[] => items.map(({ id }) => id)
  expect(ids(headerNav())).toEqual(['plans', 'claims', 'hospitals', 'other', 'help'])
  expect(ids(tabNav())).toEqual(['home', 'plans', 'claims', 'me'])
  expect(Object.fromEntries(footerNav().map(({ id, items }) => [id, ids(items)]))).toEqual({
    cover: ['compare', 'costs', 'works', 'otherInsurance', 'overseas', 'tuition', 'billing'],
    claiming: ['start', 'follow', 'send', 'forms', 'fast'],
    documents: ['policies', 'orders', 'changes', 'verify', 'check'],
    helping: ['questions', 'notices', 'information', 'service'],
    company: ['customerNotice', 'about', 'complaints', 'agreement', 'privacy', 'accessibility'],
  })
  expect(ids(wizardFooterNav())).toEqual(['questions', 'customerNotice', 'complaints', 'agreement', 'privacy'])
  expect(mainAction()).toEqual({ id: 'start', path: '/claim/application' })
})

test('a link to a text leads to an existing text in both languages', () => {
  const texts = footerNav()
    .flatMap(({ items }) => items)
    .filter(({ path }) => path.startsWith(TEXTS))
  expect(texts.length).toBeGreaterThan(3)
  const unwritten = texts
    .flatMap(({ path }) => ['en', 'cn'].map((lang) => `${lang}/${path.slice(TEXTS.length)}.md`))
    .filter((file) => !FOLDERS.some((folder) => existsSync(`content/${folder}/${file}`)))
  expect(unwritten).toEqual([])
})

test('the longest fitting path decides what is current', () => {
  const items: NavItem[] = [
    { id: 'claims', path: '/claims', covers: ['/claim'] },
    { id: 'help', path: '/claims/FAQ' },
  ]
  expect(currentOf(items, '/claims/guide')).toBe('claims')
  expect(currentOf(items, '/claims/FAQ/content/a')).toBe('help')
  expect(currentOf(items, '/claim/application/list')).toBe('claims')
  expect(currentOf(items, '/claimsmore')).toBeUndefined()
})
