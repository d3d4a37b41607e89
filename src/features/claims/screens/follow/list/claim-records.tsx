/** `/personal/claims`: all claims, which can be filtered by open or closed. */
import { pageSearch } from '../../../../../app/address/page-address.ts'
import { useState } from 'react'
import { LoadFailed } from '../../../../../app/load/load-failed.tsx'
import { useT } from '../../../../../app/words/words.tsx'
import { Skeleton } from '../../../../../ui/Skeleton.tsx'
import { Tabs } from '../../../../../ui/Tabs.tsx'
import { groupOf, sortByNeed, type ClaimRow } from '../../../list-contract.ts'
import { Stale } from '../load-claim.tsx'
import { More, Rows, useClaims, type Listed } from './index.tsx'
import { NoClaims, StartLink } from './claim-list-parts.tsx'

const TABS = ['all', 'open', 'closed'] as const
type Tab = (typeof TABS)[number]
const PANEL = 'records'

/** The tab is in the address, so that a reload and a link find it again. */
const tabOf = (search: string): Tab => TABS.find((tab) => tab === new URLSearchParams(search).get('tab')) ?? 'all'

const inTab =
  (tab: Tab) =>
  (claim: ClaimRow): boolean =>
    tab === 'all' || (groupOf(claim) === 'closed') === (tab === 'closed')

/** Count over all pages; fewer may be shown. */
const countOf = (tab: Tab, { draft, open, closed }: Listed['counts']): number =>
  tab === 'closed' ? closed : draft + open + (tab === 'all' ? closed : 0)

export default function ClaimRecords() {
  const t = useT()
  const [tab, setTab] = useState(() => tabOf(pageSearch()))
  const { fresh, again, more, adding } = useClaims()
  function show(next: Tab): void {
    const address = new URL(location.href)
    address.searchParams.set('tab', next)
    history.replaceState(history.state, '', address)
    setTab(next)
  }
  return (
    <>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 mobile:mb-3">
        <h1 className="type-h1 mobile:sr-only">{t('claimprogress:records.title')}</h1>
        {fresh.state === 'ready' && fresh.data.claims.length > 0 && <StartLink />}
      </div>
      {fresh.state === 'loading' && <Skeleton label={t('claimprogress:list.loading')} rows={4} />}
      {fresh.state === 'failed' && <LoadFailed error={fresh.error} again={again} />}
      {fresh.state === 'ready' && fresh.stale && <Stale at={fresh.at} />}
      {fresh.state === 'ready' &&
        (fresh.data.claims.length === 0 ? <NoClaims /> : <Records of={fresh.data} tab={tab} show={show} />)}
      {fresh.state === 'ready' && <More of={fresh.data} more={more} adding={adding} />}
    </>
  )
}

function Records({ of: { claims, counts, more }, tab, show }: { of: Listed; tab: Tab; show: (tab: Tab) => void }) {
  const t = useT()
  const shown = sortByNeed(claims.filter(inTab(tab)))
  const label = t(`claimprogress:records.tab.${tab}`)
  return (
    <>
      <Tabs
        label={t('claimprogress:records.tabs')}
        panel={PANEL}
        current={tab}
        onChange={show}
        tabs={TABS.map((id) => ({ id, label: t(`claimprogress:records.tab.${id}`), count: countOf(id, counts) }))}
      />
      <div role="tabpanel" id={PANEL} aria-label={label} className="pt-4">
        {shown.length > 0 ? (
          <Rows claims={shown} label={label} />
        ) : (
          !more && <p className="text-ink-2">{t(`claimprogress:records.empty.${tab}`)}</p>
        )}
      </div>
    </>
  )
}
