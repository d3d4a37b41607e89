import { expect, it } from 'vitest'
import { loadPlans } from '../content/load-plans.ts'
import { surprisingExclusions } from './surprising-exclusions.ts'

const set = loadPlans()

it.each(set.plans.map(({ id }) => id))('%s: three first, none lost, none twice', (id) => {
  const all = set.clauses('en', id).articles.filter((article) => article.exclusion)
  const { first, rest } = surprisingExclusions(all, set.plan(id))
  expect(first).toHaveLength(3)
  expect([...first, ...rest].map((article) => article.id).sort()).toEqual(all.map((article) => article.id).sort())
  expect(first[0]?.id).toBe('5.2')
})

it('leaves a waiting period that the plan does not have among the rest', () => {
  const articles = [{ id: '5.1' }, { id: '5.2' }]
  expect(surprisingExclusions(articles, { waiting: null }).first).toEqual([{ id: '5.2' }])
  expect(surprisingExclusions(articles, { waiting: { count: 15, unit: 'day', afterArrival: false } }).first).toEqual([
    { id: '5.2' },
    { id: '5.1' },
  ])
})
