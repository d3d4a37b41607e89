/** Parts that both arrangements of the succeed page share: the receipt, the policy, what happens next. */
import { blob, request } from '../../../../app/requests/browser-requester.ts'
import { useDownload } from '../../../../app/requests/download.ts'
import { loadNow } from '../../../../app/load/load-ahead.ts'
import { lazyPart } from '../../../../app/load/lazy.tsx'
import { loginPath } from '../../../../app/address/redirect-by-route.ts'
import { $session } from '../../../../app/session/session.ts'
import { Gap, useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { StatusTimeline, type StatusStep } from '../../../../ui/StatusTimeline.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { isPaid, orderAgainPath } from '../../../orders/list-contract.ts'
import { paymentThatPaid } from '../payer-screen-stage.ts'
import { Instant, PanelList, useMoney } from '../payer-screen-parts.tsx'
import type { SucceedProps } from './props.ts'

/** Few purchases end with a refund. */
const MoneyBack = lazyPart(() => import('./undelivered-refund.tsx'))

function useReceipt({ data }: SucceedProps) {
  const t = useT()
  const { order } = data
  const payment = paymentThatPaid(data)
  const money = useMoney()
  return [
    {
      id: 'amount',
      term: t('cashier:receipt.amount'),
      value: <strong className="num font-semibold">{money(payment?.amount ?? order.amount)}</strong>,
    },
    ...(payment
      ? [{ id: 'method', term: t('cashier:receipt.method'), value: t(`cashier:method.${payment.method}`) }]
      : []),
    ...(payment?.settledAt
      ? [{ id: 'at', term: t('cashier:receipt.at'), value: <Instant at={payment.settledAt} /> }]
      : []),
  ]
}

/** Sum, method and time: what a person compares with the bank's message. */
export const Receipt = (state: SucceedProps) => (
  <SummaryList title={useT()('cashier:receipt.title')} rows={useReceipt(state)} />
)
export const ReceiptLines = (state: SucceedProps) => <PanelList rows={useReceipt(state)} />

/** The state of what was paid for, each step with who acts and by when. */
export function NextSteps({ data: { order, payment } }: SucceedProps) {
  if (payment?.refund) {
    return <MoneyBack payment={payment} order={order} />
  }
  // The next steps concern only the buyer.
  if (!order.own) return null
  if (order.after)
    return order.back ? (
      <p>
        <BackButton path={order.back} />
      </p>
    ) : null
  // Once the policy is issued, the heading says when cover begins and where the documents are.
  return order.status === 'issued' ? null : <StepList steps={planSteps(order.status)} start={order.start} />
}

function BackButton({ path }: { path: string }) {
  const t = useT()
  return (
    <Button look="primary" href={localPath(useLang(), path)}>
      {t('cashier:confirm.back')}
    </Button>
  )
}

interface Plain {
  id: string
  state: StatusStep['state']
}

function StepList({ steps, start }: { steps: readonly Plain[]; start: string | null }) {
  const t = useT()
  const lang = useLang()
  const day = start ? formatDay(start, lang) : ''
  const named = steps.map(({ id, state }) => ({
    id,
    state,
    title: t(`cashier:next.${id}.title`),
    when: t(`cashier:next.${id}.when`, { day }),
  }))
  return (
    <section className="grid gap-5">
      <h2 className="type-h2">{t('cashier:next.title')}</h2>
      <StatusTimeline steps={named} label={t('cashier:next.title')} />
    </section>
  )
}

function planSteps(status: string): Plain[] {
  if (status === 'issue_failed' || status === 'refunded')
    return [
      { id: 'received', state: 'done' },
      { id: 'notIssued', state: 'late' },
    ]
  return [
    { id: 'received', state: 'done' },
    { id: 'issuing', state: 'now' },
    { id: 'mail', state: 'next' },
    { id: 'starts', state: 'next' },
  ]
}

/** The buyer's own record of the purchase (design §6.11), as a file. */
export function Record({ data: { order } }: SucceedProps) {
  const t = useT()
  const lang = useLang()
  const id = order.application ?? ''
  // Few ask for it, so the contract of ordering is loaded on the press and not with the page.
  const calls = () => loadNow(() => import('../../../orders/contract.ts'))
  const read = useDownload(async () => blob((await calls()).salesRecordFile, { id, language: lang }), `${id}.pdf`)
  const data = useDownload(async () => request((await calls()).salesLog, { id }), `${id}.json`)
  if (!order.own || !order.application) return null
  return (
    <section className="grid justify-items-start gap-2" data-no-print>
      <h2 className="type-h3">{t('cashier:record.title')}</h2>
      <p className="text-ink-2 measure">{t('cashier:record.text')}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button icon="download" onClick={() => void read.save()} working={read.busy && t('cashier:record.saving')}>
          {t('cashier:record.button')}
        </Button>
        <TextLink onClick={data.busy ? undefined : () => void data.save()}>{t('cashier:record.data')}</TextLink>
      </div>
    </section>
  )
}

/** A buyer without a login can secure the order by logging in with the policyholder's mobile number or email. */
export function KeepOrder({ data: { order } }: SucceedProps) {
  const t = useT()
  const lang = useLang()
  if ($session.get().isLogin || !order.own || !order.application) return null
  return (
    <Notice kind="info" icon="user-round" title={t('cashier:keep.title')}>
      {t('cashier:keep.text')}
      <Gap />
      <TextLink look="inline" href={loginPath(location.pathname + location.search, lang)}>
        {t('cashier:keep.link')}
      </TextLink>
    </Notice>
  )
}

/** Links to the next pages, as far as these exist. */
export function NextLinks({ data: { order, payment } }: SucceedProps) {
  const t = useT()
  const lang = useLang()
  const links = [
    ['policy.list', '/insurance-policy/list', 'policies'],
    ['personal.order', '/personal/order', 'orders'],
    ['home', '/home', 'home'],
  ] as const
  return (
    <p className="flex flex-wrap gap-x-8" data-no-print>
      {order.own && order.application && isPaid(order.status) && !payment?.refund && (
        <TextLink href={localPath(lang, orderAgainPath(order.application))}>{t('cashier:onward.another')}</TextLink>
      )}
      {links
        .filter(([id]) => order.own || id === 'home')
        .map(([id, path, key]) => (
          <TextLink key={id} href={localPath(lang, path)}>
            {t(`cashier:onward.${key}`)}
          </TextLink>
        ))}
    </p>
  )
}
