import { expect, test } from 'vitest'
import { currentOf, footerNav, headerNav, tabNav, type NavItem } from './nav.ts'
import { matchRoute } from '../routes.ts'

test('every link leads to a page that exists', () => {
  const links = [...headerNav(), ...tabNav(), ...footerNav().flatMap((column) => column.items)]
  for (const { path } of links) expect(matchRoute(path)).toBeDefined()
  expect(headerNav().length).toBeLessThanOrEqual(5)
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
