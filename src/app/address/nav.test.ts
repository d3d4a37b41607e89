import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matchRoute } from '../../routes.ts'
import { currentOf, FOOTER_NAV, HEADER_NAV, TAB_NAV, WIZARD_FOOTER_NAV, type NavItem } from './nav.ts'

const TEXTS = '/information/content/'
/** Collections whose entries are pages below this path. */
const FOLDERS = ['articles', 'legal']

test('every link leads to a page', () => {
  const all = [...HEADER_NAV, ...TAB_NAV, ...FOOTER_NAV.flatMap(({ items }) => items)]
  expect(all.length).toBeGreaterThan(30)
  expect(all.filter(({ path }) => !matchRoute(path))).toEqual([])
  expect(WIZARD_FOOTER_NAV.map(({ id }) => id)).toEqual([
    'questions',
    'customerNotice',
    'complaints',
    'agreement',
    'privacy',
  ])
})

test('a link to a text leads to an existing text in both languages', () => {
  const texts = FOOTER_NAV.flatMap(({ items }) => items).filter(({ path }) => path.startsWith(TEXTS))
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
