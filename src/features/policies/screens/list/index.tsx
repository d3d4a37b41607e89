/** `/insurance-policy/list`: three tabs by the Shanghai day (spec §4). */
import { useState } from 'react'
import { request } from '../../../../app/client.ts'
import { Island, type IslandProps } from '../../../../app/island.tsx'
import { byDevice } from '../../../../app/lazy.tsx'
import { useLoad } from '../../../../app/use-load.ts'
import { PersonalFrame } from '../../../../app/personal-frame.tsx'
import { listPolicies, POLICY_TABS, type PolicyTab } from '../../contract.ts'
import type { ListProps, Policies } from './props.ts'

const Arrangement = byDevice<ListProps>({ web: () => import('./web.tsx'), mobile: () => import('./mobile.tsx') })

export default function PolicyListPage(props: IslandProps) {
  return (
    <Island {...props}>
      <PersonalFrame path="/insurance-policy/list">
        <PolicyList />
      </PersonalFrame>
    </Island>
  )
}

/** The tab stands in the address, so that reload, back and a link find it again. */
const tabOf = (search: string): PolicyTab | undefined => POLICY_TABS.find((tab) => tab === new URLSearchParams(search).get('tab'))

function PolicyList() {
  const [{ tab, page }, setShown] = useState(() => ({ tab: tabOf(location.search) ?? POLICY_TABS[0], page: 1 }))
  const [counts, setCounts] = useState<Policies['counts']>()
  const [loaded, again] = useLoad(`${tab} ${page}`, async () => {
    const reply = await request(listPolicies, { tab, page })
    if (reply.ok) {
      const { counts: found } = reply.data
      setCounts(found)
      // Nobody asked for an empty tab: a policy bought just now has not started, and stands in the next one.
      const filled = tabOf(location.search) ? tab : (POLICY_TABS.find((one) => found[one] > 0) ?? tab)
      if (filled !== tab) setShown({ tab: filled, page: 1 })
    }
    return reply.ok ? reply.data : undefined
  })
  function show(next: PolicyTab, number = 1): void {
    const address = new URL(location.href)
    address.searchParams.set('tab', next)
    history.replaceState(history.state, '', address)
    setShown({ tab: next, page: number })
  }
  return <Arrangement tab={tab} page={page} loaded={loaded} counts={counts} show={show} again={again} />
}
