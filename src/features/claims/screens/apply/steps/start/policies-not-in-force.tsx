/** Policies that were not in force on a day: the reason, and what can be done. */
import { Gap, useLang, useT } from '../../../../../../app/words/words.tsx'
import { formatDay } from '../../../../../../lib/days/dates.ts'
import { joined, localPath, sentences } from '../../../../../../lib/locale.ts'
import { Accordion } from '../../../../../../ui/Accordion.tsx'
import { Badge } from '../../../../../../ui/Badge.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import type { ClaimablePolicy } from '../../../../contract.ts'
import { coverOn, type Cover } from '../../../../rules/draft/cover-on-day.ts'

const BADGES = { not_started: 'clock', ended: 'circle-dashed', cancelled: 'undo-2', never_in_force: 'undo-2' } as const
type Reason = Exclude<Cover, 'covered'>

interface Props {
  /** Those that ended last. */
  policies: readonly ClaimablePolicy[]
  /** Number of all of them. */
  count: number
  day: string
  none: boolean
}

export function PoliciesNotInForce({ policies, count, day, none }: Props) {
  const t = useT()
  const lang = useLang()
  const rows = (
    <>
      <ul className="ruled">
        {policies.map((policy) => {
          const reason = coverOn(policy, day, '')
          return reason === 'covered' ? null : <Row key={policy.id} policy={policy} reason={reason} day={day} />
        })}
      </ul>
      {count > policies.length && (
        <p className="text-small text-ink-2">
          {t('claimform:cover.more', { shown: policies.length, count })}
          <Gap />
          <TextLink look="inline" href={localPath(lang, '/insurance-policy/list')}>
            {t('claimform:cover.moreGo')}
          </TextLink>
        </p>
      )}
    </>
  )
  // Folded where a policy fits: then most people do not need them.
  if (!none)
    return (
      <div className="border-y border-line" id="not-then">
        <Accordion title={t('claimform:cover.othersTitle', { count, day: formatDay(day, lang) })}>{rows}</Accordion>
      </div>
    )
  return (
    <section className="grid gap-2" id="not-then" aria-labelledby="not-then-title">
      <h2 className="type-h3" id="not-then-title">
        {t('claimform:cover.none', { day: formatDay(day, lang) })}
      </h2>
      {rows}
    </section>
  )
}

function Row({ policy, reason, day }: { policy: ClaimablePolicy; reason: Reason; day: string }) {
  const t = useT()
  const lang = useLang()
  const when = {
    day: formatDay(day, lang),
    start: formatDay(policy.start, lang),
    end: formatDay(policy.end, lang),
    cancelled: policy.cancelledOn ? formatDay(policy.cancelledOn, lang) : '',
  }
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-semibold">{joined(lang, policy.planName, policy.tierName)}</p>
        <Badge icon={BADGES[reason]}>{t(`claimform:cover.${reason}.badge`)}</Badge>
      </div>
      <p className="text-small text-ink-2">
        {policy.insured} · <span className="nobr">{policy.number}</span>
      </p>
      <p className="text-small">
        {sentences(lang, t(`claimform:cover.${reason}.why`, when), t(`claimform:cover.${reason}.do`))}
      </p>
      <p>
        <TextLink href={localPath(lang, `/insurance-policy/details?id=${policy.id}`)}>
          {t('claimform:cover.see')}
          <span className="sr-only"> {policy.number}</span>
        </TextLink>
      </p>
    </li>
  )
}
