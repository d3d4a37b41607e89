/**
 * Name and number of the passport, where the ID is something else: consulates and schools abroad compare the documents
 * with it.
 */
import { useT } from '../../../../../../app/words/words.tsx'
import { Field } from '../../../../../../ui/Field.tsx'
import { TextInput } from '../../../../../../ui/TextInput.tsx'
import {
  asksPassportName,
  asksPassportNumber,
  spellsInPinyin,
  type PersonDraft,
} from '../../../../rules/check-person-fields.ts'

interface Props {
  who: string
  /** Only the insured's number is printed, in the letter about them. */
  insured: boolean
  person: PersonDraft
  set: (part: Partial<PersonDraft>) => void
  errorOf: (key: string) => string | undefined
}

export function PassportFields({ who, insured, person, set, errorOf }: Props) {
  const t = useT()
  const field = (name: 'passportName' | 'passportNumber') => ({
    id: `${who}.${name}`,
    label: t('confirm:optional', { label: t(`confirm:person.${name}`) }),
    hint: t(
      name === 'passportName' && spellsInPinyin(person)
        ? 'confirm:person.passportNamePinyin'
        : `confirm:person.${name}Hint`,
    ),
    error: errorOf(`${who}.${name}`),
  })
  return (
    <>
      {asksPassportName(person) && (
        <Field {...field('passportName')}>
          <TextInput
            value={person.passportName}
            onChange={(passportName) => set({ passportName })}
            autoComplete="off"
            maxLength={200}
          />
        </Field>
      )}
      {insured && asksPassportNumber(person) && (
        <Field {...field('passportNumber')}>
          <TextInput
            value={person.passportNumber}
            onChange={(passportNumber) => set({ passportNumber })}
            autoComplete="off"
            maxLength={40}
            code
          />
        </Field>
      )}
    </>
  )
}
