/** The tiers chosen for the comparison, and its rows as both arrangements draw them. */
import type { ReactNode } from 'react'
import type { Column } from '../../rules/plan-differences.ts'
import type { ComparedPlan } from '../../rules/plan-types.ts'

export type Chosen = Column & { id: string; plan: ComparedPlan }

export function chosen(plans: readonly ComparedPlan[], ids: readonly string[]): Chosen[] {
  return ids.flatMap((id) => {
    const [planId, tierId] = id.split('.')
    const plan = plans.find((one) => one.id === planId)
    const tier = plan?.tiers.find((one) => one.id === tierId)
    return plan && tier ? [{ id, plan, tier }] : []
  })
}

export interface CompareGroup {
  title: string
  rows: readonly (
    | { id: string; name: string; same: ReactNode }
    | {
        id: string
        name: string
        cells: readonly { value: ReactNode; note: ReactNode; none: boolean; best: boolean }[]
      }
  )[]
}
