/** How an order is shown: its badge, the next step, and the page for it. */
import type { Translate } from '../../../../app/words/translate.ts'
import { dayOf, formatDay, formatNear } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { joined, type Lang } from '../../../../lib/locale.ts'
import type { BadgeKind } from '../../../../ui/Badge.tsx'
import type { IconName } from '../../../../ui/icons.ts'
import { checkstandPath, orderPath, type OrderRow, type OrderStatus } from '../../../orders/list-contract.ts'
import { policyPath } from '../../../policies/list-contract.ts'

export const ORDER_BADGE: Record<OrderStatus | 'accepted', { kind: BadgeKind; icon: IconName }> = {
  created: { kind: 'plain', icon: 'pen-line' },
  under_review: { kind: 'info', icon: 'clock' },
  accepted: { kind: 'warn', icon: 'pen-line' },
  declined: { kind: 'bad', icon: 'circle-x' },
  discarded: { kind: 'plain', icon: 'trash-2' },
  awaiting_payment: { kind: 'warn', icon: 'wallet' },
  paid: { kind: 'info', icon: 'clock' },
  issuing: { kind: 'info', icon: 'clock' },
  issued: { kind: 'ok', icon: 'check' },
  issue_failed: { kind: 'bad', icon: 'circle-alert' },
  refunded: { kind: 'plain', icon: 'undo-2' },
  cancelled: { kind: 'plain', icon: 'circle-x' },
  expired: { kind: 'plain', icon: 'clock-alert' },
}

/**
 * The key of its words where those of its status are not enough: a draft that the insurer has accepted only has to be
 * submitted.
 */
export const shownStatus = ({ status, accepted }: Pick<OrderRow, 'status' | 'accepted'>): OrderStatus | 'accepted' =>
  accepted ? 'accepted' : status

/**
 * The page where the order continues, without language; undefined when there is nothing to do or the page does not
 * exist.
 */
export function nextPath(order: Pick<OrderRow, 'id' | 'status' | 'policyId'>): string | undefined {
  if (order.status === 'created') return orderPath(order.id)
  if (order.status === 'awaiting_payment') return checkstandPath(order.id)
  if (order.status === 'issued') return order.policyId ? policyPath(order.policyId) : undefined
  if (order.status === 'paid' || order.status === 'issuing') return undefined
  // That page shows what became of the money, the reason, and a new application with the same answers.
  return order.status !== 'discarded' ? orderPath(order.id) : undefined
}

/** The next step in one line; '' where the badge is enough. */
export function noteWords(
  t: Translate,
  lang: Lang,
  { status, expiresAt, cancelledOn }: Pick<OrderRow, 'status' | 'expiresAt' | 'cancelledOn'>,
  now: number,
): string {
  if (cancelledOn !== null)
    return t('account:order.note.policyCancelled', { day: formatNear(cancelledOn, lang, dayOf(now)) })
  if (status === 'awaiting_payment')
    return expiresAt === null ? '' : t('account:order.note.awaiting_payment', { until: expiresAt })
  if (status === 'under_review') return t('account:order.note.under_review', { days: LIMITS.healthReviewDays })
  return status === 'paid' || status === 'issuing' || status === 'issue_failed' ? t(`account:order.note.${status}`) : ''
}

/** A list of names with no space to break at within a name, only between two. */
const unbroken = (names: string): string =>
  names
    .split(/(, | and )/)
    .map((part, i) => (i % 2 === 1 ? part : part.replaceAll(' ', '\u00a0')))
    .join('')

/** "From 10 January 2027, insured: Lin Yutong". */
export function subWords(t: Translate, lang: Lang, { start, insured }: Pick<OrderRow, 'start' | 'insured'>): string {
  const days = start ? t('account:order.from', { start: formatDay(start, lang) }) : t('account:order.noDates')
  return joined(lang, days, insured && t('account:order.insured', { name: unbroken(insured) }))
}

export const canCancel = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  status === 'created' || status === 'under_review' || status === 'awaiting_payment'

/** Names of plans and tiers in the page's language, passed in by the page. */
export type PlanNames = Readonly<Record<string, { name: string; tiers: Readonly<Record<string, string>> }>>

export function orderTitle(names: PlanNames, { plan, tier }: Pick<OrderRow, 'plan' | 'tier'>, lang: Lang): string {
  const found = names[plan]
  return joined(lang, found?.name ?? plan, found?.tiers[tier])
}
