import { Gap, useT } from '../../../../../../app/words/words.tsx'
import { Field } from '../../../../../../ui/Field.tsx'
import { TextArea } from '../../../../../../ui/TextInput.tsx'
import { countCharacters } from '../../../../../../lib/people/person-names.ts'
import { isMedical, type ClaimType } from '../../../../rules/document-kinds.ts'

const MOST = 4000
/** The number of characters is shown from here on: earlier it would only make people nervous. */
const NEAR = 3500

/** What happened, in the person's own words, with hints on what the handler needs to know. */
export function DescriptionField({
  type,
  value,
  onChange,
  error,
}: {
  type: ClaimType | ''
  value: string
  onChange: (text: string) => void
  error: string | undefined
}) {
  const t = useT()
  const kind = type === 'accident' ? 'accident' : type === '' || isMedical(type) ? 'care' : 'other'
  const count = countCharacters(value)
  return (
    <Field
      id="description"
      label={t('claimform:event.description')}
      error={error}
      hint={
        <>
          {t(`claimform:event.describe.${kind}`)}
          <Gap />
          <span className="num" aria-live={count > NEAR ? 'polite' : 'off'}>
            {t('claimform:event.count', { count, most: MOST })}
          </span>
        </>
      }
    >
      <TextArea value={value} onChange={onChange} rows={7} maxLength={MOST} />
    </Field>
  )
}
