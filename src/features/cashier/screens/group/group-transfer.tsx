/** A school pays by bank transfer: where to, how much, with which reference, until when. Printed and sent on. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { groupedReference } from '../../../../lib/money/transfer-reference.ts'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { SITE } from '../../../../lib/site.ts'
import { Button } from '../../../../ui/Button.tsx'
import { LinkToShare } from '../../../../ui/LinkToShare.tsx'
import { FailedNotice, Notice } from '../../../../ui/Notice.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import { Lead, Unanswered, useMoney } from '../payer-screen-parts.tsx'
import type { GroupTransferProps } from './props.ts'

export default function GroupTransfer({ data, busy, giveUp, check, checked, follow, notice }: GroupTransferProps) {
  const t = useT()
  const lang = useLang()
  const money = useMoney()
  const { phone } = SITE[lang]
  const payment = data?.payment
  const to = payment?.inPage
  if (!data || !payment || !to) return null
  const copied = (text: string) => <span className="num select-all wrap-anywhere">{text}</span>
  const rows = [
    // A printed page has to say what it is for.
    { id: 'list', term: t('grouppay:facts.number'), value: <span className="num">{data.order.number}</span> },
    { id: 'school', term: t('grouppay:facts.school'), value: data.order.campaign ?? '' },
    ...(['name', 'number', 'bank', 'code'] as const).flatMap((id) =>
      to[id] ? [{ id, term: t(`grouppay:transfer.${id}`), value: copied(to[id]) }] : [],
    ),
    { id: 'amount', term: t('grouppay:transfer.amount'), value: <strong>{copied(money(payment.amount))}</strong> },
    {
      id: 'reference',
      term: t('grouppay:transfer.reference'),
      value: <strong>{copied(groupedReference(to['reference'] ?? ''))}</strong>,
    },
    {
      id: 'until',
      term: t('grouppay:transfer.until'),
      value: <span className="num">{t('app:until', { at: Number(to['until']) })}</span>,
    },
  ]
  const closes = data.order.expiresAt
  return (
    <div className="grid max-w-3xl gap-6">
      <Unanswered follow={follow} />
      <FailedNotice>{notice}</FailedNotice>
      <Lead title={t('grouppay:transfer.title', { amount: money(payment.amount) })} live>
        {t('grouppay:transfer.text')}
      </Lead>
      {payment.arrived && (
        <Notice
          kind="warn"
          live="status"
          title={t('grouppay:transfer.arrived.title', { amount: money(payment.arrived) })}
        >
          {t('grouppay:transfer.arrived.text', { phone })}
        </Notice>
      )}
      <SummaryList rows={rows} />
      {closes !== null && (
        <p className="text-small text-ink-2 measure">{t('grouppay:transfer.untilNote', { at: closes })}</p>
      )}
      <Notice kind="warn" title={t('grouppay:transfer.exact.title')}>
        {t('grouppay:transfer.exact.text')}
      </Notice>
      <p className="measure">{t('grouppay:transfer.compare', { phone })}</p>
      {checked !== undefined && !follow.unanswered && (
        <Notice icon="info" live="status" key={checked}>
          {t('cashier:waiting.checked', { time: formatInstant(checked, lang, { seconds: true }) })}
        </Notice>
      )}
      <div className="flex flex-wrap gap-3" data-no-print>
        <Button look="accent" icon="printer" onClick={() => print()}>
          {t('grouppay:transfer.print')}
        </Button>
        <Button icon="refresh-cw" onClick={check} working={busy === 'check' && t('cashier:waiting.checking')}>
          {t('cashier:back.check')}
        </Button>
      </div>
      <Further busy={busy} giveUp={giveUp} />
    </div>
  )
}

/** The address for a colleague, and the way to another method. */
function Further({ busy, giveUp }: Pick<GroupTransferProps, 'busy' | 'giveUp'>) {
  const t = useT()
  return (
    <>
      <section className="grid gap-3" data-no-print>
        <h2 className="type-h3">{t('grouppay:transfer.send')}</h2>
        <LinkToShare
          url={`${location.origin}${location.pathname}`}
          words={{
            copy: t('payer:else.copy'),
            copied: t('payer:else.copied.yes'),
            notCopied: t('payer:else.copied.no'),
            share: t('payer:else.shareButton'),
            title: t('payer:else.share'),
          }}
        />
      </section>
      <section className="grid justify-items-start gap-3" data-no-print>
        <h2 className="type-h3">{t('grouppay:transfer.other')}</h2>
        <p className="text-ink-2 measure">{t('grouppay:transfer.otherText')}</p>
        <Button onClick={giveUp} working={busy === 'close' && t('cashier:waiting.closing')}>
          {t('cashier:waiting.other')}
        </Button>
      </section>
    </>
  )
}
