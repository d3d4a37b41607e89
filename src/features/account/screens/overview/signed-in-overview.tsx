/** What is loaded for the overview, and its states. */
import { request } from '../../../../app/client.ts'
import { byDevice } from '../../../../app/lazy.tsx'
import { useLoad } from '../../../../app/use-load.ts'
import { LoadFailed } from '../../../../app/load-failed.tsx'
import { groupOf, listClaims } from '../../../claims/rows.ts'
import { listOrders } from '../../../orders/rows.ts'
import { listPolicies, type PolicyTab } from '../../../policies/contract.ts'
import type { PlanNames } from '../orders/order-words.ts'
import { OverviewSkeleton } from './overview-skeleton.tsx'
import type { OverviewProps } from './props.ts'

const Arrangement = byDevice<OverviewProps>({ web: () => import('./web.tsx'), mobile: () => import('./mobile.tsx') }, <OverviewSkeleton />)

export default function SignedInOverview({ names }: { names: PlanNames }) {
  const [loaded, again] = useLoad('overview', load)
  if (loaded.state === 'loading') return <OverviewSkeleton />
  if (loaded.state === 'failed') return <LoadFailed again={again} level={1} />
  return <Arrangement names={names} {...loaded.data} />
}

async function load(): Promise<Omit<OverviewProps, 'names'> | undefined> {
  const [valid, orders, listed] = await Promise.all([request(listPolicies, { tab: 'valid' }), request(listOrders, {}), request(listClaims, {})])
  if (!valid.ok || !orders.ok || !listed.ok) return undefined
  const { claims } = listed.data
  const claimsWaiting = [...claims.filter(({ needs }) => needs > 0), ...claims.filter((claim) => groupOf(claim) === 'draft')]
  const waiting = orders.data.orders.filter(({ status }) => status === 'awaiting_payment' || status === 'created')
    .sort((a, b) => Number(b.status === 'awaiting_payment') - Number(a.status === 'awaiting_payment'))
  const { counts } = valid.data
  const tab: PolicyTab = counts.valid > 0 ? 'valid' : counts.pending_activation > 0 ? 'pending_activation' : counts.expired > 0 ? 'expired' : 'valid'
  const shown = tab === 'valid' ? valid : await request(listPolicies, { tab })
  return shown.ok ? { policies: shown.data, tab, orders: orders.data.orders, waiting, claims, claimsWaiting } : undefined
}
