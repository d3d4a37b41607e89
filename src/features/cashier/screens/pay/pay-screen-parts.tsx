/** Parts that both arrangements of the pay screen share. */
import { lazyPart } from '../../../../app/load/lazy.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { joined } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { FailedNotice, Notice } from '../../../../ui/Notice.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { PaymentMethod } from '../../contract.ts'
import { mayHearOfLast } from '../../rules/previous-payment.ts'
import { isOldPrice } from '../payer-screen-stage.ts'
import { Lead, Unanswered, useMoney } from '../payer-screen-parts.tsx'
import type { PayState } from './use-payment.ts'

/** Connection errors, refusals, and how the previous payment ended. */
export function Notices({ follow, notice, data, stage }: PayState) {
  const t = useT()
  const last = data && mayHearOfLast(data) ? data.payment : undefined
  const why =
    stage === 'failed' && data?.takenOver
      ? 'takenOver'
      : stage === 'failed' || (stage === 'waiting' && data?.startedBy !== 'others')
        ? last?.failure
        : undefined
  return (
    <>
      {!notice && <Unanswered follow={follow} />}
      <FailedNotice>{notice}</FailedNotice>
      <OldPrice data={data} />
      {!notice && why && (
        <Notice kind="warn" live="status">
          {t(`cashier:last.${why}`)}
        </Notice>
      )}
    </>
  )
}

function OldPrice({ data }: Pick<PayState, 'data'>) {
  const t = useT()
  const money = useMoney()
  if (!data?.payment || !isOldPrice(data)) return null
  return (
    <Notice kind="warn" live="status">
      {t('cashier:oldPrice', { amount: money(data.payment.amount) })}
    </Notice>
  )
}

const GatewayCode = lazyPart(() => import('../gateway-qr-code.tsx'))
/** Few payments cannot be stopped. */
const NotStoppable = lazyPart(() => import('./payment-not-stoppable.tsx'))
const PaymentOpenElsewhere = lazyPart(() => import('./payment-open-elsewhere.tsx'))

const CARDS: readonly PaymentMethod[] = ['card', 'unionpay']

/** A card, or the first letter of the wallet’s name. */
function MethodMark({ id, name }: { id: PaymentMethod; name: string }) {
  return CARDS.includes(id) ? (
    <Icon name="credit-card" size={24} />
  ) : (
    <span
      className="grid size-6 shrink-0 place-items-center rounded-md border border-current text-small leading-none font-semibold"
      aria-hidden="true"
    >
      {name.slice(0, 1)}
    </span>
  )
}

/** One button for each method: choosing starts the payment, in one press. */
export function Methods({
  follow,
  offered: { here, elsewhere, wallet, down },
  opening,
  pay,
  title,
}: PayState & { title: string }) {
  const t = useT()
  const lang = useLang()
  return (
    <section className="grid gap-3" aria-labelledby="methods">
      <h2 className="type-h3" id="methods">
        {title}
      </h2>
      <ul className="grid max-w-prose gap-3">
        {here.map((id) => (
          <li key={id}>
            <MethodButton
              id={id}
              opening={opening}
              last={id === follow.last}
              down={down.includes(id)}
              onPay={() => pay(id)}
            />
          </li>
        ))}
      </ul>
      {wallet && elsewhere.length > 0 && (
        <p className="text-small text-ink-2 measure">
          {t('payer:wallet', {
            wallet: t(`payer:walletName.${wallet}`),
            methods: joined(lang, ...elsewhere.map((id) => t(`cashier:method.${id}`))),
          })}
        </p>
      )}
    </section>
  )
}

function MethodButton({
  id,
  opening,
  last,
  down,
  onPay,
}: {
  id: PaymentMethod
  opening: PaymentMethod | undefined
  last: boolean
  down: boolean
  onPay: () => void
}) {
  const t = useT()
  const working = opening === id
  const name = t(`cashier:method.${id}`)
  return (
    <button
      type="button"
      className="btn btn-line w-full justify-start gap-4 py-3 text-start"
      data-method={id}
      aria-disabled={opening ? true : undefined}
      aria-busy={working || undefined}
      onClick={opening ? undefined : onPay}
    >
      <MethodMark id={id} name={name} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap gap-x-3">
          {name}
          {down ? (
            <span className="text-small font-normal text-warn">{t('payer:down')}</span>
          ) : (
            last && <span className="text-small font-normal text-teal">{t('payer:lastUsed')}</span>
          )}
        </span>
        <span className="block text-small font-normal text-ink-2">
          {working ? t('cashier:pay.opening') : t(`cashier:methodHint.${id}`)}
        </span>
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
export function Waiting({ data, busy, back, checked, notStopped, follow, resume, check, giveUp }: PayState) {
  const t = useT()
  const lang = useLang()
  const payment = data?.payment
  if (!payment) return null
  if (data.startedBy === 'others')
    return (
      <PaymentOpenElsewhere busy={busy} giveUp={giveUp} takenOver={data.takenOver}>
        {notStopped && <NotStoppable whose="others" />}
      </PaymentOpenElsewhere>
    )
  const words = {
    method: t(`cashier:method.${payment.method}`),
    paidBy: t(`cashier:paidBy.${payment.method}`),
    bank: t(`cashier:bankOf.${payment.method}`),
  }
  const how = payment.qr ? 'scan' : payment.inPage ? 'inWallet' : undefined
  // Whoever comes back has most often paid, and waits for the result; otherwise the payment is still to be made.
  const state = back ? 'back' : 'waiting'
  const checkButton = (
    <Button
      look={back ? 'accent' : 'line'}
      onClick={check}
      icon="refresh-cw"
      working={busy === 'check' && t('cashier:waiting.checking')}
    >
      {t(`cashier:${state}.check`)}
    </Button>
  )
  return (
    <div className="grid justify-items-start gap-6">
      <Lead title={t(`cashier:${how ?? state}.title`, words)} live>
        {t(`cashier:${how ?? state}.text`, words)}
      </Lead>
      {payment.qr && <GatewayCode payment={payment} />}
      {checked !== undefined && !follow.unanswered && (
        <Notice icon="info" live="status" key={checked}>
          {t('cashier:waiting.checked', { time: formatInstant(checked, lang, { seconds: true }) })}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 mobile:w-full mobile:flex-col mobile:items-stretch">
        {back && how === undefined && checkButton}
        {how !== 'scan' && (
          <Button
            look={back && how === undefined ? 'line' : 'accent'}
            onClick={resume}
            working={busy === 'pay' && t('cashier:pay.opening')}
          >
            {t(how ? `cashier:${how}.open` : `cashier:${state}.resume`)}
          </Button>
        )}
        {(!back || how !== undefined) && checkButton}
        <span className="mobile:text-center">
          <TextLink onClick={giveUp}>
            {busy === 'close' ? t('cashier:waiting.closing') : t('cashier:waiting.other')}
          </TextLink>
        </span>
      </div>
      {notStopped && <NotStoppable whose="own" />}
    </div>
  )
}

/** Loaded when the order accepts no money any more: few people see it. */
export const Closed = lazyPart<PayState>(() => import('./order-closed.tsx'))
