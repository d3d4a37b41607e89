/** The change record: what was requested, its state, and what can still be done. */
import { useState } from 'react'
import { request } from '../../../app/requests/browser-requester.ts'
import { useButtonRequest } from '../../../app/requests/use-button-request.ts'
import type { Translate } from '../../../app/words/translate.ts'
import { useLang, useT } from '../../../app/words/words.tsx'
import { formatInstant } from '../../../lib/days/dates.ts'
import { localPath, type Lang } from '../../../lib/locale.ts'
import { formatMoney } from '../../../lib/money/money.ts'
import { Badge, type BadgeKind } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FailedNotice } from '../../../ui/Notice.tsx'
import { withdrawChange, type ChangeRow, type ChangesOverview, type ChangeStatus } from '../contract.ts'
import { valueWords } from './value-words.ts'
import { FiguresWithUnits } from '../../../ui/FiguresWithUnits.tsx'

const KINDS: Record<ChangeStatus, BadgeKind> = {
  submitted: 'info',
  awaiting_payment: 'warn',
  approved: 'ok',
  rejected: 'bad',
  withdrawn: 'plain',
  lapsed: 'plain',
}

export function ChangeRecord({
  changes,
  take,
}: {
  changes: readonly ChangeRow[]
  take: (overview: ChangesOverview) => void
}) {
  const t = useT()
  return (
    <section className="grid gap-3">
      <h2 className="type-h3">{t('changes:record.title')}</h2>
      {changes.length === 0 && <p className="text-ink-2">{t('changes:record.empty')}</p>}
      {changes.length > 0 && (
        <ul className="ruled">
          {changes.map((change) => (
            <Row key={change.id} change={change} take={take} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ change, take }: { change: ChangeRow; take: (overview: ChangesOverview) => void }) {
  const t = useT()
  const lang = useLang()
  const {
    item,
    what,
    who,
    status,
    before,
    after,
    reason,
    submittedAt,
    dueAt,
    policyNumber,
    unusable,
    difference,
    pay,
  } = change
  const words = (value: string): string => valueWords(t, lang, item, value) || t('changes:none')
  return (
    <li className="grid justify-items-start gap-1 py-4">
      <p className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">
          {who ? t(`changes:itemOf.${who}`, { item: t(`changes:items.${what}`) }) : t(`changes:items.${what}`)}
        </span>
        <Badge kind={KINDS[status]}>{t(`changes:status.${status}`)}</Badge>
      </p>
      <p className="wrap-anywhere">
        {before === null || after === null
          ? t('changes:record.deleted')
          : t('changes:record.fromTo', { from: words(before), to: words(after) })}
      </p>
      <p className="num text-small text-ink-2">
        <FiguresWithUnits>
          {t('changes:record.sent', { number: policyNumber, at: formatInstant(submittedAt, lang) })}
        </FiguresWithUnits>
      </p>
      {status === 'submitted' && <p className="num text-small text-ink-2">{t('changes:record.due', { at: dueAt })}</p>}
      {status === 'submitted' && unusable > 0 && (
        <p className="text-small text-warn">{t('changes:record.unusable', { count: unusable, number: unusable })}</p>
      )}
      {difference && <p className="num text-small text-ink-2">{premiumWords(t, lang, change)}</p>}
      {reason && <p className="text-small text-ink-2">{t(`changes:reason.${reason}`)}</p>}
      {(status === 'submitted' || pay) && (
        <div className="mt-2 flex flex-wrap items-center gap-3 mobile:w-full">
          {pay?.possible && difference && (
            <Button look="accent" className="mobile:w-full" href={payPage(lang, change.id)}>
              {t('changes:pay.go', { amount: formatMoney(difference, lang) })}
            </Button>
          )}
          <Withdraw id={change.id} take={take} />
        </div>
      )}
    </li>
  )
}

/** Its effect on the premium, possibly only once it is paid. */
function premiumWords(t: Translate, lang: Lang, { status, difference, pay }: ChangeRow): string {
  if (!difference) return ''
  const amount = formatMoney({ ...difference, amount: Math.abs(difference.amount) }, lang)
  if (difference.amount < 0) return t('changes:record.returned', { amount })
  if (status === 'approved') return t('changes:record.paid', { amount })
  if (pay)
    return t(pay.possible ? 'changes:record.toPay' : 'changes:record.notNow', {
      amount,
      at: pay.until,
    })
  return t('changes:record.notPaid', { amount })
}

/** The cashier's page; it redirects a phone to the phone's page. */
const payPage = (lang: Lang, id: string): string => localPath(lang, `/payment/confirm?pay=endorsement.${id}`)

function Withdraw({ id, take }: { id: string; take: (overview: ChangesOverview) => void }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const { working, notice, run } = useButtonRequest()
  const withdraw = () =>
    run(async () => {
      const reply = await request(withdrawChange, { id })
      if (!reply.ok) return reply.message
      take(reply.data)
      return undefined
    })
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        {t('changes:withdraw.open')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('changes:withdraw.title')}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('changes:withdraw.keep')}</Button>
            <Button look="accent" working={working && t('changes:withdraw.working')} onClick={() => void withdraw()}>
              {t('changes:withdraw.confirm')}
            </Button>
          </>
        }
      >
        <p>{t('changes:withdraw.text')}</p>
        <FailedNotice>{notice}</FailedNotice>
      </Dialog>
    </>
  )
}
