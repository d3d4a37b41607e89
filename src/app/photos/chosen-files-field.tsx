/** A field for files that are sent together with its form: the chosen files, and the buttons to choose more. */
import { formatFileSize } from '../../lib/text/file-size.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { FieldGroup } from '../../ui/Field.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { UploadRow } from '../../ui/UploadRow.tsx'
import type { ChosenFiles } from './use-chosen-files.ts'

export interface ChosenFilesFieldProps {
  id: string
  label: string
  hint: string
  error: string | undefined
  chosen: ChosenFiles
  sending: boolean
  words: {
    take: string
    choose: string
    preparing: string
    ready: (size: string) => string
    remove: (name: string) => string
  }
}

export function ChosenFilesField({
  id: field,
  label,
  hint,
  error,
  chosen: { files, add, remove },
  sending,
  words,
}: ChosenFilesFieldProps) {
  return (
    <FieldGroup id={field} label={label} hint={hint} error={error}>
      {files.map(({ id, name, prepared }) => (
        <UploadRow
          key={id}
          name={name}
          state={!prepared ? 'preparing' : sending ? 'sending' : 'received'}
          status={prepared ? words.ready(formatFileSize(prepared.size)) : words.preparing}
          remove={sending ? undefined : { label: words.remove(name), onClick: () => remove(id) }}
        />
      ))}
      {!sending && files.length < LIMITS.maxPhotos && (
        <div className="flex flex-wrap gap-3" id={field} tabIndex={-1}>
          <FileButton camera icon="camera" onFiles={add} className="web:hidden">
            {words.take}
          </FileButton>
          <FileButton multiple icon="image" onFiles={add}>
            {words.choose}
          </FileButton>
        </div>
      )}
    </FieldGroup>
  )
}
