/** What rows and table of claims share. */
import { useEffect, useState } from 'react'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { dayOf, formatNear } from '../../../../../lib/days/dates.ts'
import { localPath } from '../../../../../lib/locale.ts'
import { formatMoney } from '../../../../../lib/money/money.ts'
import { Badge } from '../../../../../ui/Badge.tsx'
import { Empty } from '../../../../../ui/Empty.tsx'
import { Ruler } from '../../../../../ui/Ruler.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import { isOpen } from '../../../rules/status-values.ts'
import {
  clockDay,
  clockShape,
  CLAIM_BADGE,
  claimHref,
  claimTitle,
  lateDays,
  nextWords,
  sumsWords,
  type ClaimRow,
} from '../../../list-contract.ts'

export interface RowsProps {
  claims: readonly ClaimRow[]
  /** Name of the list for screen readers. */
  label: string
}

export function ClaimName({ claim }: { claim: ClaimRow }) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const href = claimHref(claim)
  const title = claimTitle(t, claim)
  return (
    <>
      <a className="link font-semibold" href={localPath(lang, href)}>
        {title}
      </a>
      <span className="num block text-small text-ink-2">
        {claim.incidentDay && formatNear(claim.incidentDay, lang, today) + (lang === 'cn' ? '，' : ', ')}
        <span className={claim.caseNumber ? 'nobr' : undefined}>{claim.caseNumber ?? claim.planName}</span>
      </span>
    </>
  )
}

export function StatusBadge({ claim }: { claim: Pick<ClaimRow, 'status' | 'outcome' | 'clock'> }) {
  const t = useT()
  const late = claim.clock ? lateDays(claim.clock) : 0
  if (late > 0)
    return (
      <Badge kind="bad" icon="clock-alert">
        {t('claimprogress:late', { count: late })}
      </Badge>
    )
  const partly = claim.status === 'paid' && claim.outcome === 'partially_approved'
  return (
    <Badge {...CLAIM_BADGE[claim.status]}>
      {t(partly ? 'claimprogress:partlyPaid' : `claims:status.${claim.status}`)}
    </Badge>
  )
}

/** 72 × 16, with its words beside it. */
export function SmallClock({ claim: { status, clock } }: { claim: Pick<ClaimRow, 'status' | 'clock'> }) {
  const t = useT()
  if (!clock)
    return status === 'draft' ? <span className="text-small text-ink-2">{t('claimprogress:clock.none')}</span> : null
  const words =
    clock.state === 'done' ? t('claimprogress:clock.used', { day: clock.day, of: clock.of }) : clockDay(t, clock)
  return (
    <span className="flex items-center gap-2.5">
      <Ruler
        small
        {...clockShape(clock, true)}
        label={words}
        state={clock.state === 'done' ? 'running' : clock.state}
      />
      <span className="num text-small">{words}</span>
    </span>
  )
}

/** The paid amount, or else the claimed one. */
export function Sum({ claim: { status, claimed, paid } }: { claim: Pick<ClaimRow, 'status' | 'claimed' | 'paid'> }) {
  const t = useT()
  const lang = useLang()
  if (paid && paid.amount > 0)
    return t(status === 'paid' || isOpen(status) ? 'claimprogress:sum.paid' : 'claimprogress:sum.payable', {
      sum: formatMoney(paid, lang),
    })
  return claimed.length > 0 ? t('claimprogress:sum.claimed', { sum: sumsWords(lang, claimed) }) : null
}

export function Next({ claim }: { claim: ClaimRow }) {
  const t = useT()
  const words = nextWords(t, useLang(), claim, dayOf(useNow()))
  const pressed = usePressedHere(claim)
  if (pressed)
    return <span className="block text-small font-semibold text-warn">{t('claimprogress:list.pressedHere')}</span>
  return words === '' ? null : <span className="block text-small text-ink-2">{words}</span>
}

/** "Send" was pressed on this device, and the claim has not gone: opening it sends it. */
function usePressedHere({ id, status }: ClaimRow): boolean {
  const [pressed, set] = useState(false)
  useEffect(() => {
    if (status === 'draft')
      void import('../../apply/store/stored-submissions.ts')
        .then(({ storedSubmissions }) => storedSubmissions())
        .then((claims) => set(claims.includes(id)))
        .catch(() => undefined)
  }, [id, status])
  return pressed && status === 'draft'
}

/** Nobody needs to have been ill. */
export function NoClaims() {
  const t = useT()
  const lang = useLang()
  const start = '/claim/application/list'
  return (
    <Empty
      title={t('claimprogress:none.title')}
      action={
        <TextLink look="go" href={localPath(lang, start)}>
          {t('claimprogress:start')}
        </TextLink>
      }
    >
      {t('claimprogress:none.text')}
    </Empty>
  )
}

export function StartLink() {
  const t = useT()
  const lang = useLang()
  const start = '/claim/application/list'
  return (
    <TextLink look="go" href={localPath(lang, start)}>
      {t('claimprogress:start')}
    </TextLink>
  )
}
