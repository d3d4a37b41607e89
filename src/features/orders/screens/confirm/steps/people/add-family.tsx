/** End of the people page: the spouse and children to be insured, and the buttons to add one (domain §3.2 "Family"). */
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { joined } from '../../../../../../lib/locale.ts'
import { formatMoney } from '../../../../../../lib/money/money.ts'
import { Button } from '../../../../../../ui/Button.tsx'
import { Notice } from '../../../../../../ui/Notice.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import {
  EMPTY_PERSON,
  MOST_FAMILY,
  type FamilyTie,
  type PeopleDraft,
  type PersonDraft,
} from '../../../../rules/people-draft.ts'
import { show } from '../../wizard-store.ts'
import { noteAdded, useFocusAfterRemoval } from './added-member.ts'
import { memberInFull } from './family-names.ts'
import type { SectionProps } from './people-sections.tsx'

export default function AddFamily({ plan, people, setPeople, errorOf, alone, order }: SectionProps) {
  const t = useT()
  const lang = useLang()
  const { family } = people
  const section = useFocusAfterRemoval(family)
  const add = (relationship: FamilyTie): void => {
    const key = nextKey(family)
    noteAdded(key)
    setPeople({
      family: [
        ...family,
        {
          key,
          relationship,
          person: { ...EMPTY_PERSON, idType: people.policyholder.idType === 'resident_id' ? 'resident_id' : '' },
          deathBenefitElsewhere: null,
        },
      ],
    })
  }
  const refused = errorOf('family')
  /** As an amount once the price is known. */
  const costOf = (key: string, relationship: FamilyTie): string => {
    const premium = order.breakdown.find((line) => line.key === key)?.premium
    return premium
      ? formatMoney(premium, lang)
      : plan.family
        ? t('confirm:family.cost', { percent: plan.family[relationship] })
        : ''
  }
  return (
    <section ref={section} className="grid gap-4" aria-label={t('confirm:family.title')}>
      {refused && (
        <div id="family" tabIndex={-1}>
          <Notice kind="bad">{refused}</Notice>
        </div>
      )}
      {alone && family.length > 0 && (
        <ul className="rows">
          {family.map(({ key, relationship, person }) => (
            <li key={key} className="flex min-h-13 items-center justify-between gap-4 border-b border-line">
              <span className="min-w-0 py-2">
                {memberInFull(t, people, key, lang)}
                <span className="block text-small text-ink-2">
                  {joined(
                    lang,
                    isStarted(person) ? '' : t(`confirm:family.needs.${relationship}`),
                    costOf(key, relationship),
                  )}
                </span>
              </span>
              <span className="shrink-0">
                <TextLink onClick={() => show('people', { part: key })}>
                  {t('ui:change')}
                  <span className="sr-only"> {memberInFull(t, people, key, lang)}</span>
                </TextLink>
              </span>
            </li>
          ))}
        </ul>
      )}
      {plan.family && order.familyClosed === null && family.length < MOST_FAMILY && (
        <>
          <p className="flex flex-wrap gap-3">
            {!family.some(({ relationship }) => relationship === 'spouse') && (
              <Button size="sm" icon="plus" onClick={() => add('spouse')}>
                {t('confirm:family.addSpouse')}
              </Button>
            )}
            <Button size="sm" icon="plus" onClick={() => add('child')}>
              {t('confirm:family.addChild')}
            </Button>
          </p>
          {family.length > 0 && (
            <p className="text-small text-ink-2">
              {t('confirm:family.price', { spouse: plan.family.spouse, child: plan.family.child })}
            </p>
          )}
        </>
      )}
    </section>
  )
}

const isStarted = ({ idName, idNumber }: PersonDraft): boolean => idName !== '' && idNumber !== ''

/** Keys are never reused while the page is open: what was answered for one person must not become another's. */
let last = 0
function nextKey(family: PeopleDraft['family']): string {
  last = (Math.max(last, ...family.map(({ key }) => Number(key.slice(1)))) % 99) + 1
  const taken = (key: string): boolean => family.some((it) => it.key === key)
  while (taken(`p${last}`)) last = (last % 99) + 1
  return `p${last}`
}
