/** Refunds of an order: past and pending ones, and a request where it is allowed, at a sum that is shown first. */
import { useState } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../../app/requests/read-reply.ts'
import { callFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import { LoadFailed } from '../../../../../app/load/load-failed.tsx'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { useLoad } from '../../../../../app/requests/use-load.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { formatInstant } from '../../../../../lib/days/dates.ts'
import { localPath } from '../../../../../lib/locale.ts'
import { formatMoney } from '../../../../../lib/money/money.ts'
import { LIMITS } from '../../../../../lib/limits-and-periods.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Dialog } from '../../../../../ui/Dialog.tsx'
import { Field } from '../../../../../ui/Field.tsx'
import { Notice, type NoticeProps } from '../../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../../ui/Skeleton.tsx'
import { TextArea } from '../../../../../ui/TextInput.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { policyPath } from '../../../../policies/list-contract.ts'
import {
  askRefund,
  getRefunds,
  REFUND_REASON_LENGTH,
  refundAccountPath,
  type OrderRefunds,
  type RefundView,
} from '../../../../cashier/contract.ts'

type ShownState = 'under_review' | 'rejected' | 'approved' | 'succeeded' | 'failed'
const SHOWN: Record<RefundView['status'], ShownState> = {
  requested: 'under_review',
  under_review: 'under_review',
  rejected: 'rejected',
  approved: 'approved',
  submitted: 'approved',
  succeeded: 'succeeded',
  failed: 'failed',
}
const KIND: Record<ShownState, NonNullable<NoticeProps['kind']>> = {
  under_review: 'info',
  rejected: 'warn',
  approved: 'info',
  succeeded: 'ok',
  failed: 'warn',
}

/** `changed` reads the order again, because the request may have changed its state. */
export function RefundPanel({ order, changed }: { order: string; changed: () => void }) {
  const t = useT()
  const lang = useLang()
  const [asking, setAsking] = useState(false)
  const [loaded, again] = useLoad(`refunds ${order}`, async () => {
    const reply = await request(getRefunds, { order })
    return dataOf(reply)
  })
  const data = loaded.state === 'ready' ? loaded.data : undefined
  // For an order that closed unpaid there is nothing to show.
  if (data && data.basis === 'none' && data.refunds.length === 0) return null
  return (
    <section id="refund">
      <h2 className="type-h3">{t('refunds:title')}</h2>
      {loaded.state === 'loading' && <Skeleton label={t('refunds:loading')} rows={2} />}
      {loaded.state === 'failed' && <LoadFailed error={loaded.error} again={again} />}
      {data && (
        <div className="mt-2 grid gap-4">
          {data.refunds.map((refund) => (
            <Refund key={refund.id} refund={refund} />
          ))}
          {data.basis !== 'none' && <p className="measure text-ink-2">{t(`refunds:lead.${data.basis}`)}</p>}
          {data.basis === 'surrender' && data.policyId && (
            <TextLink look="go" href={`${localPath(lang, policyPath(data.policyId))}#surrender`}>
              {t('refunds:toPolicy')}
            </TextLink>
          )}
          {data.amount && (
            <p>
              <Button size="sm" onClick={() => setAsking(true)}>
                {t('refunds:open')}
              </Button>
            </p>
          )}
          {data.amount && asking && (
            <AskDialog
              order={order}
              data={data}
              close={() => setAsking(false)}
              done={() => {
                again()
                changed()
              }}
            />
          )}
        </div>
      )}
    </section>
  )
}

function Refund({ refund }: { refund: RefundView }) {
  const t = useT()
  const lang = useLang()
  const [account] = refund.accounts
  if (account) return <RefundByBank refund={refund} account={account} />
  const state = SHOWN[refund.status]
  const title = t(`refunds:state.${state}`, {
    amount: formatMoney(refund.amount, lang),
    by: refund.decideBy,
    method: t(`refunds:method.${refund.method}`),
  })
  return (
    <Notice kind={KIND[state]} title={title}>
      <p>
        {refund.why
          ? t('refunds:because', { why: refund.why })
          : t('refunds:because', { why: t(`refunds:reason.${refund.reason}`) })}
      </p>
      <p className="num text-small">
        {t('app:zoned', { time: formatInstant(refund.settledAt ?? refund.requestedAt, lang) })}
      </p>
    </Notice>
  )
}

/** A refund to the payer's own account: what is needed from them, or its last digits and the bank's answer. */
function RefundByBank({ refund, account }: { refund: RefundView; account: RefundView['accounts'][number] }) {
  const t = useT()
  const lang = useLang()
  const { id, state, tail, reference } = account
  const title = t(`refunds:account.${state === 'in_batch' ? 'inBatch' : state}`, {
    amount: formatMoney(refund.amount, lang),
    tail: tail ?? '',
    method: t(`refunds:method.${refund.method}`),
  })
  return (
    <Notice kind={state === 'paid' ? 'ok' : state === 'asked' ? 'warn' : 'info'} title={title}>
      <p>{t('refunds:because', { why: t(`refunds:reason.${refund.reason}`) })}</p>
      {reference && <p className="num">{t('refunds:account.reference', { reference })}</p>}
      <p className="num text-small">
        {t('app:zoned', { time: formatInstant(refund.settledAt ?? refund.requestedAt, lang) })}
      </p>
      <p className="mt-2">
        <TextLink look="go" href={localPath(lang, refundAccountPath(id))}>
          {t(
            `refunds:account.${state === 'asked' ? (tail === null ? 'go' : 'again') : state === 'given' ? 'change' : 'see'}`,
          )}
        </TextLink>
      </p>
    </Notice>
  )
}

interface AskProps {
  order: string
  data: OrderRefunds
  close: () => void
  done: () => void
}

function AskDialog({ order, data, close, done }: AskProps) {
  const t = useT()
  const lang = useLang()
  const [why, setWhy] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const amount = data.amount ? formatMoney(data.amount, lang) : ''

  async function ask(): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      const reply = await request(askRefund, { order, amount: data.amount?.amount ?? 0, why })
      const field = reply.ok ? undefined : reply.fields['why']
      if (field) setError(t(`refunds:error.${field}`))
      else {
        toast(
          reply.ok ? t('refunds:ask.done', { days: LIMITS.refundReviewDays }) : reply.message,
          reply.ok ? 'plain' : 'bad',
        )
        close()
        done()
      }
    } catch (failure) {
      toast(callFailureWords(t, failure), 'bad')
    }
    setBusy(false)
  }

  return (
    <Dialog
      open
      onClose={busy ? () => undefined : close}
      title={t('refunds:ask.title', { amount })}
      actions={
        <>
          <Button onClick={close}>{t('refunds:ask.no')}</Button>
          <Button look="bad" working={busy && t('refunds:ask.working')} onClick={() => void ask()}>
            {t('refunds:ask.yes')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>{t('refunds:ask.to', { amount })}</p>
        <p>
          {t(`refunds:ask.${data.basis === 'not_issued' ? 'review' : 'reviewMoney'}`, {
            days: LIMITS.refundReviewDays,
          })}
        </p>
        <Field id="refund-why" label={t('refunds:ask.why')} hint={t('refunds:ask.whyHint')} error={error}>
          <TextArea name="why" rows={3} maxLength={REFUND_REASON_LENGTH.most} value={why} onChange={setWhy} />
        </Field>
      </div>
    </Dialog>
  )
}
