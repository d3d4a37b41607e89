/**
 * A school is asked for a group payment: the list, the amount with its parts, until when, and who is not on it, before
 * any payment begins.
 */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { SITE } from '../../../../lib/site.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { pageOf } from '../payer-page-address.ts'
import { stageOf } from '../payer-screen-stage.ts'
import { noteRead } from '../link/link-confirmation-read.ts'
import { PayBy } from '../pay-deadline.tsx'
import { Lead, Unanswered, useMoney } from '../payer-screen-parts.tsx'
import { GroupFacts, GroupOutside, GroupParts } from './group-facts.tsx'
import { GroupFailed } from './group-failed.tsx'
import { GroupList } from './group-list.tsx'
import type { GroupAskedProps } from './props.ts'
import { useGroup, type GroupState } from './use-group.ts'

export default function GroupConfirmation({ order, which, follow }: GroupAskedProps) {
  const t = useT()
  const lang = useLang()
  const money = useMoney()
  const group = useGroup(which, order.amount.amount)
  const { phone } = SITE[lang]
  // A school's sum is longer than a student's: in the largest letters it would break in the panel.
  const amount = money(order.amount)
  return (
    <div className="grid gap-12">
      <div className="grid-order">
        <div className="grid min-w-0 gap-8">
          <Unanswered follow={follow} />
          <Lead title={t('grouppay:asked.title', { school: order.campaign ?? '' })}>{t('grouppay:asked.lead')}</Lead>
          {follow.data?.payment?.method === 'transfer' && stageOf(follow.data) === 'waiting' && (
            <Notice icon="info" title={t('grouppay:transfer.notice.title')}>
              {t('grouppay:transfer.notice.text')}
            </Notice>
          )}
          <Listed group={group} />
          <Notice icon="info" title={t('grouppay:asked.safe.title')}>
            {t('grouppay:asked.safe.text', { phone })}
          </Notice>
        </div>
        <aside className="panel grid gap-4 p-6">
          <p className="grid gap-1">
            <span className="text-ink-2">{order.about}</span>
            <strong className={`${amount.length > 11 ? 'type-h2' : 'type-figure'} wrap-anywhere`}>{amount}</strong>
          </p>
          <PayBy order={order} skew={follow.skew} onEnd={() => void follow.look()} />
          <Button look="accent" size="lg" block href={pageOf(lang, 'pay', which)} onClick={() => noteRead(which)}>
            {t('cashier:confirm.button')}
          </Button>
          <p className="text-small text-ink-2">{t('payer:asked.next')}</p>
          <p className="text-small text-ink-2">{t('grouppay:pay.fixed')}</p>
        </aside>
      </div>
      <GroupList {...group} />
    </div>
  )
}

function Listed({ group }: { group: GroupState }) {
  const t = useT()
  const { view, failed, again } = group
  if (!view) return failed ? <GroupFailed again={again} /> : <Skeleton label={t('grouppay:loading')} rows={6} />
  return (
    <>
      <GroupFacts view={view} />
      <GroupParts view={view} />
      <GroupOutside view={view} />
    </>
  )
}
