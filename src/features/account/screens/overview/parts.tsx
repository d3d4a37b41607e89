/** What both arrangements of the overview share: things to do, and the policy shown first. */
import { useLang, useT } from '../../../../app/words.tsx'
import { formatInstant } from '../../../../lib/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { InsuranceCard } from '../../../../ui/InsuranceCard.tsx'
import type { OrderRow } from '../../../orders/contract.ts'
import type { PolicyRow } from '../../../policies/contract.ts'
import { cardOf } from '../../../policies/rows.ts'
import { nextPath, orderTitle, type PlanNames } from '../orders/words.ts'
import type { OverviewProps } from './index.tsx'

/** At most so many things to do stand here; the rest is in the list of orders. */
const SHOWN = 3

/** The only boxed thing of the page; the first one has the one accent. */
export function WaitingForYou({ waiting, names }: Pick<OverviewProps, 'waiting' | 'names'>) {
  if (waiting.length === 0) return null
  return (
    <ul className="panel divide-y divide-line p-0">
      {waiting.slice(0, SHOWN).map((order, i) => <Thing key={order.id} order={order} names={names} first={i === 0} />)}
    </ul>
  )
}

function Thing({ order, names, first }: { order: OrderRow; names: PlanNames; first: boolean }) {
  const t = useT()
  const lang = useLang()
  const paying = order.status === 'awaiting_payment'
  const kind = paying ? 'pay' : 'draft'
  const next = nextPath(order)
  const text = paying
    ? t('account:overview.pay.text', { premium: order.premium ? formatMoney(order.premium, lang) : '', until: order.expiresAt === null ? '' : formatInstant(order.expiresAt, lang) })
    : t('account:overview.draft.text', { at: formatInstant(order.updatedAt, lang) })
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 p-5">
      <Icon name={paying ? 'wallet' : 'pen-line'} size={24} className="text-warning" />
      <div className="min-w-60 flex-1">
        <p className="font-semibold">{t(`account:overview.${kind}.title`, { plan: orderTitle(names, order, lang) })}</p>
        <p className="text-small text-ink-2">{text}</p>
      </div>
      {next && <Button look={first ? 'accent' : 'line'} href={localPath(lang, next)}>{t(`account:overview.${kind}.go`)}</Button>}
    </li>
  )
}

export const useTitle = (count: number): string => {
  const t = useT()
  if (count === 0) return t('account:overview.none')
  // Small numbers are words in a sentence, in either language.
  return t('account:overview.title', { count, number: count < 10 ? t(`account:numbers.${count}`) : String(count) })
}

export function CoverCard({ policy }: { policy: PolicyRow }) {
  return <InsuranceCard {...cardOf(useT(), useLang(), policy)} />
}
