/** What became of the money of a closed order: read from the books, never inferred from the order's state. */
import type { ReactNode } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../../app/requests/read-reply.ts'
import { useLoad } from '../../../../../app/requests/use-load.ts'
import type { Translate } from '../../../../../app/words/translate.ts'
import { Gap, useLang, useT } from '../../../../../app/words/words.tsx'
import { formatInstant } from '../../../../../lib/days/dates.ts'
import type { Lang } from '../../../../../lib/locale.ts'
import { formatMoney } from '../../../../../lib/money/money.ts'
import { Notice } from '../../../../../ui/Notice.tsx'
import { StatusTimeline, type StatusStep } from '../../../../../ui/StatusTimeline.tsx'
import { Skeleton } from '../../../../../ui/Skeleton.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { payStatus, type PaymentView } from '../../../../cashier/contract.ts'
import type { OrderView } from '../../../contract.ts'

type Asked = ReturnType<typeof useMoneyOfOrder>

/** The order's latest payment; nothing is asked unless `wanted`. */
export const useMoneyOfOrder = ({ id }: OrderView, wanted: boolean) =>
  useLoad(`${id}:money:${wanted}`, async () => {
    if (!wanted) return { payment: null }
    const reply = await request(payStatus, { order: id })
    return dataOf(reply)
  })

/**
 * How the page of an expired order is headed: it was not simply left unpaid if a payment is under way, or came too
 * late.
 */
export function expiryOf([asked]: Asked): 'expired' | 'undecided' | 'late' {
  if (asked.state !== 'ready') return 'undecided'
  const status = asked.data.payment?.status
  return status === 'created' || status === 'started'
    ? 'undecided'
    : status === 'succeeded' || status === 'error'
      ? 'late'
      : 'expired'
}

/** `bySchool`: a school was to pay, and gets back what it paid. */
export function MoneyOfClosedOrder({ money: [asked, again], bySchool }: { money: Asked; bySchool: boolean }) {
  const t = useT()
  if (asked.state === 'loading') return <Skeleton label={t('confirm:money.asking')} rows={1} />
  if (asked.state === 'failed') {
    return (
      <Notice kind="warn" title={t('confirm:money.unknown')}>
        {t('confirm:money.unknownText')}
        <Gap />
        <TextLink look="inline" onClick={again}>
          {t('confirm:money.look')}
        </TextLink>
      </Notice>
    )
  }
  return <Moved payment={asked.data.payment} bySchool={bySchool} />
}

function Moved({ payment, bySchool }: { payment: PaymentView | null; bySchool: boolean }) {
  const t = useT()
  const lang = useLang()
  if (payment?.status === 'created' || payment?.status === 'started')
    return (
      <Notice kind="warn" title={t('confirm:money.open')}>
        {t('confirm:money.openText')}
      </Notice>
    )
  if (payment?.status !== 'succeeded' && payment?.status !== 'error')
    return (
      <Notice kind="ok" title={t('confirm:money.none')}>
        {t(bySchool ? 'confirm:money.schoolText' : 'confirm:money.noneText')}
      </Notice>
    )
  return (
    <section className="grid gap-5">
      <h2 className="type-h2">{t('confirm:money.title')}</h2>
      <StatusTimeline steps={stepsOf(t, lang, payment)} label={t('confirm:money.title')} />
    </section>
  )
}

function stepsOf(t: Translate, lang: Lang, { amount, refund, method, settledAt }: PaymentView): StatusStep[] {
  const at = (instant: number): ReactNode => (
    <time className="num" dateTime={new Date(instant).toISOString()}>
      {t('confirm:money.at', { time: formatInstant(instant, lang) })}
    </time>
  )
  const arrived: StatusStep = {
    id: 'arrived',
    state: 'done',
    title: t('confirm:money.arrived', { amount: formatMoney(amount, lang) }),
    when: settledAt === null ? undefined : at(settledAt),
  }
  if (!refund)
    return [
      arrived,
      { id: 'back', state: 'now', title: t('confirm:money.checked'), when: t('confirm:money.checkedText') },
    ]
  const done = refund.status === 'succeeded'
  const failed = refund.status === 'failed' || refund.status === 'rejected'
  const to = t(`confirm:money.to.${refund.byHand ? 'by_hand' : method}`)
  return [
    arrived,
    {
      id: 'back',
      state: done ? 'done' : failed ? 'late' : 'now',
      title: t(`confirm:money.${done ? 'done' : failed ? 'failed' : 'onWay'}`, {
        amount: formatMoney(refund.amount, lang),
        to,
      }),
      when: done ? at(refund.at) : t(`confirm:money.${failed ? 'failedText' : 'onWayText'}`),
    },
  ]
}
