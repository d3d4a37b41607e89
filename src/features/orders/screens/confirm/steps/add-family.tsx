/** At the end of the people page: spouse and children who come along, and the ways to add one (domain §3.2 "Family"). */
import { useT } from '../../../../../app/words.tsx'
import { Button } from '../../../../../ui/Button.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { EMPTY_PERSON, MOST_FAMILY, type FamilyTie, type PeopleDraft } from '../../../people-draft.ts'
import { show } from '../wizard-store.ts'
import { noteAdded } from './added-member.ts'
import { memberInFull } from './family-words.ts'
import type { SectionProps } from './people-sections.tsx'

export default function AddFamily({ plan, people, setPeople, errorOf, alone, order }: SectionProps) {
  const t = useT()
  const { family } = people
  const shares = plan.family
  const add = (relationship: FamilyTie): void => {
    const key = nextKey(family)
    noteAdded(key)
    setPeople({ family: [...family, { key, relationship, person: { ...EMPTY_PERSON, idType: people.policyholder.idType === 'resident_id' ? 'resident_id' : '' }, deathBenefitElsewhere: null }] })
  }
  const refused = errorOf('family')
  return (
    <section className="grid gap-4" aria-label={t('confirm:family.title')}>
      {refused && <div id="family" tabIndex={-1}><Notice kind="bad">{refused}</Notice></div>}
      {alone && family.length > 0 && (
        <ul className="rows">
          {family.map(({ key }) => (
            <li key={key} className="flex min-h-13 items-center justify-between gap-4 border-b border-line">
              <span>{memberInFull(t, people, key)}</span>
              <TextLink onClick={() => show('people', { part: key })}>{t('ui:change')}<span className="sr-only">: {memberInFull(t, people, key)}</span></TextLink>
            </li>
          ))}
        </ul>
      )}
      {shares && order.familyClosed === null && family.length < MOST_FAMILY && (
        <>
          <p className="flex flex-wrap gap-3">
            {!family.some(({ relationship }) => relationship === 'spouse') && <Button size="sm" icon="plus" onClick={() => add('spouse')}>{t('confirm:family.addSpouse')}</Button>}
            <Button size="sm" icon="plus" onClick={() => add('child')}>{t('confirm:family.addChild')}</Button>
          </p>
          {family.length > 0 && <p className="text-small text-ink-2">{t('confirm:family.price', { spouse: shares.spouse, child: shares.child })}</p>}
        </>
      )}
    </section>
  )
}

/** Keys are never used twice while the page is open: what was answered for one person must not become another's. */
let last = 0
function nextKey(family: PeopleDraft['family']): string {
  last = Math.max(last, ...family.map(({ key }) => Number(key.slice(1)))) % 99 + 1
  const taken = (key: string): boolean => family.some((it) => it.key === key)
  while (taken(`p${last}`)) last = (last % 99) + 1
  return `p${last}`
}
