/**
 * A claim's state in a list: its badge, its clock in words and as a ruler, the next step, and the page that it links
 * to.
 */
import type { Translate } from '../../../app/words/translate.ts'
import { addDays, dayOf, formatNear, lastWholeDay, type Day } from '../../../lib/days/dates.ts'
import { joined, type Lang } from '../../../lib/locale.ts'
import { formatMoney, type Money } from '../../../lib/money/money.ts'
import type { BadgeKind } from '../../../ui/Badge.tsx'
import type { IconName } from '../../../ui/icons.ts'
import type { RulerShape } from '../../../ui/ruler-ticks.ts'
import type { Clock } from './promise-clock-schema.ts'
import type { ClaimRow } from './listed-claim.ts'
import { pagePath } from '../steps.ts'
import { isDecided, type ClaimStatus } from './status-values.ts'

export const CLAIM_BADGE: Record<ClaimStatus, { kind: BadgeKind; icon: IconName }> = {
  draft: { kind: 'plain', icon: 'pen-line' },
  submitted: { kind: 'info', icon: 'arrow-up' },
  registered: { kind: 'info', icon: 'clipboard-list' },
  in_review: { kind: 'info', icon: 'clock' },
  supplement_required: { kind: 'warn', icon: 'pause' },
  supplement_submitted: { kind: 'info', icon: 'check' },
  approved: { kind: 'ok', icon: 'check' },
  partially_approved: { kind: 'ok', icon: 'check' },
  rejected: { kind: 'bad', icon: 'x' },
  paying: { kind: 'info', icon: 'clock' },
  paid: { kind: 'ok', icon: 'check' },
  payment_failed: { kind: 'bad', icon: 'circle-alert' },
  cancelled: { kind: 'plain', icon: 'undo-2' },
  discarded: { kind: 'plain', icon: 'trash-2' },
}

type ClaimGroup = 'draft' | 'open' | 'closed'

/** Draft, open or closed. A decided claim whose money has not arrived is open. */
export function groupOf({ status, clock }: Pick<ClaimRow, 'status' | 'clock'>): ClaimGroup {
  if (status === 'draft') return 'draft'
  // A review may be running although the claim's status is paid or rejected.
  if (clock?.kind === 'review' && clock.state !== 'done') return 'open'
  return status === 'paid' || status === 'rejected' || status === 'cancelled' || status === 'discarded'
    ? 'closed'
    : 'open'
}

/** The step of the application to continue with. */
export const goOnPath = ({ id, step }: Pick<ClaimRow, 'id' | 'step'>): string => pagePath(step ?? 'event', id)

/** The page of the result; one insurer has a layout of its own. */
export const resultPath = ({ id, insurer }: Pick<ClaimRow, 'id' | 'insurer'>): string =>
  `/claim/query/${insurer === 'pingan' ? 'detail_complete_pingan' : 'detail_complete'}?id=${id}`

/** The page that the claim's name links to, without language. */
export function claimHref(row: Pick<ClaimRow, 'id' | 'status' | 'step' | 'insurer' | 'clock'>): string {
  if (row.status === 'draft') return goOnPath(row)
  if (isDecided(row.status) && groupOf(row) === 'closed') return resultPath(row)
  return `/claim/query/progress?id=${row.id}`
}

/** Claims that need the person come first, by due day; the rest keeps the server's order. */
export const sortByNeed = (claims: readonly ClaimRow[]): ClaimRow[] =>
  [...claims].sort(
    (a, b) =>
      Number(b.needs > 0) - Number(a.needs > 0) || (a.needs > 0 ? (a.needsBy ?? '').localeCompare(b.needsBy ?? '') : 0),
  )

/** What is listed, by group. A sent claim that waits for the person stands above what was only begun. */
export function groupsByNeed(claims: readonly ClaimRow[]): { group: ClaimGroup; claims: ClaimRow[] }[] {
  const waiting = claims.some((claim) => claim.needs > 0 && groupOf(claim) === 'open')
  const order: readonly ClaimGroup[] = waiting ? ['open', 'draft', 'closed'] : ['draft', 'open', 'closed']
  return order
    .map((group) => ({ group, claims: sortByNeed(claims.filter((claim) => groupOf(claim) === group)) }))
    .filter(({ claims: own }) => own.length > 0)
}

/** The incident in the claimant's words, or the kind of claim while nothing is written. */
export const claimTitle = (t: Translate, { title, type }: Pick<ClaimRow, 'title' | 'type'>): string =>
  title || (type ? t(`claims:type.${type}.name`) : t('claimprogress:untitled'))

/** Days past the promised day; 0 while the promise is kept. */
export const lateDays = ({ state, day, of }: Pick<Clock, 'state' | 'day' | 'of'>): number =>
  state === 'late' ? Math.max(1, day - of) : 0

/** "Day 3 of 5". */
export const clockDay = (t: Translate, { day, of }: Pick<Clock, 'day' | 'of'>): string =>
  joinedDay(t('claimprogress:clock.day', { day }), t('claimprogress:clock.of', { of }))

const joinedDay = (day: string, of: string): string => (/^\p{Script=Han}/u.test(of) ? `${day}，${of}` : `${day} ${of}`)

/** The ruler of a promise: a tall tick for each day, or for every fifth where there are many. */
export function clockShape({ day, of }: Pick<Clock, 'day' | 'of'>, small = false): RulerShape {
  if (of <= 5) return { parts: of * (small ? 2 : 4), major: small ? 2 : 4, used: day * (small ? 2 : 4) }
  if (of <= 10) return { parts: small ? of : of * 2, major: small ? 5 : 2, used: small ? day : day * 2 }
  return small ? { parts: 10, major: 5, used: (day * 10) / of } : { parts: of, major: 5, used: day }
}

export const sumsWords = (lang: Lang, sums: readonly Money[]): string =>
  joined(lang, ...sums.map((sum) => formatMoney(sum, lang)))

/** The next step in one line: who does what by when (domain §8 rule 3). */
export function nextWords(t: Translate, lang: Lang, row: ClaimRow, today: Day): string {
  const near = (day: Day): string => formatNear(day, lang, today)
  const { status, clock, needs, needsBy } = row
  if (status === 'draft')
    return row.lapsesAt === null
      ? ''
      : t('claimprogress:next.draft', { at: near(dayOf(row.updatedAt)), day: lastWholeDay(row.lapsesAt) })
  // What is needed without a day is an account.
  if (needs > 0)
    return needsBy ? t('claimprogress:next.needs', { count: needs, day: needsBy }) : t('claimprogress:next.account')
  if (clock && clock.state === 'late')
    return t(`claimprogress:next.late.${clock.kind}`, { day: near(addDays(clock.dueOn, 1)) })
  if (clock && clock.state === 'running') return t(`claimprogress:next.${clock.kind}`, { day: clock.dueOn })
  // For paid and withdrawn claims the badge and the amount beside it are enough.
  return status === 'rejected' ? t('claimprogress:next.rejected') : ''
}
