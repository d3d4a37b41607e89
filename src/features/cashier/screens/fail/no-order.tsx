/** Pages of a payment, opened without an order: what is known without one, the person's orders, and what to do. */
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { loginPath } from '../../../../app/address/redirect-by-route.ts'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { $session } from '../../../../app/session/session.ts'
import { LoadFailed } from '../../../../app/load/load-failed.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { joined, localPath } from '../../../../lib/locale.ts'
import { SITE } from '../../../../lib/site.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { listOrders, type OrderRow, type OrderStatus } from '../../../orders/list-contract.ts'
import { pageOf } from '../payer-page-address.ts'
import { Instant, Lead, useMoney } from '../payer-screen-parts.tsx'
import { Causes } from './failure-causes.tsx'

/** Orders that accept no payment and never had one are not shown here. */
const NO_PAYMENT: readonly OrderStatus[] = ['created', 'discarded', 'under_review', 'declined']
const SHOWN = 3

export default function NoOrder({ page }: { page: 'fail' | 'accredit' | 'pay' }) {
  const t = useT()
  const { isLogin } = $session.get()
  const [found, again] = useLoad('orders', async () => {
    const reply = await request(listOrders, {})
    return dataOf(reply)
      .orders.filter(({ status }) => !NO_PAYMENT.includes(status))
      .slice(0, SHOWN)
  })
  const orders = found.state === 'ready' ? found.data : []
  return (
    <div className="grid max-w-3xl gap-10">
      <Lead title={t(`cashier:noOrder.${page}`)}>
        {t(page === 'pay' ? 'cashier:noOrder.payText' : 'cashier:noOrder.text')}
      </Lead>
      {found.state === 'loading' && <Skeleton label={t('cashier:loading')} rows={2} />}
      {found.state === 'failed' && <LoadFailed error={found.error} again={again} />}
      {orders.length > 0 && (
        <section className="grid gap-2">
          <h2 className="type-h3">{t('cashier:noOrder.orders')}</h2>
          <ul className="rows">
            {orders.map((order) => (
              <Order key={order.id} order={order} />
            ))}
          </ul>
        </section>
      )}
      {orders.length === 0 && found.state === 'ready' && (
        <p className="measure">{t(`cashier:noOrder.${isLogin ? 'noneIn' : 'none'}`)}</p>
      )}
      {found.state !== 'loading' && <Onward page={page} some={orders.length > 0} />}
    </div>
  )
}

/** Drawn with the list, not before it: the list would move it. */
function Onward({ page, some }: { page: 'fail' | 'accredit' | 'pay'; some: boolean }) {
  const t = useT()
  const lang = useLang()
  const { isLogin } = $session.get()
  const { phone } = SITE[lang]
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {isLogin ? (
          <Button look={some ? 'line' : 'primary'} href={localPath(lang, '/personal/order')}>
            {t('cashier:onward.orders')}
          </Button>
        ) : (
          <Button look={some ? 'line' : 'primary'} href={loginPath(location.pathname + location.search, lang)}>
            {t('cashier:none.signIn')}
          </Button>
        )}
        {page === 'pay' ? (
          <TextLink look="go" href={localPath(lang, '/plan/list')}>
            {t('cashier:none.plans')}
          </TextLink>
        ) : (
          <TextLink href={`tel:${phone.replaceAll(' ', '')}`} icon="phone">
            {t('cashier:fail.call', { phone })}
          </TextLink>
        )}
      </p>
      {page !== 'pay' && <Causes />}
    </>
  )
}

/** Which order it was, and a link to the page with its payment's state. */
function Order({ order: { id, premium, insured, createdAt } }: { order: OrderRow }) {
  const t = useT()
  const lang = useLang()
  const money = useMoney()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <span>
        <span className="block font-semibold">{joined(lang, premium ? money(premium) : undefined, insured)}</span>
        <span className="num block text-small text-ink-2">{id}</span>
        <span className="block text-small text-ink-2">
          <Instant at={createdAt} />
        </span>
      </span>
      <Button look="primary" href={pageOf(lang, 'pay', { order: id })}>
        {t('cashier:noOrder.see')}
        <span className="sr-only"> {id}</span>
      </Button>
    </li>
  )
}
