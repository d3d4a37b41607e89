/** What another tab or device has changed while the check page was open here: its ticks were made under something else. */
import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { Translate } from '../../../../../app/words/translate.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { canonicalJson } from '../../../../../lib/text/canonical-json.ts'
import { formatDay, isDay } from '../../../../../lib/days/dates.ts'
import { joinedNames, type Lang } from '../../../../../lib/locale.ts'
import { formatMoney } from '../../../../../lib/money/money.ts'
import { Notice } from '../../../../../ui/Notice.tsx'
import type { OrderView } from '../../../contract.ts'
import type { Trip } from '../../../rules/order-fields.ts'
import { memberName } from '../../../rules/family-words.ts'
import { PERSON_FIELDS, type PeopleDraft, type PersonDraft } from '../../../rules/people-draft.ts'
import { $wizard, allowed, furthest, show } from '../wizard-store.ts'
import type { StepProps } from '../props.ts'

/** What the declarations depend on. */
const boughtOf = ({ answers: { trip, people }, premium }: OrderView): string => canonicalJson([trip, people, premium])

/**
 * Leads to the step that the change has opened again; where there is none, `changed` says what is different, line by
 * line.
 */
export function useChangedElsewhere(
  order: OrderView,
  plan: StepProps['plan'],
): { changed: readonly string[]; bought: string } {
  const t = useT()
  const lang = useLang()
  const seen = useRef(order)
  const [changed, set] = useState<readonly string[]>([])
  const bought = boughtOf(order)
  useEffect(() => {
    const lines = bought === boughtOf(seen.current) ? [] : changes({ t, lang, plan }, seen.current, order)
    seen.current = order
    if (lines.length > 0) set(lines)
    if (allowed(order, 'check')) return
    const to = furthest(order)
    show(to, { replace: true, fromCheck: true })
    // Read before for another tier: only what differs is read.
    if (to === 'people' && order.open !== 'people') $wizard.setKey('changes', true)
    // In the page, where it covers nothing and stays until the step is left.
    $wizard.setKey('elsewhere', [...lines, t('confirm:check.changed.open')])
    window.scrollTo({ top: 0 })
  }, [bought, order, plan, lang, t])
  return { changed, bought }
}

/** The same in the step that was opened again, above it. */
export default function ChangedElsewhere() {
  const t = useT()
  const { elsewhere } = useStore($wizard)
  return (
    <Notice kind="warn" live="status" title={t('confirm:check.changed.title')}>
      <ul className="prose-list">
        {elsewhere.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  )
}

interface Says {
  t: Translate
  lang: Lang
  plan: StepProps['plan']
}

/** A line for each thing that is different. */
export function changes({ t, lang, plan }: Says, was: OrderView, now: OrderView): string[] {
  const line = (label: string, before: string, after: string): string[] =>
    before === after
      ? []
      : [t('confirm:check.changed.line', { label: t(label), was: before || '—', now: after || '—' })]
  const day = (value: string): string => (isDay(value) ? formatDay(value, lang) : '')
  const sum = ({ premium }: OrderView): string => (premium ? formatMoney(premium, lang) : '')
  const where = ({ destination }: Trip): string => destination && t(`plans:plan.where.${destination}`)
  const yesNo = ({ arrived }: Trip): string => (arrived === null ? '' : t(arrived ? 'confirm:yes' : 'confirm:no'))
  const [a, b] = [was.answers.trip, now.answers.trip]
  return [
    ...line('confirm:trip.tier', plan.tierNames[a.tier] ?? '', plan.tierNames[b.tier] ?? ''),
    ...line('confirm:trip.destination', where(a), where(b)),
    ...line('confirm:trip.start', day(a.start), day(b.start)),
    ...line('confirm:trip.end', day(a.end), day(b.end)),
    ...line('confirm:trip.arrived', yesNo(a), yesNo(b)),
    ...line('confirm:check.changed.premium', sum(was), sum(now)),
    ...peopleChanges({ t, lang }, was.answers.people, now.answers.people),
  ]
}

/** Whose data, and which: numbers and names themselves are on the page of people. */
function peopleChanges({ t, lang }: Pick<Says, 't' | 'lang'>, was: PeopleDraft, now: PeopleDraft): string[] {
  const person = (who: string, before: PersonDraft, after: PersonDraft): string[] => {
    const fields = PERSON_FIELDS.filter((field) => before[field] !== after[field])
    return fields.length === 0
      ? []
      : [
          t('confirm:check.changed.person', {
            who,
            fields: joinedNames(
              lang,
              fields.map((field) => t(`confirm:person.${field}`)),
            ),
          }),
        ]
  }
  const lines = [
    ...person(t('confirm:people.policyholder'), was.policyholder, now.policyholder),
    ...person(t('confirm:people.insured'), was.insured, now.insured),
    ...now.family.flatMap((member) => {
      const before = was.family.find(({ key }) => key === member.key)
      return before ? person(memberName(t, now, member.key), before.person, member.person) : []
    }),
  ]
  // No field of a person says who is insured and how they are related.
  const who = ({ relationship, family }: PeopleDraft): string =>
    canonicalJson([relationship, family.map((it) => [it.key, it.relationship])])
  const other = who(was) !== who(now) || (lines.length === 0 && canonicalJson(was) !== canonicalJson(now))
  return other ? [...lines, t('confirm:check.changed.people')] : lines
}
