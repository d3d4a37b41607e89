/** Parts that both arrangements of the overview share: things to do, and the policy shown first. */
import type { Translate } from '../../../../app/words/translate.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { dayOf, formatNear } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import type { IconName } from '../../../../ui/icons.ts'
import { InsuranceCard } from '../../../../ui/InsuranceCard.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { useNow } from '../../../../ui/use-now.ts'
import { claimHref, claimTitle, groupOf, nextWords, type ClaimRow } from '../../../claims/list-contract.ts'
import type { OrderRow } from '../../../orders/contract.ts'
import type { PolicyRow } from '../../../policies/contract.ts'
import { cardOf } from '../../../policies/list-contract.ts'
import type { TaskRow } from '../../waiting-tasks-call.ts'
import { nextPath, orderTitle, type PlanNames } from '../orders/order-words.ts'
import type { OverviewProps } from './props.ts'

/** The only boxed part of the page; only its first item uses the accent colour. */
export function WaitingForYou({
  waiting,
  claimsWaiting,
  tasks,
  waitingCount,
  names,
}: Pick<OverviewProps, 'waiting' | 'claimsWaiting' | 'tasks' | 'waitingCount' | 'names'>) {
  const t = useT()
  const lang = useLang()
  if (waiting.length + claimsWaiting.length + tasks.length === 0) return null
  // Claims whose clock is paused come first, drafts after items with a deadline.
  const needs = claimsWaiting.filter((claim) => claim.needs > 0)
  const things = [
    ...needs.map((claim) => (first: boolean) => <ClaimThing key={claim.id} claim={claim} first={first} />),
    ...waiting
      .filter(isToPay)
      .map((order) => (first: boolean) => <Thing key={order.id} order={order} names={names} first={first} />),
    ...tasks.map((task) => (first: boolean) => <Task key={task.id} task={task} first={first} />),
    ...waiting
      .filter((order) => !isToPay(order))
      .map((order) => (first: boolean) => <Thing key={order.id} order={order} names={names} first={first} />),
    ...claimsWaiting
      .filter((claim) => claim.needs === 0)
      .map((claim) => (first: boolean) => <ClaimThing key={claim.id} claim={claim} first={first} />),
  ]
  const more = { orders: waitingCount.orders - waiting.length, claims: waitingCount.claims - claimsWaiting.length }
  return (
    <>
      <ul className="panel parted p-0">{things.map((thing, i) => thing(i === 0))}</ul>
      {(more.orders > 0 || more.claims > 0) && (
        <p className="flex flex-wrap gap-x-6">
          {more.orders > 0 && (
            <TextLink look="go" href={localPath(lang, '/personal/order')}>
              {t('account:overview.moreOrders', { count: more.orders })}
            </TextLink>
          )}
          {more.claims > 0 && (
            <TextLink look="go" href={localPath(lang, '/personal/claims')}>
              {t('account:overview.moreClaims', { count: more.claims })}
            </TextLink>
          )}
        </p>
      )}
    </>
  )
}

const isToPay = ({ status }: OrderRow): boolean => status === 'awaiting_payment'

const TASK_ICON: Record<TaskRow['kind'], IconName> = {
  change: 'wallet',
  extension: 'wallet',
  invoice: 'receipt-text',
  refund: 'landmark',
  registration: 'badge-check',
  closing: 'circle-alert',
}

function Task({ task: { kind, number, amount, until, path }, first }: { task: TaskRow; first: boolean }) {
  const t = useT()
  const lang = useLang()
  const words = {
    number: number ?? '',
    amount: amount ? formatMoney(amount, lang) : '',
    until,
  }
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 p-5">
      <Icon name={TASK_ICON[kind]} size={24} className="text-warning" />
      <div className="min-w-60 flex-1">
        <p className="font-semibold">{t(`account:overview.task.${kind}.title`, words)}</p>
        <p className="text-small text-ink-2">{t(`account:overview.task.${kind}.text`, words)}</p>
      </div>
      <Button look={first ? 'accent' : 'line'} href={localPath(lang, path)}>
        {t(`account:overview.task.${kind}.go`)}
      </Button>
    </li>
  )
}

function ClaimThing({ claim, first }: { claim: ClaimRow; first: boolean }) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const draft = groupOf(claim) === 'draft'
  // What is needed without a day is an account.
  const kind = draft ? 'draft' : claim.needs > 0 && claim.needsBy === null ? 'account' : 'documents'
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 p-5">
      <Icon
        name={draft ? 'pen-line' : kind === 'account' ? 'landmark' : 'file-exclamation-point'}
        size={24}
        className="text-warning"
      />
      <div className="min-w-60 flex-1">
        <p className="font-semibold">
          {draft ? t('account:overview.claim.draft.title', { title: claimTitle(t, claim) }) : claimTitle(t, claim)}
        </p>
        <p className="text-small text-ink-2">{nextWords(t, lang, claim, today)}</p>
      </div>
      <Button look={first ? 'accent' : 'line'} href={localPath(lang, claimHref(claim))}>
        {t(`account:overview.claim.${kind}.go`)}
      </Button>
    </li>
  )
}

function Thing({ order, names, first }: { order: OrderRow; names: PlanNames; first: boolean }) {
  const t = useT()
  const lang = useLang()
  const now = useNow()
  const paying = isToPay(order)
  const kind = paying ? 'pay' : order.accepted ? 'accepted' : 'draft'
  const next = nextPath(order)
  const text = paying
    ? t('account:overview.pay.text', {
        premium: order.premium ? formatMoney(order.premium, lang) : '',
        until: order.expiresAt,
      })
    : order.accepted
      ? t('account:overview.accepted.text')
      : t('account:overview.draft.text', { at: formatNear(dayOf(order.updatedAt), lang, dayOf(now)) })
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 p-5">
      <Icon name={paying ? 'wallet' : 'pen-line'} size={24} className="text-warning" />
      <div className="min-w-60 flex-1">
        <p className="font-semibold">{t(`account:overview.${kind}.title`, { plan: orderTitle(names, order, lang) })}</p>
        <p className="text-small text-ink-2">{text}</p>
      </div>
      {next && (
        <Button look={first ? 'accent' : 'line'} href={localPath(lang, next)}>
          {t(`account:overview.${kind}.go`)}
        </Button>
      )}
    </li>
  )
}

export const useTitle = (count: number): string => {
  const t = useT()
  return count === 0
    ? t('account:overview.none')
    : t('account:overview.title', { count, number: numberWords(t, count) })
}

/** Small numbers are written as words, in either language. */
const numberWords = (t: Translate, count: number): string =>
  count < 10 ? t(`account:numbers.${count}`) : String(count)

/** Nothing was bought yet, or somebody else bought it. */
export function NoPolicy() {
  const t = useT()
  const lang = useLang()
  return (
    <div>
      <p className="text-ink-2">{t('policies:empty.valid.text')}</p>
      <p className="mt-2 flex flex-wrap gap-x-6">
        <TextLink look="go" href={localPath(lang, '/plan/list')}>
          {t('policies:seePlans')}
        </TextLink>
        <TextLink look="go" href={localPath(lang, '/personal/credential')}>
          {t('account:mine.identity.verify')}
        </TextLink>
      </p>
    </div>
  )
}

export function CoverCard({ policy }: { policy: PolicyRow }) {
  return <InsuranceCard {...cardOf(useT(), useLang(), policy)} />
}
