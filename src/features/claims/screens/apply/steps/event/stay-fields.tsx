/** A stay in hospital: its days, and whether its bill is paid, which nobody asks of a visit. */
import type { ReactNode } from 'react'
import { LocalizedDateInput } from '../../../../../../app/parts/localized-date-input.tsx'
import { useT } from '../../../../../../app/words/words.tsx'
import type { Day } from '../../../../../../lib/days/dates.ts'
import { Field } from '../../../../../../ui/Field.tsx'
import type { ClaimAnswers } from '../../../../rules/claim-fields.ts'
import { isStay } from '../../../../rules/draft/visit-days.ts'
import { change } from '../../store/wizard-store.ts'

interface Props {
  answers: ClaimAnswers
  /** Id and error of a field. */
  field: (key: 'admissionDay' | 'dischargeDay') => { id: string; error: string | undefined }
  today: Day
  /** First day of the cover. */
  first: Day
  ask: (key: 'billPaid') => ReactNode
}

export function StayFields({ answers, field, today, first, ask }: Props) {
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
