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
