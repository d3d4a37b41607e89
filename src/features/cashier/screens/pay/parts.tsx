/** What both arrangements of the pay screen say. */
import { useLang, useT } from '../../../../app/words.tsx'
import { formatInstant } from '../../../../lib/dates.ts'
import { Button } from '../../../../ui/Button.tsx'
import { RadioGroup } from '../../../../ui/Choice.tsx'
import { FieldGroup } from '../../../../ui/Field.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { OrderAgain } from '../again.tsx'
import { Lead, Unanswered } from '../parts.tsx'
import type { PayState } from './state.ts'

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

export function Methods({ follow, method, choose, missing }: PayState) {
  const t = useT()
  return (
    <FieldGroup id="method" label={t('cashier:pay.method')} error={missing ? t('cashier:pay.methodRequired') : undefined}>
      <RadioGroup
        name="method"
        value={method}
        onChange={choose}
        options={follow.methods.map((id) => ({ value: id, label: t(`cashier:method.${id}`), hint: t(`cashier:methodHint.${id}`) }))}
      />
    </FieldGroup>
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
