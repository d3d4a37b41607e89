import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { US_BILL_PLAN, US_BILL_TERMS, usBillCounts, usBillSums } from './us-bill-example.ts'

it('adds up to the sums of the brief', () => {
  const sums = Object.fromEntries(Object.entries(usBillSums()).map(([name, { amount }]) => [name, amount]))
  expect(sums).toEqual({
    charged: 2_831_500,
    counts: 1_758_700,
    converted: 12_486_770,
    share: 1_238_677,
    elsewhere: 355_000,
    yours: 1_338_677,
    extra: 43_500,
    paid: 10_793_093,
  })
  expect([usBillCounts('ward').amount, usBillCounts('extras').amount, usBillCounts('ambulance').amount]).toEqual([
    894_000, 0, 105_000,
  ])
})

it('has the figures of the plan', () => {
  const tier = z.object({ deductible: z.object({ amount: z.number() }), share: z.object({ network: z.number() }) })
  const { tiers } = z
    .object({ tiers: z.record(z.string(), tier) })
    .parse(parse(readFileSync(`content/plans/${US_BILL_PLAN.id}.yaml`, 'utf8')))
  expect(tiers[US_BILL_PLAN.tier]).toEqual({
    deductible: { amount: US_BILL_TERMS.deductible.amount / 100 },
    share: { network: 100 - US_BILL_TERMS.percent },
  })
})
