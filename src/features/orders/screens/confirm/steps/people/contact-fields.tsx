/** A person's contacts. The buyer needs only one of the two: the policy is sent there. */
import { ContactInput } from '../../../../../../app/parts/contact-input.tsx'
import { useT } from '../../../../../../app/words/words.tsx'
import { Field } from '../../../../../../ui/Field.tsx'
import type { PersonDraft } from '../../../../rules/check-person-fields.ts'
import { useMark } from './prefill-marks.tsx'

interface Props {
  who: string
  person: PersonDraft
  set: (part: Partial<PersonDraft>) => void
  errorOf: (key: string) => string | undefined
  /** Nothing is sent to this person: a minor, for whom a parent consents. */
  optional: boolean
}

export function ContactFields({ who, person, set, errorOf, optional }: Props) {
  const t = useT()
  const markOf = useMark()
  const buyer = who === 'policyholder'
  const labelOf = (label: string): string => (optional ? t('confirm:optional', { label }) : label)
  const hint = buyer ? 'policyholder' : optional ? 'minor' : 'insured'
  const field = (name: 'email' | 'mobile') => ({
    id: `${who}.${name}`,
    label: labelOf(t(`confirm:person.${name}`)),
    error: errorOf(`${who}.${name}`),
    ...markOf(`${who}.${name}`),
  })
  return (
    <>
      <Field {...field('email')} hint={t(`confirm:person.emailHint.${hint}`)}>
        <ContactInput
          kind="email"
          type="email"
          inputMode="email"
          value={person.email}
          onChange={(email) => set({ email })}
          autoComplete={buyer ? 'email' : 'off'}
          maxLength={254}
        />
      </Field>
      <Field {...field('mobile')} hint={t(`confirm:person.mobileHint.${hint}`)}>
        <ContactInput
          kind="mobile"
          prefix="+86"
          type="tel"
          inputMode="tel"
          value={person.mobile}
          onChange={(mobile) => set({ mobile })}
          autoComplete={buyer ? 'tel-national' : 'off'}
          maxLength={30}
        />
      </Field>
    </>
  )
}
