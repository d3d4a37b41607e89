/** `/insurance-policy/list`: three tabs by the Shanghai day (spec §4). */
import { pageSearch } from '../../../../app/address/page-address.ts'
import { useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { byDevice } from '../../../../app/load/lazy.tsx'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { useT } from '../../../../app/words/words.tsx'
import { PersonalFrame } from '../../../../app/session/personal-frame.tsx'
import { listPolicies, POLICY_TABS, type PolicyTab } from '../../contract.ts'
import { ListPanel, ListTabs } from './policy-list-parts.tsx'
import { SEARCH_LENGTH, type Policies, type RowProps } from './props.ts'

interface Shown {
  tab: PolicyTab
  page: number
  search: string
  /** No tab was chosen: where this one is empty and another is not, the other is shown. */
  anyTab: boolean
}

const Row = byDevice<RowProps>({ web: () => import('./web.tsx'), mobile: () => import('./mobile.tsx') })

export default function PolicyListPage(props: IslandProps) {
  return (
    <Island {...props}>
      <PersonalFrame path="/insurance-policy/list">
        <PolicyList />
      </PersonalFrame>
    </Island>
  )
}

/** The tab is in the address, so that reload, back and a link find it again. */
const tabOf = (search: string): PolicyTab | undefined =>
  POLICY_TABS.find((tab) => tab === new URLSearchParams(search).get('tab'))

const searchOf = (search: string): string => new URLSearchParams(search).get('q')?.slice(0, SEARCH_LENGTH) ?? ''

function putInAddress(tab: PolicyTab, search: string): void {
  const address = new URL(location.href)
  address.searchParams.set('tab', tab)
  if (search) address.searchParams.set('q', search)
  else address.searchParams.delete('q')
  history.replaceState(history.state, '', address)
}

function PolicyList() {
  const t = useT()
  const [{ tab, page, search, anyTab }, setShown] = useState<Shown>(() => {
    const asked = tabOf(pageSearch())
    return { tab: asked ?? POLICY_TABS[0], page: 1, search: searchOf(pageSearch()), anyTab: asked === undefined }
  })
  const [counts, setCounts] = useState<Policies['counts']>()
  const [loaded, again] = useLoad(`${tab} ${page} ${search}`, async () => {
    const reply = await request(listPolicies, { tab, page, ...(search ? { search } : {}) })
    if (reply.ok) {
      const { counts: found } = reply.data
      setCounts(found)
      // A policy bought just now has not started, and a search may match in any tab.
      const filled = anyTab && found[tab] === 0 ? POLICY_TABS.find((one) => found[one] > 0) : undefined
      if (filled) {
        putInAddress(filled, search)
        setShown({ tab: filled, page: 1, search, anyTab: false })
      }
    }
    return dataOf(reply)
  })
  function show(next: PolicyTab, number = 1, wanted = search): void {
    putInAddress(next, wanted)
    setShown({ tab: next, page: number, search: wanted, anyTab: wanted !== '' && wanted !== search })
  }
  const props = { tab, page, search, loaded, counts, show, again }
  return (
    <>
      <h1 className="mb-6 type-h1 mobile:sr-only">{t('policies:title')}</h1>
      <ListTabs {...props} />
      <ListPanel {...props}>{(policy) => <Row policy={policy} />}</ListPanel>
    </>
  )
}
