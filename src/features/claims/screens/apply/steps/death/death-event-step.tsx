/**
 * "What happened" after a death: only the questions that a decision needs, and nothing about visits or hospitals
 * (decision 0071).
 */
import { LocalizedDateInput } from '../../../../../../app/parts/localized-date-input.tsx'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { Actions, StepForm, StepHead, StepPart, useAttempt } from '../../../../../../app/parts/wizard-parts.tsx'
import { addDays, latestDay } from '../../../../../../lib/days/dates.ts'
import type { FieldErrors } from '../../../../../../lib/errors.ts'
import { serviceLine } from '../../../../../../lib/site.ts'
import { Button } from '../../../../../../ui/Button.tsx'
import { RadioGroup } from '../../../../../../ui/Choice.tsx'
import { Field, FieldGroup } from '../../../../../../ui/Field.tsx'
import { Select } from '../../../../../../ui/Select.tsx'
import { TextArea } from '../../../../../../ui/TextInput.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../../ui/use-now.ts'
import type { AnswerKey } from '../../../../rules/claim-fields.ts'
import { eventErrors } from '../../../../rules/draft/claim-errors.ts'
import { coverOn } from '../../../../rules/draft/cover-on-day.ts'
import { DEATH_CAUSES, HEIR_RELATIONS } from '../../../../rules/heirs.ts'
import { heirRelationKey } from '../../../../rules/word-keys.ts'
import { ClaimErrorSummary } from '../../claim-error-summary.tsx'
import { useFieldErrorWords } from '../../field-error-words.ts'
import type { StepProps } from '../../props.ts'
import { change, goBack, proceed } from '../../store/wizard-store.ts'
import { ClaimTypeField } from '../event/claim-type-field.tsx'
import { ContactFields } from '../event/contact-fields.tsx'
import { Visits } from '../event/visit-fields.tsx'

const ORDER: readonly AnswerKey[] = [
  'type',
  'deathCause',
  'incidentDay',
  'deathDay',
  'claimant',
  'description',
  'visits',
  'contactPerson',
  'contactPhone',
  'email',
]

export default function DeathEventStep({ draft, answers, still }: StepProps) {
  const t = useT()
  const lang = useLang()
  const today = latestDay(useNow())
  const wordsOf = useFieldErrorWords(draft.policy, answers)
  const [attempt, tryOn] = useAttempt(draft.id, 'event:death')
  const errors: FieldErrors = eventErrors(answers, today, draft.policy)
  if (!errors['incidentDay'] && coverOn(draft.policy, answers.incidentDay, '') !== 'covered')
    errors['incidentDay'] = 'not_covered_then'
  const shown = attempt > 0 ? errors : {}
  const errorOf = (key: string): string | undefined => (shown[key] ? wordsOf(shown[key]) : undefined)
  const field = (key: AnswerKey) => ({ id: key, error: errorOf(key) })
  const accident = answers.deathCause === 'accident'

  return (
    <StepForm
      onGo={() => {
        tryOn()
        if (Object.keys(errors).length === 0) proceed('event')
      }}
    >
      <StepHead
        still={still}
        title={t('claimform:death.event.title')}
        lead={t('claimform:death.event.lead', { phone: serviceLine(lang) })}
      />
      <ClaimErrorSummary errors={shown} errorOf={errorOf} attempt={attempt} order={ORDER} />
      <ClaimTypeField value={answers.type} onChange={(type) => change({ type })} error={errorOf('type')} />
      <StepPart title={t('claimform:death.event.when')}>
        <FieldGroup
          {...field('deathCause')}
          label={t('claimform:death.event.cause')}
          hint={t('claimform:death.event.causeHint')}
        >
          <RadioGroup
            name="deathCause"
            value={answers.deathCause}
            onChange={(deathCause) => change({ deathCause })}
            options={DEATH_CAUSES.map((value) => ({ value, label: t(`claimform:death.cause.${value}`) }))}
          />
        </FieldGroup>
        <div className="grid items-end gap-6 web:sm:grid-cols-2">
          <Field
            {...field('incidentDay')}
            label={t(accident ? 'claimform:event.accidentDay' : 'claimform:field.deathDay')}
          >
            <LocalizedDateInput
              value={answers.incidentDay}
              onChange={(incidentDay) => change({ incidentDay })}
              max={today}
              min={addDays(draft.policy.start, -1)}
            />
          </Field>
          {accident && (
            <Field {...field('deathDay')} label={t('claimform:field.deathDay')}>
              <LocalizedDateInput
                value={answers.deathDay}
                onChange={(deathDay) => change({ deathDay })}
                max={today}
                min={answers.incidentDay || draft.policy.start}
              />
            </Field>
          )}
        </div>
        <Field
          {...field('claimant')}
          className="max-w-md"
          label={t('claimform:death.event.relation', { name: draft.policy.insured })}
        >
          <Select
            value={answers.claimant.relation}
            onChange={(relation) => change({ claimant: { ...answers.claimant, relation } })}
            placeholder={t('claimform:choose')}
            options={HEIR_RELATIONS.map((value) => ({ value, label: t(heirRelationKey(value)) }))}
          />
        </Field>
        <Field
          {...field('description')}
          label={t('claimform:death.event.description')}
          hint={t('claimform:death.event.descriptionHint')}
        >
          <TextArea
            value={answers.description}
            onChange={(description) => change({ description })}
            rows={4}
            maxLength={4000}
          />
        </Field>
      </StepPart>
      <Visits
        answers={answers}
        medical={false}
        onChange={(visits) => change({ visits })}
        errorOf={errorOf}
        today={today}
        title={t('claimform:death.event.costs')}
        lead={t('claimform:death.event.costsLead')}
      />
      <StepPart title={t('claimform:event.contact')} lead={t('claimform:event.contactLead')}>
        <ContactFields draft={draft} answers={answers} errorOf={errorOf} />
      </StepPart>
      <Actions
        main={
          <Button look="primary" type="submit">
            {t('claimform:continue')}
          </Button>
        }
        side={<TextLink onClick={() => goBack('event')}>{t('claimform:back')}</TextLink>}
        hint={t('claimform:death.stop')}
      />
    </StepForm>
  )
}
