import { expect, test } from 'vitest'
import { loadPlans } from '../../plans/content/load-plans.ts'
import { loadProducts } from '../content/load-products.ts'
import { grouped, listed, productPath, productView, productViews } from './product-views.ts'

const plans = loadPlans()

test('a product that is a plan shows the plan’s lowest price and leads to it; one of its own shows its figure', () => {
  for (const product of loadProducts()) {
    const view = productView(plans, 'en', product)
    expect(view.plan === undefined, product.slug).toBe(product.plan === undefined)
    expect(
      view.price.per.startsWith(product.plan === undefined ? 'overseas:per.' : 'overseas:planPer.'),
      product.slug,
    ).toBe(true)
    expect(view.price.yuan === undefined, product.slug).toBe(view.price.rate === undefined)
    if (product.plan) expect(view.plan?.href).toBe(`/plan/details/${product.plan}`)
  }
})

test('words and addresses are those of the language', () => {
  const [one] = productViews(plans, 'cn', ({ slug }) => slug === 'eshc-europe')
  expect(one).toMatchObject({ title: '欧洲学生医保ESHC', href: '/cn/other/overseas/details/eshc-europe' })
  expect(productPath({ kind: 'other', slug: 'laptop' })).toBe('/other/list/laptop')
})

test('groups stand in the given order, and empty ones are left out', () => {
  const views = productViews(plans, 'en', ({ kind }) => kind === 'overseas')
  const groups = grouped(views, ['home', 'travel', 'oshc'] as const, ({ product }) => product.need)
  expect(groups.map(({ id, views: of }) => [id, of.length])).toEqual([
    ['home', 2],
    ['oshc', 1],
  ])
})

test('names are listed as each language lists them', () => {
  expect(listed('en', ['Germany', 'France', 'Spain'])).toBe('Germany, France and Spain')
  expect(listed('cn', ['德国', '法国'])).toBe('德国和法国')
})
