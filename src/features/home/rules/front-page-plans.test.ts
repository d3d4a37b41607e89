import { expect, test } from 'vitest'
import { LANGS } from '../../../lib/locale.ts'
import { formatAmount } from '../../../lib/money/money.ts'
import { loadPlans } from '../../plans/content/load-plans.ts'
import { planRows } from './front-page-plans.ts'

test.each(LANGS)('both figures of a row are of one tier (%s)', (lang) => {
  const set = loadPlans()
  for (const { id, maximum, from } of planRows(set, lang)) {
    const { tiers, premium } = set.plan(id)
    const tier = tiers.find((one) =>
      premium.bands.some((band) => band.price[one.id] && formatAmount(band.price[one.id]!, lang) === from.price),
    )
    const limit = tier?.yearMaximum
    expect(maximum, id).toEqual(typeof limit === 'string' ? { word: limit } : limit && formatAmount(limit, lang))
  }
})
