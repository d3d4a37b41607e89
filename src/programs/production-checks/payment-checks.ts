/**
 * Payment providers: each is asked about a trade that cannot exist. A correct answer proves address, keys and
 * signatures in both directions.
 */
import { now } from '../../lib/days/clock.ts'
import { realProviders } from '../../features/cashier/server/providers/provider-registry.ts'
import { ProviderUnavailable } from '../../features/cashier/server/providers/provider-interface.ts'
import type { ProductionCheck } from './production-check.ts'

const NOBODYS = { paymentId: 'connectioncheck0000', ref: 'cs_connectioncheck' }

export const paymentChecks: readonly ProductionCheck[] = [
  {
    name: 'payment providers',
    run: async ({ payment }) => {
      const found = await realProviders(payment, now)
      if (found.length === 0) return ['none is switched on']
      const problems = await Promise.all(
        found.map(async (provider) => {
          try {
            await provider.query(NOBODYS)
            return []
          } catch (error) {
            if (!(error instanceof ProviderUnavailable)) throw error
            return [`${provider.name}: ${error.message}`]
          }
        }),
      )
      return problems.flat()
    },
  },
]
