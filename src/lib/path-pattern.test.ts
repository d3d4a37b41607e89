import { describe, expect, test } from 'vitest'
import { matchesPattern, partOf } from './path-pattern.ts'

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
