/** What comes back, line by line, and the confirmation: nothing is cancelled before the red button. */
import { useState } from 'react'
import { callFailureWords } from '../../../../app/call-failure-words.ts'
import { request } from '../../../../app/browser-requester.ts'
import { toast } from '../../../../app/toast-store.ts'
import { useLoad } from '../../../../app/use-load.ts'
import { useLang, useT } from '../../../../app/words.tsx'
import { formatDay } from '../../../../lib/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { formatCurrency, formatMoney } from '../../../../lib/money.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { MoneyTable } from '../../../../ui/MoneyTable.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { surrenderPolicy, surrenderQuote, type SurrenderQuote } from '../../surrender-calls.ts'

interface Props {
  id: string
  close: () => void
  /** Reads the policy again: it stands another way now. */
  done: () => void
}

export default function SurrenderDialog({ id, close, done }: Props) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [round, setRound] = useState(0)
  const [loaded, again] = useLoad<SurrenderQuote | { refused: string }>(`surrender ${id} ${round}`, async () => {
    const reply = await request(surrenderQuote, { id })
    return reply.ok ? reply.data : { refused: reply.message }
  })
  const quote = loaded.state === 'ready' && !('refused' in loaded.data) ? loaded.data : undefined

  async function confirm({ amount }: SurrenderQuote): Promise<void> {
    setBusy(true)
    try {
      const reply = await request(surrenderPolicy, { id, amount: amount.amount })
      toast(reply.ok ? t(`policies:surrender.done.${reply.data.outcome}`) : reply.message, reply.ok ? 'plain' : 'bad')
      if (!reply.ok && reply.code === 'changed') setRound(round + 1)
      else {
        close()
        done()
      }
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
  }

  return (
    <Dialog
      open
      onClose={busy ? () => undefined : close}
      title={t('policies:surrender.ask')}
      actions={
        <>
          <Button onClick={close}>{t('policies:surrender.no')}</Button>
          {quote && <Button look="bad" working={busy && t('policies:surrender.working')} onClick={() => void confirm(quote)}>{t('policies:surrender.yes')}</Button>}
        </>
      }
    >
      {loaded.state === 'loading' && <Skeleton label={t('policies:surrender.loading')} rows={3} />}
      {loaded.state === 'failed' && <Notice kind="bad" live="alert">{t('policies:surrender.failed')} <Button size="sm" onClick={again}>{t('policies:surrender.open')}</Button></Notice>}
      {loaded.state === 'ready' && 'refused' in loaded.data && <Notice kind="warn" live="status">{loaded.data.refused}</Notice>}
      {quote && <Quote quote={quote} />}
    </Dialog>
  )
}

function Quote({ quote }: { quote: SurrenderQuote }) {
  const t = useT()
  const lang = useLang()
  const { amount, claims, lastDay } = quote
  const values = { percent: 100 - LIMITS.netPremiumPercent, used: quote.daysInForce, days: quote.daysOfTerm }
  return (
    <div className="grid gap-3">
      <MoneyTable
        label={t('policies:surrender.table')}
        head={[t('policies:surrender.step'), t('policies:surrender.amount', { currency: formatCurrency(amount.currency, lang) })]}
        rows={quote.lines.map((line) => ({
          id: line.id, name: t(`policies:surrender.line.${line.id}`, values), sums: [formatMoney(line.amount, lang, { style: 'ledger' })],
          kind: line.id === 'total' ? 'total' as const : line.amount.amount < 0 ? 'deduction' as const : 'line' as const,
        }))}
      />
      {claims !== 'none' && <Notice kind="warn">{t('policies:surrender.paid_claim')}</Notice>}
      <p>{lastDay === null ? amount.amount > 0 && t('policies:surrender.early') : t('policies:surrender.last', { day: formatDay(lastDay, lang) })}</p>
      {amount.amount > 0 && <p>{t('policies:surrender.review', { days: LIMITS.refundReviewDays })}</p>}
      <p>{t('policies:surrender.docs')}</p>
      <p>{t('policies:surrender.gap')}</p>
    </div>
  )
}
