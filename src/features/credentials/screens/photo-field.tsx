/** The photo of the ID: taken or chosen, reduced and checked on the device, shown before it is sent. */
import { formatFileSize } from '../../../lib/text/file-size.ts'
import { useT } from '../../../app/words/words.tsx'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { FieldGroup } from '../../../ui/Field.tsx'
import { FileButton } from '../../../ui/FileButton.tsx'
import { UploadRow } from '../../../ui/UploadRow.tsx'
import type { RegistrationFormState } from './use-registration-form.ts'

export function PhotoField({ state }: { state: RegistrationFormState }) {
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
