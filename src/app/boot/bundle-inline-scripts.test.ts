import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { ROUTES, type Route } from '../../routes.ts'
import { bundleBoot, bundleExchange, bundleFindShell } from './bundle-inline-scripts.ts'

const rows: readonly Route[] = ROUTES
const { text } = bundleBoot({ search: '/assets/search.js', exchange: '/assets/exchange.js' })

const named = (path: string): boolean => text.includes(`path:"${path}"`)
const hasRule = ({ access, device, redirect, linked }: Route): boolean =>
  access !== 'open' || [device, redirect, linked].some(Boolean)

test('the boot script knows each route with a rule of its own', () => {
  expect(rows.filter(hasRule).filter(({ path }) => !named(path))).toEqual([])
})

test('the boot script does not grow with open routes', () => {
  expect(rows.filter((row) => !hasRule(row) && named(row.path))).toEqual([])
  expect(text).not.toMatch(/feature:"|claims\/guide|plan\.list/)
})

test('the boot script names the scripts of the search and of the code exchange, and does not bundle them', () => {
  expect(text).toContain('import("/assets/search.js")')
  expect(text).toContain('import("/assets/exchange.js")')
  expect(text).not.toContain('index/session')
  expect(bundleExchange('https://api.example').text).toContain('https://api.example')
})

test('only the page of unknown addresses knows paths with ids', () => {
  const shells = rows.filter(({ shell }) => shell !== undefined)
  expect(shells.length).toBeGreaterThan(2)
  const findShell = bundleFindShell().text
  expect(shells.filter(({ path }) => text.includes(path))).toEqual([])
  expect(shells.filter(({ path, shell = '' }) => !findShell.includes(path) || !findShell.includes(shell))).toEqual([])
})

/** Where the page of unknown addresses leads, on a host that shows it in `lang` for all of them. */
function leadsTo(address: string, lang = 'en'): string | undefined {
  const { pathname, search, hash } = new URL(address, 'https://youfang.example')
  let to: string | undefined
  const location = {
    pathname: address.startsWith('//') ? address : pathname,
    search,
    hash,
    replace: (it: string) => (to = it),
  }
  const document = { documentElement: { dataset: { lang } } }
  runInNewContext(bundleFindShell().text, { location, document })
  return to
}

test.each([
  ['/home/', '/home'],
  ['/plan/list.html?to=us#a', '/plan/list?to=us#a'],
  ['/claims/faq', '/claims/FAQ'],
  ['/claims/Faq/content/emergency/', '/claims/FAQ/content/emergency'],
  ['/cashier/9?a=1', '/cashier/shell?at=%2Fcashier%2F9%3Fa%3D1'],
  // No other site, and no circle.
  ['//evil.example/', '/evil.example'],
  ['/claims/FAQ/content/nowhere', undefined],
  ['/nowhere', undefined],
])('on a host without rules %s leads to %s', (address, to) => {
  expect(leadsTo(address)).toBe(to)
})

test('on a host with one such page, a Chinese address leads to the Chinese one', () => {
  expect(leadsTo('/cn/nowhere')).toBe('/cn/404')
  expect(leadsTo('/cn/nowhere', 'cn')).toBeUndefined()
})
