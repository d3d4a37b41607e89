/** One tuition payment: its state, what the school sees, what was entered, and the possible actions. */
import { useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { loginPath } from '../../../../app/address/redirect-by-route.ts'
import { LoadFailed } from '../../../../app/load/load-failed.tsx'
import { $session } from '../../../../app/session/session.ts'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { Gap, useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Empty } from '../../../../ui/Empty.tsx'
import { FailedNotice, Notice } from '../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import {
  cancelTuition,
  getTuition,
  repeatTuition,
  tuitionPath,
  TUITION_NUMBER,
  type TuitionOrder,
} from '../../contract.ts'
import {
  SchoolSees,
  shownStatus,
  TuitionFacts,
  TuitionHeading,
  TuitionReceipt,
  TuitionSteps,
  type TuitionProps,
} from '../tuition-progress.tsx'

export default function PaymentStatus({ id }: { id: string }) {
  const t = useT()
  const lang = useLang()
  const [loaded, again] = useLoad(`${id} ${lang}`, async () => {
    if (!TUITION_NUMBER.test(id)) return 'missing' as const
    const reply = await request(getTuition, { id })
    return !reply.ok && reply.code === 'not_found' ? ('missing' as const) : dataOf(reply)
  })
  if (loaded.state === 'loading') return <Skeleton label={t('tuition:loading')} rows={6} />
  if (loaded.state === 'failed') return <LoadFailed error={loaded.error} again={again} level={1} />
  return loaded.data === 'missing' ? <Missing /> : <Found first={loaded.data} />
}

function Missing() {
  const t = useT()
  const lang = useLang()
  const action = (
    <span className="flex flex-wrap gap-3">
      {!$session.get().isLogin && (
        <Button look="primary" href={loginPath(location.pathname + location.search, lang)}>
          {t('tuition:missing.signIn')}
        </Button>
      )}
      <Button href={localPath(lang, '/other/tuition')}>{t('tuition:missing.go')}</Button>
    </span>
  )
  return (
    <Empty level={1} kind="notFound" title={t('tuition:missing.title')} action={action}>
      {t('tuition:missing.text')}
    </Empty>
  )
}

function Found({ first }: { first: TuitionProps }) {
  const [{ order, now }, setShown] = useState(first)
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-10">
      <TuitionHeading order={order} now={now} />
      <Actions order={order} now={now} replace={setShown} />
      <TuitionSteps order={order} now={now} />
      <SchoolSees order={order} now={now} />
      <TuitionReceipt order={order} />
      <TuitionFacts order={order} />
      <KeepInAccount order={order} />
    </div>
  )
}

/** Actions: pay, change or cancel an unpaid payment; repeat or change an expired or cancelled one. */
function Actions({ order, now, replace }: TuitionProps & { replace: (next: TuitionProps) => void }) {
  const t = useT()
  const lang = useLang()
  const [asked, setAsked] = useState(false)
  const [notice, setNotice] = useState('')
  const status = shownStatus(order, now)
  const fresh = `${localPath(lang, '/other/tuition/pay')}?from=${order.id}`
  if (status === 'awaiting_payment') {
    return (
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button look="accent" href={localPath(lang, `/payment/confirm?pay=education.${order.id}`)}>
          {t('tuition:actions.pay', { amount: formatMoney(order.quote.amount, lang) })}
        </Button>
        <TextLink href={fresh}>{t('tuition:actions.change')}</TextLink>
        <TextLink onClick={() => setAsked(true)}>{t('tuition:actions.cancel')}</TextLink>
        <CancelDialog order={order} replace={replace} open={asked} close={() => setAsked(false)} />
      </div>
    )
  }
  if (status !== 'expired' && status !== 'cancelled') return null
  // An order that was closed because of its invoice needs a new invoice, so it cannot simply be repeated.
  const repeatable = order.school.served && order.reason === null && order.status !== 'awaiting_payment'
  return (
    <div className="grid gap-4">
      <FailedNotice>{notice}</FailedNotice>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {repeatable && <AgainButton order={order} refused={setNotice} />}
        {order.school.served &&
          (repeatable ? (
            <TextLink href={fresh}>{t('tuition:actions.change')}</TextLink>
          ) : (
            <Button look="primary" href={fresh}>
              {t('tuition:actions.change')}
            </Button>
          ))}
        {!order.school.served && <Button href={localPath(lang, '/other/tuition')}>{t('tuition:actions.new')}</Button>}
      </div>
    </div>
  )
}

function AgainButton({ order, refused }: { order: TuitionOrder; refused: (message: string) => void }) {
  const t = useT()
  const lang = useLang()
  const [asking, setAsking] = useState(false)
  // One key per page view, so that several presses create only one new order.
  const [key] = useState(() => crypto.randomUUID())
  async function repeat(): Promise<void> {
    setAsking(true)
    refused('')
    try {
      const reply = await request(repeatTuition, { id: order.id, key })
      if (reply.ok) return location.assign(localPath(lang, tuitionPath(reply.data.id)))
      refused(reply.message)
    } catch (error) {
      refused(callFailureWords(t, error))
    }
    setAsking(false)
  }
  return (
    <Button look="accent" onClick={() => void repeat()} working={asking && t('tuition:actions.asking')}>
      {t('tuition:actions.again')}
    </Button>
  )
}

function CancelDialog({
  order,
  replace,
  open,
  close,
}: {
  order: TuitionOrder
  replace: (next: TuitionProps) => void
  open: boolean
  close: () => void
}) {
  const t = useT()
  const [working, setWorking] = useState(false)
  const [notice, setNotice] = useState('')
  async function cancel(): Promise<void> {
    setWorking(true)
    setNotice('')
    try {
      const reply = await request(cancelTuition, { id: order.id })
      if (reply.ok) return replace(reply.data)
      setNotice(reply.message)
    } catch (error) {
      setNotice(callFailureWords(t, error))
    }
    setWorking(false)
  }
  return (
    <Dialog
      open={open}
      title={t('tuition:confirm.title')}
      onClose={working ? () => undefined : close}
      actions={
        <>
          <Button onClick={close}>{t('tuition:confirm.no')}</Button>
          <Button look="bad" onClick={() => void cancel()} working={working && t('tuition:actions.cancelling')}>
            {t('tuition:confirm.yes')}
          </Button>
        </>
      }
    >
      {t('tuition:confirm.text')}
      <FailedNotice>{notice}</FailedNotice>
    </Dialog>
  )
}

/** Offers a login with the payment's contact, which adds a payment sent without a login to the account. */
function KeepInAccount({ order }: { order: TuitionOrder }) {
  const t = useT()
  const lang = useLang()
  if ($session.get().isLogin) return null
  return (
    <Notice kind="info" icon="user-round" title={t('tuition:keep.title')}>
      {t('tuition:keep.text')}
      <Gap />
      <TextLink look="inline" href={loginPath(localPath(lang, tuitionPath(order.id)), lang)}>
        {t('tuition:keep.link')}
      </TextLink>
    </Notice>
  )
}
