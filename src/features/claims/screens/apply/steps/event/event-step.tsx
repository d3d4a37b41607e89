/** `apply`: what happened (spec §3 "Claim", §5). The kind of claim determines the questions. */
import { useState, type ReactNode } from 'react'
import { LocalizedDateInput } from '../../../../../../app/parts/localized-date-input.tsx'
import type { Translate } from '../../../../../../app/words/translate.ts'
import { useT } from '../../../../../../app/words/words.tsx'
import { Actions, StepHead, StepPart, useAttempt } from '../../../../../../app/parts/wizard-parts.tsx'
import { addDays, latestDay, type Day } from '../../../../../../lib/days/dates.ts'
import type { FieldErrors } from '../../../../../../lib/errors.ts'
import { Button } from '../../../../../../ui/Button.tsx'
import { RadioGroup } from '../../../../../../ui/Choice.tsx'
import { Field, FieldGroup } from '../../../../../../ui/Field.tsx'
import { CheckedForm } from '../../../../../../ui/CheckedForm.tsx'
import { TextInput } from '../../../../../../ui/TextInput.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../../ui/use-now.ts'
import type { AnswerKey, ClaimAnswers, Hospital, Visit } from '../../../../rules/claim-fields.ts'
import { coverOn } from '../../../../rules/draft/cover-on-day.ts'
import { eventErrors } from '../../../../rules/draft/claim-errors.ts'
import { isMedical } from '../../../../rules/document-kinds.ts'
import { withCurrencyGuess } from '../../../../rules/visit-amount.ts'
import { rowKey } from '../../answer-words.ts'
import { ClaimErrorSummary } from '../../claim-error-summary.tsx'
import { useFieldErrorWords } from '../../field-error-words.ts'
import { change, goBack, proceed } from '../../store/wizard-store.ts'
import type { StepProps } from '../../props.ts'
import { ContactFields } from './contact-fields.tsx'
import { DescriptionField } from './description-field.tsx'
import { HospitalField } from './hospital-field.tsx'
import { ClaimTypeField } from './claim-type-field.tsx'
import { OtherInsuranceFields } from './other-insurance-fields.tsx'
import { newVisit, Visits } from './visit-fields.tsx'
import { isStay } from '../../../../rules/draft/visit-days.ts'

/** The order of the form, for the summary of errors. */
const ORDER: readonly AnswerKey[] = [
  'type',
  'incidentDay',
  'incidentTime',
  'place',
  'description',
  'thirdParty',
  'admitted',
  'hospital',
  'admissionDay',
  'dischargeDay',
  'billPaid',
  'visits',
  'medicine',
  'otherInsurance',
  'contactPerson',
  'contactPhone',
  'email',
]
/** Questions whose error text says what is asked: in the summary they have no label. */
const OWN = ['type', 'place', 'thirdParty', 'admitted', 'billPaid', 'medicine', 'otherInsurance'] as const

type Question = 'admitted' | 'billPaid' | 'thirdParty' | 'medicine' | 'otherInsurance'

/** The visits whose currency follows from the hospital's country, if any. */
function guessed({ visits, hospital: before }: ClaimAnswers, { country }: Hospital): { visits?: Visit[] } {
  const filled = visits.map((visit) =>
    visit.elsewhere === null ? withCurrencyGuess(visit, country, before.country) : visit,
  )
  return filled.some((visit, i) => visit !== visits[i]) ? { visits: filled } : {}
}

/** The error of a visit, a bill or a cost, with the heading of its row. */
function errorOfRow(t: Translate, answers: ClaimAnswers, key: string, error: string | undefined): string | undefined {
  const at = answers.visits.findIndex(({ id }) => key.startsWith(`visits.${id}.`))
  return at < 0 ? error : t('claimform:visits.errorAt', { row: t(rowKey(answers), { number: at + 1 }), error })
}

export default function EventStep({ draft, answers, still }: StepProps) {
  const t = useT()
  const today = latestDay(useNow())
  const wordsOf = useFieldErrorWords(draft.policy, answers)
  const [attempt, tryOn] = useAttempt(draft.id, `event:${answers.type}`)
  const [first] = useState(() => newVisit(answers))
  const [known, setKnown] = useState<readonly string[]>(() => answers.visits.map(({ id }) => id))
  const medical = answers.type !== '' && isMedical(answers.type)
  const accident = answers.type === 'accident'
  // A medical claim has at least one visit: an empty row is shown for it.
  const shownAnswers = medical && answers.visits.length === 0 ? { ...answers, visits: [first] } : answers
  const errors: FieldErrors = eventErrors(shownAnswers, today, draft.policy)
  if (!errors['incidentDay'] && coverOn(draft.policy, answers.incidentDay, answers.hospital.country) !== 'covered')
    errors['incidentDay'] = 'not_covered_then'
  // Errors are shown after the first try with this kind of claim, and not for rows that were added since.
  const fresh = (key: string): boolean => key.startsWith('visits.') && !known.includes(key.split('.')[1] ?? '')
  const shown = attempt > 0 ? Object.fromEntries(Object.entries(errors).filter(([key]) => !fresh(key))) : {}
  const errorOf = (key: string): string | undefined => {
    const own = OWN.find((one) => one === key)
    return shown[key] && (own ? t(`claimform:wrong.${own}`) : wordsOf(shown[key]))
  }
  const numbered = (key: string): string | undefined => errorOfRow(t, shownAnswers, key, errorOf(key))
  const field = (key: AnswerKey) => ({ id: key, error: errorOf(key) })

  const ask = (key: Question) => (
    <FieldGroup {...field(key)} label={t(`claimform:ask.${key}`)} hint={t(`claimform:ask.${key}Hint`)}>
      <RadioGroup
        inline
        name={key}
        value={answers[key] === null ? '' : answers[key] ? 'yes' : 'no'}
        onChange={(value) => change({ [key]: value === 'yes' })}
        options={(['yes', 'no'] as const).map((value) => ({ value, label: t(`claimform:${value}`) }))}
      />
    </FieldGroup>
  )

  return (
    <CheckedForm
      className="grid gap-12"
      onSend={() => {
        tryOn()
        setKnown(shownAnswers.visits.map(({ id }) => id))
        if (Object.keys(errors).length === 0) proceed('event')
      }}
    >
      <StepHead still={still} title={t('claimform:event.title')} lead={t('claimform:event.lead')} />
      <ClaimErrorSummary errors={shown} errorOf={numbered} attempt={attempt} order={ORDER} />
      <ClaimTypeField value={answers.type} onChange={(type) => change({ type })} error={errorOf('type')} />
      <StepPart title={t('claimform:event.when')}>
        <div className="grid items-end gap-6 web:sm:grid-cols-2">
          <Field
            {...field('incidentDay')}
            label={t(accident ? 'claimform:event.accidentDay' : 'claimform:event.day')}
            hint={t('claimform:list.dayHint')}
          >
            <LocalizedDateInput
              value={answers.incidentDay}
              onChange={(incidentDay) => change({ incidentDay })}
              max={today}
              min={addDays(draft.policy.start, -1)}
            />
          </Field>
          {accident && (
            <Field {...field('incidentTime')} label={t('claimform:event.time')} hint={t('claimform:event.timeHint')}>
              <TextInput
                type="time"
                value={answers.incidentTime}
                onChange={(incidentTime) => change({ incidentTime })}
              />
            </Field>
          )}
        </div>
        {accident && (
          <Field {...field('place')} label={t('claimform:event.place')} hint={t('claimform:event.placeHint')}>
            <TextInput
              value={answers.place}
              onChange={(place) => change({ place })}
              maxLength={200}
              autoComplete="off"
            />
          </Field>
        )}
        <DescriptionField
          type={answers.type}
          value={answers.description}
          onChange={(description) => change({ description })}
          error={errorOf('description')}
        />
        {accident && ask('thirdParty')}
        {accident && ask('admitted')}
      </StepPart>
      {medical && (
        <StepPart title={t('claimform:event.care')}>
          <HospitalField
            {...field('hospital')}
            label={t('claimform:field.hospital')}
            value={answers.hospital}
            onChange={(hospital) => change({ hospital, ...guessed(shownAnswers, hospital) })}
          />
          <StayFields answers={answers} field={field} today={today} first={addDays(draft.policy.start, -1)} ask={ask} />
        </StepPart>
      )}
      {answers.type !== '' && (
        <Visits
          answers={shownAnswers}
          medical={medical}
          onChange={(visits) => change({ visits })}
          errorOf={errorOf}
          today={today}
        />
      )}
      {answers.type !== '' && (
        <StepPart title={t('claimform:event.more')}>
          {medical && ask('medicine')}
          {ask('otherInsurance')}
          <OtherInsuranceFields answers={shownAnswers} errorOf={errorOf} />
        </StepPart>
      )}
      <StepPart title={t('claimform:event.contact')} lead={t('claimform:event.contactLead')}>
        <ContactFields draft={draft} answers={answers} errorOf={errorOf} />
      </StepPart>
      <Actions
        main={
          <Button look="accent" type="submit">
            {t('claimform:continue')}
          </Button>
        }
        side={<TextLink onClick={() => goBack('event')}>{t('claimform:back')}</TextLink>}
      />
    </CheckedForm>
  )
}

interface Props {
  answers: ClaimAnswers
  /** Id and error of a field. */
  field: (key: 'admissionDay' | 'dischargeDay') => { id: string; error: string | undefined }
  today: Day
  /** The first day on which the cover may have begun, west of Beijing. */
  first: Day
  ask: (key: 'billPaid') => ReactNode
}

/** A stay in hospital: its days, and whether its bill is paid, which nobody asks of a visit. */
function StayFields({ answers, field, today, first, ask }: Props) {
  const t = useT()
  if (!isStay(answers)) return null
  return (
    <>
      <div className="grid items-end gap-6 web:sm:grid-cols-2">
        {(['admissionDay', 'dischargeDay'] as const).map((key) => (
          <Field
            key={key}
            {...field(key)}
            label={t(`claimform:field.${key}`)}
            hint={key === 'dischargeDay' ? t('claimform:event.dischargeHint') : undefined}
          >
            <LocalizedDateInput
              value={answers[key]}
              onChange={(day) => change({ [key]: day })}
              max={today}
              min={first}
            />
          </Field>
        ))}
      </div>
      {ask('billPaid')}
    </>
  )
}
