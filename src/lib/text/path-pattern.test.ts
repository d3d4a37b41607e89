import { describe, expect, test } from 'vitest'
import { inCaseOf, inLowerCase, matchesPattern, partOf } from './path-pattern.ts'

const COLLECTION = '/h5/collection/[id]/[product_name]?'

describe('a pattern', () => {
  test.each([
    ['/cashier/[id]', '/cashier/9', true],
    ['/cashier/[id]', '/cashier/', false],
    ['/cashier/[id]', '/cashier', false],
    ['/cashier/[id]', '/cashier/confirmation/9', false],
    ['/cashier/confirmation/[id]', '/cashier/confirmation/9', true],
    [COLLECTION, '/h5/collection/9', true],
    [COLLECTION, '/h5/collection/9/Global Study', true],
    [COLLECTION, '/h5/collection/9/', false],
    [COLLECTION, '/h5/collection', false],
    [COLLECTION, '/h5/collection/9/a/b', false],
    ['/home', '/home', true],
    ['/home', '/', false],
  ])('%s for %s: %s', (pattern, path, fits) => {
    expect(matchesPattern(pattern, path)).toBe(fits)
  })

  test.each([
    ['/cashier/[id]', '/cashier/plan.YFO-1', 'id', 'plan.YFO-1'],
    [COLLECTION, '/h5/collection/9/%E6%9C%89%E6%96%B9', 'product_name', '有方'],
    [COLLECTION, '/h5/collection/9', 'product_name', ''],
    ['/cashier/[id]', '/cashier/%E6%9C', 'id', ''],
    ['/cashier/[id]', '/cashier/9', 'key', ''],
  ])('%s of %s: %s is "%s"', (pattern, path, name, part) => {
    expect(partOf(pattern, path, name)).toBe(part)
  })
})

test.each([
  ['/claims/FAQ/content/[slug]', '/claims/faq/Content/Emergency', '/claims/FAQ/content/Emergency'],
  ['/claims/FAQ', '/claims/FAQ', '/claims/FAQ'],
  ['/claims/FAQ', '/claims/faq/x', undefined],
  ['/h5/pay/[type]/[id]/[product_name]?', '/H5/pay/A/9', '/h5/pay/A/9'],
])('%s in the case of a pattern: %s', (pattern, path, right) => {
  expect(inCaseOf(pattern, path)).toBe(right)
  expect(inLowerCase('/claims/FAQ/content/[sLug]')).toBe('/claims/faq/content/[sLug]')
})
