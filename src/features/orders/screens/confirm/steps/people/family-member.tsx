/**
 * One family member in the order: their identity, the consequences for their death benefit, and the button to remove
 * them.
 */
import { useEffect, useRef, useState } from 'react'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { Button } from '../../../../../../ui/Button.tsx'
import { Dialog } from '../../../../../../ui/Dialog.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import type { FamilyMember } from '../../../../rules/people-draft.ts'
import { show } from '../../wizard-store.ts'
import { noteRemoved, takeAdded } from './added-member.ts'
import { DeathBenefitElsewhere } from './death-benefit-elsewhere.tsx'
import { DeathBenefitNotice } from './death-benefit-notice.tsx'
import { memberInFull } from './family-names.ts'
import { memberName } from '../../../../rules/family-words.ts'
import type { MemberPart } from './people-parts.ts'
import { Person, type SectionProps } from './people-sections.tsx'
import { PersonFields } from './person-fields.tsx'

export default function FamilyMemberSection({
  member: key,
  plan,
  people,
  consequences,
  setPeople,
  errorOf,
  today,
  alone,
}: SectionProps & { member: MemberPart }) {
  const t = useT()
  const lang = useLang()
  const section = useRef<HTMLDivElement>(null)
  // The focus goes to the member who was just added.
  useEffect(() => {
    if (takeAdded(key)) section.current?.querySelector<HTMLElement>('select, input')?.focus()
  }, [key])
  const member = people.family.find((it) => it.key === key)
  if (!member) return null
  const set = (part: Partial<FamilyMember>): void =>
    setPeople({ family: people.family.map((it) => (it.key === key ? { ...it, ...part } : it)) })
  return (
    <div ref={section} className="grid gap-6">
      <Person
        alone={alone}
        title={memberName(t, people, key)}
        lead={[
          t(`confirm:family.lead.${member.relationship}`),
          plan.family && t('confirm:family.costLead', { percent: plan.family[member.relationship] }),
        ]
          .filter(Boolean)
          .join(lang === 'cn' ? '' : ' ')}
      >
        <PersonFields
          who={key}
          insured
          school={false}
          contact={member.relationship === 'spouse'}
          person={member.person}
          onChange={(person) => set({ person })}
          errorOf={errorOf}
          today={today}
        />
      </Person>
      {consequences.askElsewhere && (
        <DeathBenefitElsewhere
          who={key}
          value={member.deathBenefitElsewhere}
          onChange={(deathBenefitElsewhere) => set({ deathBenefitElsewhere })}
          error={errorOf(`${key}.deathBenefitElsewhere`)}
        />
      )}
      <DeathBenefitNotice consequences={consequences} person={member.person} />
      <Remove {...{ people, setPeople, member, alone }} />
    </div>
  )
}

/** Removing a member deletes what was typed, so it asks first. */
function Remove({
  people,
  setPeople,
  member,
  alone,
}: Pick<SectionProps, 'people' | 'setPeople' | 'alone'> & { member: FamilyMember }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const name = memberInFull(t, people, member.key, useLang())
  const remove = (): void => {
    setAsking(false)
    if (!alone) noteRemoved()
    setPeople({ family: people.family.filter(({ key }) => key !== member.key) })
    if (alone) show('people', { part: 'buyer', replace: true })
  }
  return (
    <>
      <p>
        <TextLink onClick={() => setAsking(true)}>{t('confirm:family.remove', { name })}</TextLink>
      </p>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('confirm:family.removeTitle', { name })}
        actions={
          <>
            <Button look="bad" onClick={remove}>
              {t('confirm:family.removeYes')}
            </Button>
            <Button onClick={() => setAsking(false)}>{t('confirm:family.removeNo')}</Button>
          </>
        }
      >
        {t('confirm:family.removeText')}
      </Dialog>
    </>
  )
}
