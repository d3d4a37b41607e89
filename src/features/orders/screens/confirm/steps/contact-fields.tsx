/** How a person is reached. Of the buyer one of both is enough: the policy goes there. */
import { useT } from '../../../../../app/words.tsx'
import { Field } from '../../../../../ui/Field.tsx'
import { TextInput } from '../../../../../ui/TextInput.tsx'
import type { PersonDraft } from '../../../complete-person.ts'
import { useMark } from './prefill-marks.tsx'

interface Props {
  who: string
  person: PersonDraft
  set: (part: Partial<PersonDraft>) => void
  errorOf: (key: string) => string | undefined
}

export function ContactFields({ who, person, set, errorOf }: Props) {
  const t = useT()
  const markOf = useMark()
  const buyer = who === 'policyholder'
  const field = (name: 'email' | 'mobile') => ({ id: `${who}.${name}`, label: t(`confirm:person.${name}`), error: errorOf(`${who}.${name}`), ...markOf(`${who}.${name}`) })
  return (
    <>
      <Field {...field('email')} hint={t(`confirm:person.emailHint.${buyer ? 'policyholder' : 'insured'}`)}>
        <TextInput type="email" inputMode="email" value={person.email} onChange={(email) => set({ email })} autoComplete={buyer ? 'email' : 'off'} maxLength={254} />
      </Field>
      <Field {...field('mobile')} hint={t(`confirm:person.mobileHint.${buyer ? 'policyholder' : 'insured'}`)}>
        <TextInput prefix="+86" type="tel" inputMode="tel" value={person.mobile} onChange={(mobile) => set({ mobile })} autoComplete={buyer ? 'tel-national' : 'off'} maxLength={30} />
      </Field>
    </>
  )
}
