/** Facts of the ID, and its photo (spec §5). */
import { LocalizedDateInput } from '../../../app/parts/localized-date-input.tsx'
import { useLang, useT } from '../../../app/words/words.tsx'
import { formatDay, type Day } from '../../../lib/days/dates.ts'
import { GENDERS, ID_TYPES } from '../../../lib/people/id-number.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { Accordion } from '../../../ui/Accordion.tsx'
import { Checkbox, RadioGroup } from '../../../ui/Choice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Field, FieldGroup } from '../../../ui/Field.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CheckedForm } from '../../../ui/CheckedForm.tsx'
import { FailedNotice, Notice } from '../../../ui/Notice.tsx'
import { Select } from '../../../ui/Select.tsx'
import { LockedValue, TextInput } from '../../../ui/TextInput.tsx'
import { useNow } from '../../../ui/use-now.ts'
import type { Overview } from '../contract.ts'
import { toldByNumber } from '../rules/check-identity.ts'
import { useRegistrationForm, type RegistrationFormState } from './use-registration-form.ts'
import { formatFileSize } from '../../../lib/text/file-size.ts'
import { FileButton } from '../../../ui/FileButton.tsx'
import { UploadRow } from '../../../ui/UploadRow.tsx'

interface Props {
  userId: string
  /** The day that the page was built for. */
  pageDay: Day
  /** One ID is verified already, so the form opens only on demand. */
  verified: boolean
  /** Until another may be sent, ms. */
  waitMs: number
  onSent: (overview: Overview) => void
}

export default function RegistrationForm({ userId, pageDay, verified, waitMs, onSent }: Props) {
  const t = useT()
  // The wait was stated when the page was loaded, and does not begin again.
  const openedAt = useNow(null)
  if (waitMs > 0) return <Notice icon="clock">{t('credentials:wait', { at: openedAt + waitMs })}</Notice>
  const form = <Form userId={userId} pageDay={pageDay} onSent={onSent} />
  if (!verified) return form
  return (
    <div className="ruled">
      <Accordion title={t('credentials:approved.more')}>
        <div className="pt-3 text-base-content">{form}</div>
      </Accordion>
    </div>
  )
}

function Form({ userId, pageDay, onSent }: Pick<Props, 'userId' | 'pageDay' | 'onSent'>) {
  const t = useT()
  const state = useRegistrationForm(userId, pageDay, onSent)
  const { errors, attempt, notice, sending, percent } = state
  const working =
    sending && (percent > 0 && percent < 100 ? t('credentials:sendingAt', { percent }) : t('credentials:sending'))
  return (
    <CheckedForm className="grid grid-cols-1 gap-7" onSend={() => state.send()}>
      {errors.length > 0 && (
        <ErrorSummary
          title={t('credentials:errorTitle', { count: errors.length, number: errors.length })}
          errors={errors}
          attempt={attempt}
        />
      )}
      <div className="grid gap-2">
        <Checkbox id="agreed" checked={state.agreed} onChange={state.agree} error={state.errorOf('agreed')}>
          {t('credentials:consent')}
        </Checkbox>
        <p className="text-small text-ink-2">{t('credentials:use', { days: LIMITS.registrationPhotoDays })}</p>
      </div>
      <Identity state={state} />
      <PhotoField state={state} />
      {state.guardian !== undefined && (
        <Checkbox
          id="guardian"
          checked={state.guardian}
          onChange={state.guardianAgrees}
          error={state.errorOf('guardian')}
        >
          {t('credentials:guardian')}
        </Checkbox>
      )}
      <FailedNotice>{notice}</FailedNotice>
      <p>
        <Button look="accent" size="lg" type="submit" className="mobile:w-full" working={working}>
          {t('credentials:send')}
        </Button>
      </p>
    </CheckedForm>
  )
}

function Identity({ state }: { state: RegistrationFormState }) {
  const t = useT()
  const lang = useLang()
  const { draft, change, errorOf, today } = state
  const told = toldByNumber(draft, today)
  // A mainland number contains both: they are not asked for before it is complete.
  const asked = draft.idType !== 'resident_id' || told.birthDate !== undefined
  return (
    <div className="field-columns">
      <Field id="idType" label={t('credentials:idType')} hint={t('credentials:idTypeHint')} error={errorOf('idType')}>
        <Select
          value={draft.idType}
          onChange={(value) => change({ idType: ID_TYPES.find((type) => type === value) ?? '' })}
          placeholder={t('credentials:choose')}
          options={ID_TYPES.map((type) => ({ value: type, label: t(`credentials:idTypes.${type}`) }))}
        />
      </Field>
      <Field id="idNumber" label={t('credentials:idNumber')} error={errorOf('idNumber')}>
        <TextInput
          code
          value={draft.idNumber}
          onChange={(idNumber) => change({ idNumber })}
          autoComplete="off"
          maxLength={40}
        />
      </Field>
      <Field id="idName" label={t('credentials:idName')} hint={t('credentials:idNameHint')} error={errorOf('idName')}>
        <TextInput value={draft.idName} onChange={(idName) => change({ idName })} autoComplete="name" maxLength={200} />
      </Field>
      {asked && (
        <Field id="birthDate" label={t('credentials:birthDate')} error={errorOf('birthDate')}>
          {told.birthDate ? (
            <LockedValue value={formatDay(told.birthDate, lang)} reason={t('credentials:fromId')} />
          ) : (
            <LocalizedDateInput
              value={draft.birthDate}
              onChange={(birthDate) => change({ birthDate })}
              max={today}
              autoComplete="bday"
            />
          )}
        </Field>
      )}
      {asked &&
        (told.gender ? (
          <Field id="gender" label={t('credentials:gender')} error={errorOf('gender')}>
            <LockedValue value={t(`credentials:genders.${told.gender}`)} reason={t('credentials:fromId')} />
          </Field>
        ) : (
          <FieldGroup id="gender" label={t('credentials:gender')} error={errorOf('gender')}>
            <RadioGroup
              inline
              name="gender"
              value={draft.gender}
              onChange={(gender) => change({ gender })}
              options={GENDERS.map((gender) => ({ value: gender, label: t(`credentials:genders.${gender}`) }))}
            />
          </FieldGroup>
        ))}
    </div>
  )
}

/** The photo of the ID: taken or chosen, reduced and checked on the device, shown before it is sent. */
function PhotoField({ state }: { state: RegistrationFormState }) {
  const t = useT()
  const { photo, choosePhoto, removePhoto, errorOf, sending, percent } = state
  const first = (files: File[]): void => {
    if (files[0]) choosePhoto(files[0])
  }
  const warning = photo?.prepared?.warnings[0]
  return (
    <FieldGroup
      id="photo"
      label={t('credentials:photo.label')}
      hint={t('credentials:photo.hint', { mebibytes: LIMITS.maxFileMebibytes })}
      error={errorOf('photo')}
    >
      {photo && (
        <UploadRow
          thumb={photo.url}
          name={photo.name}
          state={!photo.prepared ? 'preparing' : sending ? 'sending' : 'received'}
          percent={percent}
          status={
            photo.prepared
              ? t('credentials:photo.ready', { size: formatFileSize(photo.prepared.size) })
              : t('credentials:photo.preparing')
          }
          hint={warning && t(`credentials:photo.${warning}`)}
          remove={sending ? undefined : { label: t('credentials:photo.remove'), onClick: removePhoto }}
        />
      )}
      {!sending && (
        <div className="flex flex-wrap gap-3" id="photo" tabIndex={-1}>
          <FileButton camera icon="camera" onFiles={first} className="web:hidden">
            {t('credentials:photo.take')}
          </FileButton>
          <FileButton icon="image" onFiles={first}>
            {t(photo ? 'credentials:photo.again' : 'credentials:photo.choose')}
          </FileButton>
        </div>
      )}
    </FieldGroup>
  )
}
