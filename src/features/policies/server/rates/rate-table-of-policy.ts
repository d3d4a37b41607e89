/**
 * The rate table that a term was priced by. It is stored with the version that began the term: an age that is corrected
 * later is priced by the table of the sale, whatever the plan costs by then.
 */
import { z } from 'zod'
import { CURRENCIES } from '../../../../lib/money/currencies.ts'
import type { Plan } from '../../../plans/server/door.ts'

const price = z.record(z.string(), z.object({ amount: z.number().int(), currency: z.enum(CURRENCIES) }))
const premium = z.discriminatedUnion('unit', [
  z.object({ unit: z.literal('month'), bands: z.array(z.object({ from: z.number(), to: z.number(), price })) }),
  z.object({ unit: z.literal('trip'), bands: z.array(z.object({ days: z.number(), price })) }),
])
const tariff = z.object({ ages: z.object({ from: z.number(), to: z.number() }), premium })

/** The stored part: ages and prices of one tier. */
export function tariffText({ ages, premium: rule }: Pick<Plan, 'ages' | 'premium'>, tier: string): string {
  const own = <B extends { price: Plan['premium']['bands'][number]['price'] }>(band: B): B => ({
    ...band,
    price: Object.fromEntries(Object.entries(band.price).filter(([id]) => id === tier)),
  })
  const kept =
    rule.unit === 'month'
      ? { unit: rule.unit, bands: rule.bands.map(own) }
      : { unit: rule.unit, bands: rule.bands.map(own) }
  return JSON.stringify({ ages, premium: kept })
}

/** The plan with its prices at the time; today's plan for a term from before tables were stored. */
export const withTariff = (plan: Plan, text: string | null): Plan =>
  text === null ? plan : { ...plan, ...tariff.parse(JSON.parse(text)) }
