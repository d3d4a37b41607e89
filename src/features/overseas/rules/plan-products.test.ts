import { expect, test } from 'vitest'
import { LANGS } from '../../../lib/locale.ts'
import { loadPlans } from '../../plans/content/load-plans.ts'
import { productPathOf } from './plan-products.ts'

test('every plan that is not sold here has a page on which it is applied for', () => {
  const abroad = loadPlans()
    .plans.filter(({ online }) => !online)
    .map(({ id }) => id)
  expect(abroad.length).toBeGreaterThan(0)
  for (const lang of LANGS)
    for (const id of abroad)
      expect(productPathOf(lang, id), `${lang} ${id}`).toMatch(/\/other\/overseas\/details\/[a-z-]+$/)
})

test('a plan that is sold here has none', () => expect(productPathOf('en', 'us-campus')).toBeUndefined())
