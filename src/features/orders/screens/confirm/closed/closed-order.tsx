/** The page of an order that is no longer a draft: its state and the next step. */
import { request } from '../../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import { useHideSaveAndLeave } from '../../../../../app/parts/hide-save-and-leave.ts'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { StepHead } from '../../../../../app/parts/wizard-parts.tsx'
import { richText } from '../../../../../app/parts/rich-text.tsx'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { LIMITS } from '../../../../../lib/limits-and-periods.ts'
import { localPath, joined } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import {
  campaignPath,
  checkstandPath,
  orderAgainPath,
  reopenOrder,
  type OrderView,
  cancelOrder,
  getOrder,
} from '../../../contract.ts'
import { canOrderAgain } from '../../../rules/order-again.ts'
import { expiryOf, MoneyOfClosedOrder, useMoneyOfOrder } from './money-of-closed-order.tsx'
import { act, adopt, show, reload, $wizard, furthest } from '../wizard-store.ts'
import { Answers } from '../steps/all-answers.tsx'
import type { StepProps } from '../props.ts'
import { SITE } from '../../../../../lib/site.ts'
import { useState, useEffect } from 'react'
import { CancelOrderDialog } from '../../../../../app/parts/cancel-order-dialog.tsx'
import { now } from '../../../../../lib/days/clock.ts'

export default function ClosedOrder({ order, plan }: Omit<StepProps, 'fromCheck'>) {
  const t = useT()
  useHideSaveAndLeave()
  useFollowReview(order.status)
  const schoolPays = order.status === 'awaiting_payment' && order.campaign?.payer === 'school'
  const key = schoolPays ? 'schoolPays' : stateOf(order)
  const why = order.review?.why
  const money = useMoneyOfOrder(order, MONEY.includes(key))
  const title =
    key === 'expired'
      ? { expired: 'confirm:closed.expired.title', undecided: 'confirm:closed.undecided', late: 'confirm:closed.late' }[
          expiryOf(money)
        ]
      : `confirm:closed.${key}.title`
  return (
    <div className="grid max-w-3xl gap-10">
      <StepHead
        title={t(title)}
        lead={t(`confirm:closed.${key}.text`, { days: LIMITS.healthReviewDays, minutes: LIMITS.orderMinutes })}
      />
      {(key === 'review' || key === 'declined') && (
        <p className="text-ink-2">
          {t('confirm:closed.number')} <span className="num">{order.id}</span>
        </p>
      )}
      {order.status === 'declined' && why && <p className="notice measure">{why}</p>}
      {MONEY.includes(key) && <MoneyOfClosedOrder money={money} bySchool={order.campaign?.payer === 'school'} />}
      <Next order={order} plan={plan} state={key} />
      <Answers order={order} plan={plan} />
    </div>
  )
}

type State = 'schoolPays' | 'review' | 'declined' | 'payable' | 'paid' | 'expired' | 'givenUp' | 'deleted' | 'notIssued'

const STATES: Record<Exclude<OrderView['status'], 'created'>, State> = {
  under_review: 'review',
  declined: 'declined',
  awaiting_payment: 'payable',
  paid: 'paid',
  issuing: 'paid',
  issued: 'paid',
  expired: 'expired',
  cancelled: 'givenUp',
  discarded: 'deleted',
  issue_failed: 'notIssued',
  refunded: 'notIssued',
}
const stateOf = (order: OrderView): State => (order.status === 'created' ? 'deleted' : STATES[order.status])

/**
 * States in which money may have arrived, so the page says what became of it. A payment can arrive after an order has
 * closed.
 */
const MONEY: readonly State[] = ['expired', 'givenUp', 'notIssued']

function Next({ order, plan, state }: Pick<StepProps, 'order' | 'plan'> & { state: State }) {
  const t = useT()
  const lang = useLang()
  async function reopen(): Promise<void> {
    try {
      const reply = await act(({ id, version }) => request(reopenOrder, { id, version }))
      if (reply?.ok) {
        adopt(reply.data)
        show('people')
      } else if (reply) toast(reply.message, 'bad')
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
  }
  if (state === 'schoolPays' || state === 'payable') {
    const { mayReopen, campaign } = order
    return (
      <div className="grid gap-3">
        <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
          {state === 'schoolPays' && campaign ? (
            <Button look="primary" href={localPath(lang, campaignPath(campaign.address))}>
              {t('confirm:closed.campaign')}
            </Button>
          ) : (
            <Button look="accent" href={localPath(lang, checkstandPath(order.id))}>
              {t('confirm:closed.pay')}
            </Button>
          )}
          {mayReopen ? (
            <TextLink onClick={() => void reopen()}>{t('confirm:closed.reopen')}</TextLink>
          ) : (
            !campaign && (
              <TextLink href={localPath(lang, orderAgainPath(order.id))}>{t('confirm:closed.again')}</TextLink>
            )
          )}
        </p>
        {!mayReopen && (
          <p className="measure text-ink-2">
            {t(campaign ? 'confirm:closed.elsewhere' : 'confirm:closed.elsewhereAgain')}
          </p>
        )}
        {state === 'schoolPays' && <CancelApplication order={order} plan={plan} words="leave" />}
      </div>
    )
  }
  if (state === 'paid') {
    return (
      <p>
        <Button look="primary" href={`${localPath(lang, '/payment/succeed')}?order=${order.id}`}>
          {t('confirm:closed.documents')}
        </Button>
      </p>
    )
  }
  if (state === 'review') return <CancelApplication order={order} plan={plan} />
  if (state === 'declined') return <DeclinedNext order={order} />
  if (!canOrderAgain(order.status))
    return (
      <p>
        <TextLink look="go" href={localPath(lang, '/plan/list')}>
          {t('confirm:seePlans')}
        </TextLink>
      </p>
    )
  return (
    <div className="grid gap-3">
      <p className="measure text-ink-2">{t('confirm:closed.againText')}</p>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button look="accent" href={localPath(lang, orderAgainPath(order.id))}>
          {t('confirm:closed.again')}
        </Button>
        <TextLink look="go" href={localPath(lang, '/plan/list')}>
          {t('confirm:seePlans')}
        </TextLink>
      </p>
    </div>
  )
}

/**
 * What somebody can do whom the insurer declined: look at other plans for the same days, or have the insurer look
 * again.
 */
const linkTo = (href: string) => (text: string) => (
  <TextLink look="inline" href={href}>
    {text}
  </TextLink>
)

function DeclinedNext({ order: { id, answers } }: { order: OrderView }) {
  const t = useT()
  const lang = useLang()
  const { email } = SITE[lang]
  const { destination: to, start, end } = answers.trip
  const plans = `${localPath(lang, '/plan/list')}?${new URLSearchParams({ to, start, end })}`
  return (
    <p className="measure">
      {richText(
        t('confirm:closed.declined.next', { email, plans: `<plans>${t('confirm:closed.declined.plans')}</plans>` }),
        { plans: linkTo(plans), mail: linkTo(`mailto:${email}?subject=${encodeURIComponent(id)}`) },
      )}
    </p>
  )
}

/** Gives up an application that the insurer is still reviewing (`cancel`), or that the school is to pay for (`leave`). */
function CancelApplication({
  order: { id, answers },
  plan,
  words = 'cancel',
}: Pick<StepProps, 'order' | 'plan'> & { words?: 'cancel' | 'leave' }) {
  const t = useT()
  const lang = useLang()
  const [asked, setAsked] = useState(false)
  return (
    <div className="grid gap-2">
      <p>
        <TextLink onClick={() => setAsked(true)}>{t(`confirm:closed.${words}.go`)}</TextLink>
      </p>
      <p className="measure text-ink-2">{t(`confirm:closed.${words}.text`)}</p>
      {asked && (
        <CancelOrderDialog
          id={id}
          read={() => request(getOrder, { id })}
          cancel={(at) => request(cancelOrder, at)}
          words={{
            title: t(`confirm:closed.${words}.title`),
            text: t(`confirm:closed.${words}.ask`, {
              plan: joined(lang, plan.name, plan.tierNames[answers.trip.tier]),
            }),
            yes: t(`confirm:closed.${words}.yes`),
            no: t(`confirm:closed.${words}.no`),
            working: t(`confirm:closed.${words}.working`),
          }}
          close={() => setAsked(false)}
          // The page then says so itself; a decision made meanwhile is shown likewise.
          done={() => void reload().catch(() => undefined)}
        />
      )}
    </div>
  )
}

/** How often a review is asked for, ms. */
const EVERY_MS = 300_000
/** Going from one window to another and back is no reason to ask again, ms. */
const LEAST_MS = 5_000

/**
 * Asks again whether the insurer has decided on the application that the page shows: now and then, and when somebody
 * comes back to the page.
 */
function useFollowReview(status: OrderView['status']): void {
  useEffect(() => {
    if (status !== 'under_review') return undefined
    let asked = now()
    const ask = (): void => {
      if (document.hidden || now() - asked < LEAST_MS) return
      asked = now()
      // Without an answer the page stays as it is, and asks later.
      void lookAgain().catch(() => undefined)
    }
    const timer = setInterval(ask, EVERY_MS)
    addEventListener('focus', ask)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', ask)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [status])
}

/**
 * What the page shows next is above what has been read of it: the result, or the step that submits an accepted
 * application.
 */
async function lookAgain(): Promise<void> {
  await reload()
  const { order } = $wizard.get()
  if (!order || order.status === 'under_review') return
  if (order.status === 'created') show(furthest(order), { replace: true })
  window.scrollTo({ top: 0 })
}
