/** Parts that both arrangements of the pay screen share. */
import { lazyPart } from '../../../../app/lazy.tsx'
import { useLang, useT } from '../../../../app/words.tsx'
import { formatInstant } from '../../../../lib/dates.ts'
import { joined } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import type { IconName } from '../../../../ui/icons.ts'
import { Notice } from '../../../../ui/Notice.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { PaymentMethod } from '../../contract.ts'
import { mayHearOfLast } from '../../last-payment.ts'
import { Lead, Unanswered } from '../payment-parts.tsx'
import type { PayState } from './use-payment.ts'

/** Connection errors, refusals, and how the previous payment ended. */
export function Notices({ follow, notice, data, stage }: PayState) {
  const t = useT()
  const last = data && mayHearOfLast(data) ? data.payment : undefined
  return (
    <>
      {!notice && <Unanswered follow={follow} />}
      {notice && <Notice kind="bad" live="alert">{notice}</Notice>}
      {!notice && (stage === 'failed' || stage === 'waiting') && last?.failure && <Notice kind="warn" live="status">{t(`cashier:last.${last.failure}`)}</Notice>}
    </>
  )
}

const GatewayCode = lazyPart(() => import('../gateway-code.tsx'))

const ICONS: Record<PaymentMethod, IconName> = { wechat: 'smartphone', alipay: 'smartphone', card: 'credit-card', unionpay: 'credit-card' }

/** One button for each method: choosing starts the payment, in one press. */
export function Methods({ follow, offered: { here, elsewhere, wallet, down }, opening, pay, title }: PayState & { title: string }) {
  const t = useT()
  const lang = useLang()
  return (
    <section className="grid gap-3" aria-labelledby="methods">
      <h2 className="type-h3" id="methods">{title}</h2>
      <ul className="grid max-w-prose gap-3">
        {here.map((id) => (
          <li key={id}>
            <MethodButton id={id} opening={opening} last={id === follow.last} down={down.includes(id)} onPay={() => pay(id)} />
          </li>
        ))}
      </ul>
      {wallet && elsewhere.length > 0 && (
        <p className="text-small text-ink-2 measure">
          {t('payer:wallet', { wallet: t(`payer:walletName.${wallet}`), methods: joined(lang, ...elsewhere.map((id) => t(`cashier:method.${id}`))) })}
        </p>
      )}
    </section>
  )
}

function MethodButton({ id, opening, last, down, onPay }: { id: PaymentMethod; opening: PaymentMethod | undefined; last: boolean; down: boolean; onPay: () => void }) {
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
        <span className="flex flex-wrap gap-x-3">{t(`cashier:method.${id}`)}{down ? <span className="text-small font-normal text-warn">{t('payer:down')}</span> : last && <span className="text-small font-normal text-teal">{t('payer:lastUsed')}</span>}</span>
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

/** An open payment: what the payer does, what we do, and the other choices. */
export function Waiting({ data, busy, back, checked, follow, resume, check, giveUp }: PayState) {
  const t = useT()
  const lang = useLang()
  const payment = data?.payment
  if (!payment) return null
  if (data.order.link && data.startedBy === 'others') return <OthersPay busy={busy} giveUp={giveUp} />
  const method = t(`cashier:method.${payment.method}`)
  const how = payment.qr ? 'scan' : payment.inPage ? 'inWallet' : undefined
  // Whoever comes back has most often paid, and waits for the result; otherwise the payment is still to be made.
  const state = back ? 'back' : 'waiting'
  const checkButton = <Button look={back ? 'accent' : 'line'} onClick={check} icon="refresh-cw" working={busy === 'check' && t('cashier:waiting.checking')}>{t(`cashier:${state}.check`)}</Button>
  return (
    <div className="grid justify-items-start gap-6">
      <Lead title={t(`cashier:${how ?? state}.title`, { method })} live>{t(`cashier:${how ?? state}.text`, { method })}</Lead>
      {payment.qr && <GatewayCode payment={payment} />}
      {checked !== undefined && !follow.unanswered && (
        <Notice icon="info" live="status" key={checked}>{t('cashier:waiting.checked', { method, time: formatInstant(checked, lang, { seconds: true }) })}</Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 mobile:w-full mobile:flex-col mobile:items-stretch">
        {back && how === undefined && checkButton}
        {how !== 'scan' && <Button look={back && how === undefined ? 'line' : 'accent'} onClick={resume} working={busy === 'pay' && t('cashier:pay.opening')}>{t(how ? `cashier:${how}.open` : `cashier:${state}.resume`)}</Button>}
        {(!back || how !== undefined) && checkButton}
        <span className="mobile:text-center"><TextLink onClick={giveUp}>{busy === 'close' ? t('cashier:waiting.closing') : t('cashier:waiting.other')}</TextLink></span>
      </div>
    </div>
  )
}

/** Somebody else with the link has opened the one possible payment. */
function OthersPay({ busy, giveUp }: Pick<PayState, 'busy' | 'giveUp'>) {
  const t = useT()
  return (
    <div className="grid justify-items-start gap-6">
      <Lead title={t('payer:others.title')} live>{t('payer:others.text')}</Lead>
      <div className="grid gap-2">
        <p className="text-ink-2 measure">{t('payer:others.takeOverText')}</p>
        <div><Button onClick={giveUp} working={busy === 'close' && t('cashier:waiting.closing')}>{t('payer:others.takeOver')}</Button></div>
      </div>
    </div>
  )
}

/** Loaded when the order accepts no money any more: few people see it. */
export const Closed = lazyPart<PayState>(() => import('./closed.tsx'))
