/** Who buys, who is insured, from when to when. */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Actions, StepHead, StepPart, useAttempt } from '../../../../../app/wizard.tsx'
import { useT } from '../../../../../app/words.tsx'
import { toast } from '../../../../../app/toast.ts'
import { dayOf } from '../../../../../lib/dates.ts'
import type { FieldErrors } from '../../../../../lib/errors.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Checkbox, RadioGroup } from '../../../../../ui/Choice.tsx'
import { Field, FieldGroup } from '../../../../../ui/Field.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { TextInput } from '../../../../../ui/TextInput.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import type { Answers } from '../../../contract.ts'
import { RELATIONSHIPS, type PeopleDraft } from '../../../people.ts'
import { Errors } from '../parts.tsx'
import { $draft, $wizard, change, flush, proceed, show } from '../store.ts'
import type { StepProps } from '../types.ts'
import { Consequence } from './consequence.tsx'
import { ageToday, checkPage } from './people-errors.ts'
import { PersonFields } from './person.tsx'
import { TripFields } from './trip.tsx'

export default function PeopleStep({ order, plan, fromCheck }: StepProps) {
  const t = useT()
  const answers = useStore($draft) ?? order.answers
  const today = dayOf(Date.now())
  const [attempt, tryOn] = useAttempt(order.id, 'people')
  const [busy, setBusy] = useState(false)
  const { errors, consequences } = checkPage(answers, plan, today)
  // Nothing is pointed out before the person has finished once.
  const shown: FieldErrors = attempt > 0 ? errors : {}
  const errorOf = (key: string) => (shown[key] ? t(`errors:field.${shown[key]}`) : undefined)
  const { people, trip } = answers
  const setPeople = (part: Partial<PeopleDraft>): void => change('people', { ...people, ...part })
  const other = people.relationship !== '' && people.relationship !== 'self'

  async function finish(): Promise<void> {
    tryOn()
    if (Object.keys(errors).length > 0) return
    setBusy(true)
    const saved = await flush()
    setBusy(false)
    const now = $wizard.get().order
    if (!saved || !now) return toast(t('confirm:trouble.unsaved'), 'bad')
    if (now.open === 'people') return toast(t('confirm:trouble.people'), 'bad')
    proceed(now, 'people', fromCheck)
  }

  return (
    <form
      noValidate
      className="grid gap-12"
      onSubmit={(event) => {
        event.preventDefault()
        void finish()
      }}
    >
      <StepHead title={t('confirm:people.title')} lead={t('confirm:people.lead')} />
      <Errors errors={shown} errorOf={errorOf} attempt={attempt} />
      <StepPart title={t('confirm:people.trip')}>
        <TripFields trip={trip} plan={plan} onChange={(value) => change('trip', value)} errorOf={errorOf} today={today} />
      </StepPart>
      <StepPart title={t('confirm:people.relationship')}>
        <FieldGroup id="relationship" label={t('confirm:people.relationshipLabel')} hint={t('confirm:people.relationshipHint')} error={errorOf('relationship')}>
          <RadioGroup
            name="relationship"
            value={people.relationship}
            onChange={(relationship) => setPeople({ relationship })}
            options={RELATIONSHIPS.map((value) => ({ value, label: t(`confirm:relationship.${value}`) }))}
          />
        </FieldGroup>
      </StepPart>
      <StepPart title={t('confirm:people.policyholder')} lead={t('confirm:people.policyholderLead')}>
        <PersonFields who="policyholder" school={people.relationship === 'self' || people.relationship === 'school'} person={people.policyholder} onChange={(policyholder) => setPeople({ policyholder })} errorOf={errorOf} today={today} />
        <OwnWages answers={answers} onChange={(ownWages) => setPeople({ ownWages })} error={errorOf('ownWages')} age={ageToday(people.policyholder.birthDate, today)} />
      </StepPart>
      {other && (
        <StepPart title={t('confirm:people.insured')} lead={t('confirm:people.insuredLead')}>
          <PersonFields who="insured" school person={people.insured} onChange={(insured) => setPeople({ insured })} errorOf={errorOf} today={today} />
        </StepPart>
      )}
      {consequences.askElsewhere && (
        <Elsewhere value={people.deathBenefitElsewhere} onChange={(deathBenefitElsewhere) => setPeople({ deathBenefitElsewhere })} error={errorOf('deathBenefitElsewhere')} />
      )}
      <Consequence consequences={consequences} />
      <Notice>{t('confirm:people.beneficiaryText')}</Notice>
      <Actions
        main={<Button look="accent" type="submit" working={busy && t('confirm:saving')}>{t('confirm:continue')}</Button>}
        side={<TextLink onClick={() => show('not-covered')}>{t('confirm:back')}</TextLink>}
      />
    </form>
  )
}


interface WagesProps {
  answers: Answers
  age: number | undefined
  onChange: (yes: boolean) => void
  error: string | undefined
}

/** Only at 16 and 17: a declaration by an own act (Civil Code art. 18). */
function OwnWages({ answers, age, onChange, error }: WagesProps) {
  const t = useT()
  if (age !== 16 && age !== 17) return null
  return (
    <Checkbox id="ownWages" checked={answers.people.ownWages} onChange={onChange} error={error}>
      {t('confirm:people.ownWages')}
    </Checkbox>
  )
}

function Elsewhere({ value, onChange, error }: { value: number | null; onChange: (value: number | null) => void; error: string | undefined }) {
  const t = useT()
  const read = (text: string): number | null => {
    const digits = text.normalize('NFKC').replace(/[^\d]/g, '').slice(0, 9)
    return digits === '' ? null : Math.min(Number(digits), 100_000_000)
  }
  return (
    <Field id="deathBenefitElsewhere" label={t('confirm:people.elsewhere')} hint={t('confirm:people.elsewhereHint')} error={error}>
      <TextInput prefix="¥" inputMode="numeric" value={value === null ? '' : String(value)} onChange={(text) => onChange(read(text))} className="max-w-72" />
    </Field>
  )
}
