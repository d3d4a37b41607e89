/** The list of orders: filtered by state with counts, page by page. */
import { pageSearch } from '../../../../app/address/page-address.ts'
import { useState, type ReactNode } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { byDevice, lazyPart } from '../../../../app/load/lazy.tsx'
import { LoadFailed } from '../../../../app/load/load-failed.tsx'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { clockSkew } from '../../../../lib/days/clock.ts'
import { localPath } from '../../../../lib/locale.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Empty } from '../../../../ui/Empty.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { Tabs } from '../../../../ui/Tabs.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { listOrders, ORDER_TABS, type OrderGroup, type OrderRow } from '../../../orders/list-contract.ts'
import type { PlanNames } from './order-words.ts'
import type { OrdersProps } from './props.ts'

const Arrangement = byDevice<OrdersProps>({ web: () => import('./web.tsx'), mobile: () => import('./mobile.tsx') })
/** Few cancel, so the contract of ordering is loaded with the dialog and not with the page. */
const CancelDialog = lazyPart(() => import('./cancel-listed-order-dialog.tsx'), null)
type Filter = (typeof ORDER_TABS)[number] | 'all'
type Counts = Record<OrderGroup, number>

/** The filter is in the address, so that reload, back and a link find it again. */
const filterOf = (search: string): Filter =>
  ORDER_TABS.find((group) => group === new URLSearchParams(search).get('state')) ?? 'all'

/** Loaded afterwards: the link back to an application is only a convenience. */
const forgetClosed = (orders: readonly OrderRow[]): void =>
  void import('../forget-closed-orders.ts').then((it) => it.forgetClosed(orders)).catch(() => undefined)

/** `below` stands under the list once that has been read, so that nothing moves. */
export function OrderList({ names, below }: { names: PlanNames; below: ReactNode }) {
  const t = useT()
  const [filter, setFilter] = useState<Filter>(() => filterOf(pageSearch()))
  const [counts, setCounts] = useState<Counts>()
  const [asked, setAsked] = useState<OrderRow>()
  const [older, setOlder] = useState<{ orders: OrderRow[]; more: boolean }>()
  const [fetching, setFetching] = useState(false)
  const group = filter === 'all' ? {} : { group: filter }
  const [loaded, again] = useLoad(`orders ${filter}`, async () => {
    setOlder(undefined)
    const data = dataOf(await request(listOrders, { ...group, counts: true }))
    setCounts(data.counts ?? undefined)
    forgetClosed(data.orders)
    return { ...data, skew: clockSkew(data.now) }
  })
  const ready = loaded.state === 'ready' ? loaded.data : undefined
  const orders = ready ? [...ready.orders, ...(older?.orders ?? [])] : []

  async function fetchMore(): Promise<void> {
    setFetching(true)
    try {
      const reply = await request(listOrders, { ...group, before: orders.at(-1)?.id })
      if (reply.ok) forgetClosed(reply.data.orders)
      if (reply.ok) setOlder({ orders: [...(older?.orders ?? []), ...reply.data.orders], more: reply.data.more })
    } finally {
      setFetching(false)
    }
  }

  function show(next: Filter): void {
    const address = new URL(location.href)
    if (next === 'all') address.searchParams.delete('state')
    else address.searchParams.set('state', next)
    history.replaceState(history.state, '', address)
    setFilter(next)
  }

  const total = counts && ORDER_TABS.reduce((sum, id) => sum + counts[id], 0)
  return (
    <>
      <h1 className="type-h1 mobile:sr-only">{t('account:order.title')}</h1>
      <p className="mt-1 mb-6 text-ink-2 mobile:text-small">
        {t('account:order.lead', { minutes: LIMITS.orderMinutes })}
      </p>
      {total !== 0 && (
        <Tabs
          label={t('account:order.filter')}
          tabs={tabsOf(t, counts, total)}
          current={filter}
          onChange={show}
          panel="orders"
        />
      )}
      <div
        id="orders"
        role={total === 0 ? undefined : 'tabpanel'}
        aria-label={total === 0 ? undefined : t(`account:order.group.${filter}`)}
        className={total === 0 ? '' : 'mt-4'}
      >
        {loaded.state === 'loading' && <Skeleton label={t('account:order.loading')} rows={4} />}
        {loaded.state === 'failed' && <LoadFailed error={loaded.error} again={again} />}
        {ready &&
          orders.length === 0 &&
          (total === 0 ? <NoOrders /> : <p className="py-6 text-ink-2">{t('account:order.noneHere')}</p>)}
        {ready && orders.length > 0 && (
          <Arrangement orders={orders} names={names} skew={ready.skew} cancel={setAsked} again={again} />
        )}
        {(older?.more ?? ready?.more) && (
          <div className="mt-6">
            <Button working={fetching && t('account:order.loadingMore')} onClick={() => void fetchMore()}>
              {t('account:order.more')}
            </Button>
          </div>
        )}
      </div>
      <FromThen on={loaded.state !== 'loading'}>{below}</FromThen>
      {asked && <CancelDialog order={asked} names={names} close={() => setAsked(undefined)} done={again} />}
    </>
  )
}

/** Stays once it was shown. */
function FromThen({ on, children }: { on: boolean; children: ReactNode }) {
  const [shown, show] = useState(on)
  if (on && !shown) show(true)
  return shown ? children : null
}

const tabsOf = (t: ReturnType<typeof useT>, counts: Counts | undefined, total: number | undefined) =>
  (['all', ...ORDER_TABS] as const).map((id) => ({
    id,
    label: t(`account:order.group.${id}`),
    ...(counts ? { count: id === 'all' ? (total ?? 0) : counts[id] } : {}),
  }))

function NoOrders() {
  const t = useT()
  const lang = useLang()
  return (
    <Empty
      title={t('account:order.empty.title')}
      action={
        <TextLink look="go" href={localPath(lang, '/plan/list')}>
          {t('account:order.empty.action')}
        </TextLink>
      }
    >
      {t('account:order.empty.text')}
    </Empty>
  )
}
