import { describe, expect, it } from 'vitest'
import { loadPlans } from '../content/load-plans.ts'
import { planPictures, product } from './plan-head-tags.ts'

const set = loadPlans()
const SITE = new URL('https://youfang.example')
const read = (id: string) => JSON.parse(JSON.stringify(product(set, 'en', id, SITE)))

describe('a plan as a product', () => {
  it('has the prices of the page, and what the page says beside them: it is a demonstration', () => {
    const node = read('us-campus')
    expect(node).toMatchObject({
      '@type': 'Product',
      name: 'US Campus',
      disambiguatingDescription: 'Demonstration: a sample insurer. No real cover is provided.',
    })
    expect(node.offers).toMatchObject({
      '@type': 'AggregateOffer',
      priceCurrency: 'CNY',
      lowPrice: '300.00',
      offerCount: 3,
      availability: 'https://schema.org/OutOfStock',
    })
    expect(node.offers.offers[0]).toMatchObject({
      name: 'Silver',
      price: '300.00',
      priceSpecification: { unitCode: 'MON', priceCurrency: 'CNY' },
    })
  })

  it('of an insurer that sells it itself has no offer of ours', () => {
    const overseas = set.plans.filter(({ online }) => !online)
    expect(overseas.length).toBeGreaterThan(0)
    expect(overseas.filter(({ id }) => 'offers' in read(id))).toEqual([])
  })

  it('has plain figures: no thousands, the lowest not above the highest', () => {
    for (const { id } of set.plans.filter(({ online }) => online)) {
      const { lowPrice, highPrice } = read(id).offers
      expect([lowPrice, highPrice].every((figure) => /^\d+(\.\d\d)?$/.test(figure))).toBe(true)
      expect(Number(lowPrice)).toBeLessThanOrEqual(Number(highPrice))
    }
  })

  it('has a picture in both languages', () => {
    expect(planPictures()).toHaveLength(2 * set.plans.length)
  })
})
