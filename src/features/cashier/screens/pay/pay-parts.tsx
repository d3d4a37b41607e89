/** What both arrangements of the pay screen say. */
import { useLang, useT } from '../../../../app/words.tsx'
import { formatInstant } from '../../../../lib/dates.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import type { IconName } from '../../../../ui/icons.ts'
import { Notice } from '../../../../ui/Notice.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { Method } from '../../contract.ts'
import { OrderAgain } from '../order-again.tsx'
import { Lead, Unanswered } from '../payment-parts.tsx'
import type { PayState } from './use-payment.ts'

/** Connection, refusal, and how the payment before ended. */
export function Notices({ follow, notice, data, stage }: PayState) {
  const t = useT()
  const last = data?.payment
  return (
    <>
      {!notice && <Unanswered follow={follow} />}
      {notice && <Notice kind="bad" live="alert">{notice}</Notice>}
      {!notice && stage === 'failed' && last?.failure && <Notice kind="warn" live="status">{t(`cashier:last.${last.failure}`)}</Notice>}
    </>
  )
}

const ICONS: Record<Method, IconName> = { wechat: 'smartphone', alipay: 'smartphone', unionpay: 'credit-card' }

/** One button for each method: choosing is paying, in one press. */
export function Methods({ follow, opening, pay, title }: PayState & { title: string }) {
  return (
    <section className="grid gap-3" aria-labelledby="methods">
      <h2 className="type-h3" id="methods">{title}</h2>
      <ul className="grid max-w-prose gap-3">
        {follow.methods.map((id) => (
          <li key={id}>
            <MethodButton id={id} opening={opening} onPay={() => pay(id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function MethodButton({ id, opening, onPay }: { id: Method; opening: Method | undefined; onPay: () => void }) {
  const t = useT()
  const working = opening === id
  return (
    <button
      type="button"
      className="btn btn-line w-full justify-start gap-4 py-3 text-start"
      data-method={id}
      aria-disabled={opening ? true : undefined}
      aria-busy={working || undefined}
      onClick={opening ? undefined : onPay}
    >
      <Icon name={ICONS[id]} />
      <span className="min-w-0 flex-1">
        <span className="block">{t(`cashier:method.${id}`)}</span>
        <span className="block text-small font-normal text-ink-2">{working ? t('cashier:pay.opening') : t(`cashier:methodHint.${id}`)}</span>
      </span>
      {working ? <span className="spinner" /> : <Icon name="chevron-right" />}
    </button>
  )
}

export function SandboxNote({ follow }: PayState) {
  const t = useT()
  return follow.sandbox ? <Notice icon="info">{t('cashier:pay.sandbox')}</Notice> : null
}

/** An open payment: what the payer does, what we do, and the ways on. */
export function Waiting({ data, busy, back, checked, follow, resume, check, giveUp }: PayState) {
  const t = useT()
  const lang = useLang()
  const payment = data?.payment
  if (!payment) return null
  const method = t(`cashier:method.${payment.method}`)
  // Whoever comes back has most often paid, and waits for the answer; before that there is a payment to make.
  const state = back ? 'back' : 'waiting'
  const checkButton = <Button look={back ? 'accent' : 'line'} onClick={check} icon="refresh-cw" working={busy === 'check' && t('cashier:waiting.checking')}>{t(`cashier:${state}.check`)}</Button>
  return (
    <div className="grid justify-items-start gap-6">
      <Lead title={t(`cashier:${state}.title`, { method })} live>{t(`cashier:${state}.text`, { method })}</Lead>
      {checked !== undefined && !follow.unanswered && (
        <Notice icon="info" live="status" key={checked}>{t('cashier:waiting.checked', { method, time: formatInstant(checked, lang, { seconds: true }) })}</Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 mobile:w-full mobile:flex-col mobile:items-stretch">
        {back && checkButton}
        {payment.payUrl && <Button look={back ? 'line' : 'accent'} onClick={resume}>{t(`cashier:${state}.resume`)}</Button>}
        {!back && checkButton}
        <span className="mobile:text-center"><TextLink onClick={giveUp}>{busy === 'close' ? t('cashier:waiting.closing') : t('cashier:waiting.other')}</TextLink></span>
      </div>
    </div>
  )
}

/** The order takes no money any more. */
export function Closed({ data }: PayState) {
  const t = useT()
  const standing = data?.order.standing ?? 'expired'
  return (
    <div className="grid justify-items-start gap-6">
      <Lead title={t(`cashier:closed.${standing}.title`)} live>{t(`cashier:closed.${standing}.text`)}</Lead>
      <OrderAgain order={data?.order} />
    </div>
  )
}
