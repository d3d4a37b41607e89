/** `/personal/order`: every order with its state, and what can be done with it. */
import { useState } from 'react'
import { request } from '../../../../app/client.ts'
import { Island, type IslandProps } from '../../../../app/island.tsx'
import { byDevice } from '../../../../app/lazy.tsx'
import { useLoad } from '../../../../app/use-load.ts'
import { PersonalFrame } from '../../../../app/personal-frame.tsx'
import { LoadFailed } from '../../../../app/load-failed.tsx'
import { useLang, useT } from '../../../../app/words.tsx'
import { LIMITS } from '../../../../lib/limits.ts'
import { localPath } from '../../../../lib/locale.ts'
import { hasRoute } from '../../../../routes.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Empty } from '../../../../ui/Empty.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { listOrders, type OrderRow } from '../../../orders/rows.ts'
import { CancelDialog } from './cancel-order-dialog.tsx'
import type { PlanNames } from './order-words.ts'
import type { OrdersProps } from './props.ts'

const Arrangement = byDevice<OrdersProps>({ web: () => import('./web.tsx'), mobile: () => import('./mobile.tsx') })
type Props = IslandProps & { names: PlanNames }

export default function OrdersPage({ names, ...props }: Props) {
  return (
    <Island {...props}>
      <PersonalFrame path="/personal/order">
        <Orders names={names} />
      </PersonalFrame>
    </Island>
  )
}

function Orders({ names }: { names: PlanNames }) {
  const t = useT()
  const [asked, setAsked] = useState<OrderRow>()
  const [older, setOlder] = useState<{ orders: OrderRow[]; more: boolean }>()
  const [fetching, setFetching] = useState(false)
  const [loaded, again] = useLoad('orders', async () => {
    setOlder(undefined)
    const reply = await request(listOrders, {})
    return reply.ok ? reply.data : undefined
  })
  const orders = loaded.state === 'ready' ? [...loaded.data.orders, ...(older?.orders ?? [])] : []
  const more = loaded.state === 'ready' && (older?.more ?? loaded.data.more)

  async function fetchMore(): Promise<void> {
    setFetching(true)
    try {
      const reply = await request(listOrders, { before: orders.at(-1)?.id })
      if (reply.ok) setOlder({ orders: [...(older?.orders ?? []), ...reply.data.orders], more: reply.data.more })
    } finally {
      setFetching(false)
    }
  }

  return (
    <>
      <h1 className="type-h1 mobile:sr-only">{t('account:order.title')}</h1>
      <p className="mt-1 mb-6 text-ink-2 mobile:text-small">{t('account:order.lead', { minutes: LIMITS.orderMinutes })} {t('app:zone')}</p>
      {loaded.state === 'loading' && <Skeleton label={t('account:order.loading')} rows={4} />}
      {loaded.state === 'failed' && <LoadFailed again={again} />}
      {loaded.state === 'ready' && orders.length === 0 && <NoOrders />}
      {orders.length > 0 && <Arrangement orders={orders} names={names} cancel={setAsked} />}
      {more && <div className="mt-6"><Button working={fetching && t('account:order.loadingMore')} onClick={() => void fetchMore()}>{t('account:order.more')}</Button></div>}
      <CancelDialog order={asked} names={names} close={() => setAsked(undefined)} done={again} />
    </>
  )
}

function NoOrders() {
  const t = useT()
  const lang = useLang()
  return (
    <Empty
      title={t('account:order.empty.title')}
      action={hasRoute('plan.list') ? <TextLink look="go" href={localPath(lang, '/plan/list')}>{t('account:order.empty.action')}</TextLink> : undefined}
    >
      {t('account:order.empty.text')}
    </Empty>
  )
}
