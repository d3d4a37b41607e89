/** Loads the data of the overview, and renders its states. */
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { byDevice } from '../../../../app/load/lazy.tsx'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { LoadFailed } from '../../../../app/load/load-failed.tsx'
import type { Output } from '../../../../lib/contract.ts'
import { groupOf, listClaims, type ClaimRow } from '../../../claims/list-contract.ts'
import { listOrders, ORDER_GROUPS, type OrderRow } from '../../../orders/list-contract.ts'
import { listPolicies, type PolicyTab } from '../../../policies/contract.ts'
import { waitingTasks } from '../../waiting-tasks-call.ts'
import type { PlanNames } from '../orders/order-words.ts'
import { OverviewSkeleton } from './overview-skeleton.tsx'
import type { OverviewProps } from './props.ts'

const Arrangement = byDevice<OverviewProps>({
  web: () => import('./web.tsx'),
  mobile: () => import('./mobile.tsx'),
})

export default function SignedInOverview({ names }: { names: PlanNames }) {
  const [loaded, again] = useLoad('overview', load)
  if (loaded.state === 'loading') return <OverviewSkeleton />
  if (loaded.state === 'failed') return <LoadFailed error={loaded.error} again={again} level={1} />
  return <Arrangement names={names} {...loaded.data} />
}

/** Most waiting items that are shown; the total is the server's count. */
const SHOWN_WAITING = 6

async function load(): Promise<Omit<OverviewProps, 'names'>> {
  const [valid, orders, listed, others] = await Promise.all([
    request(listPolicies, { tab: 'valid' }),
    request(listOrders, { counts: true }),
    request(listClaims, {}),
    request(waitingTasks, {}),
  ])
  const all = dataOf(orders)
  const claims = dataOf(listed)
  void import('../forget-closed-orders.ts').then((it) => it.forgetClosed(all.orders)).catch(() => undefined)
  const [waiting, claimsWaiting] = await Promise.all([ordersWaiting(all), claimsThatWait(claims)])
  const { counts } = dataOf(valid)
  const tab: PolicyTab =
    counts.valid > 0
      ? 'valid'
      : counts.pending_activation > 0
        ? 'pending_activation'
        : counts.expired > 0
          ? 'expired'
          : 'valid'
  const shown = tab === 'valid' ? valid : await request(listPolicies, { tab })
  const { tasks } = dataOf(others)
  const ofOrders = (all.counts?.to_pay ?? 0) + (all.counts?.unfinished ?? 0)
  return {
    policies: dataOf(shown),
    tab,
    orders: all.orders,
    claims: claims.claims,
    waiting,
    claimsWaiting,
    tasks,
    waitingCount: { orders: ofOrders, claims: claims.counts.waiting, tasks: tasks.length },
  }
}

/** Orders to pay come before drafts. Those on later pages are requested separately; mostly the first page has them all. */
async function ordersWaiting({ orders, counts }: Output<typeof listOrders>): Promise<OrderRow[]> {
  const found: OrderRow[] = []
  for (const group of ['to_pay', 'unfinished'] as const) {
    const here = orders.filter(({ status }) => ORDER_GROUPS[group].some((it) => it === status))
    if (here.length >= Math.min(counts?.[group] ?? 0, SHOWN_WAITING)) found.push(...here)
    else {
      const reply = await request(listOrders, { group, limit: SHOWN_WAITING })
      found.push(...dataOf(reply).orders)
    }
  }
  return found.slice(0, SHOWN_WAITING)
}

/** Claims with a paused clock come before drafts. */
async function claimsThatWait({ claims, counts }: Output<typeof listClaims>): Promise<ClaimRow[]> {
  const waits = (claim: ClaimRow): boolean => claim.needs > 0 || groupOf(claim) === 'draft'
  const here = claims.filter(waits)
  const reply =
    here.length >= Math.min(counts.waiting, SHOWN_WAITING)
      ? undefined
      : await request(listClaims, { waiting: true, limit: SHOWN_WAITING })
  const found = reply ? dataOf(reply).claims.filter(waits) : here
  return [...found.filter(({ needs }) => needs > 0), ...found.filter(({ needs }) => needs === 0)].slice(
    0,
    SHOWN_WAITING,
  )
}
