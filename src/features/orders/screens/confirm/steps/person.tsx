/** The fields of one person (spec §3), as the ID prints them. A mainland ID number fills in birth date and gender. */
import { useLang, useT } from '../../../../../app/words.tsx'
import { nationalities } from '../../../../../lib/countries.ts'
import { formatDay, type Day } from '../../../../../lib/dates.ts'
import { checkIdNumber, GENDERS, ID_TYPES } from '../../../../../lib/id-number.ts'
import { DayInput } from '../../../../../app/day-input.tsx'
import { RadioGroup } from '../../../../../ui/Choice.tsx'
import { Field, FieldGroup } from '../../../../../ui/Field.tsx'
import { Select } from '../../../../../ui/Select.tsx'
import { LockedValue, TextInput } from '../../../../../ui/TextInput.tsx'
import { asksPassportName, scriptOf, type PersonDraft, type PersonField } from '../../../people.ts'

const OPTIONAL: readonly PersonField[] = ['chineseName', 'passportName', 'mobile']

export interface PersonProps {
  who: 'policyholder' | 'insured'
  /** Asked of students only. */
  school: boolean
  person: PersonDraft
  onChange: (person: PersonDraft) => void
  errorOf: (key: string) => string | undefined
  today: Day
}

export function PersonFields(props: PersonProps) {
  const { who, person, onChange, errorOf, today, school } = props
  const t = useT()
  const lang = useLang()
  const set = (part: Partial<PersonDraft>): void => onChange(withId({ ...person, ...part }, today))
  const field = (name: PersonField) => ({
    id: `${who}.${name}`,
    label: OPTIONAL.includes(name) ? t('confirm:optional', { label: t(`confirm:person.${name}`) }) : t(`confirm:person.${name}`),
    error: errorOf(`${who}.${name}`),
  })
  const known = fromId(person, today)
  const latin = person.idType !== '' && scriptOf(person.idType) === 'latin'
  return (
    <div className="grid gap-6 web:items-end web:sm:grid-cols-2">
      <Field {...field('idType')}>
        <Select
          value={person.idType}
          onChange={(value) => set({ idType: ID_TYPES.find((type) => type === value) ?? '' })}
          placeholder={t('confirm:choose')}
          options={ID_TYPES.map((type) => ({ value: type, label: t(`confirm:idType.${type}`) }))}
        />
      </Field>
      <Field {...field('idNumber')}>
        <TextInput value={person.idNumber} onChange={(idNumber) => set({ idNumber })} autoComplete="off" maxLength={40} code />
      </Field>
      <Field {...field('idName')} hint={t(latin ? 'confirm:person.idNameLatin' : 'confirm:person.idNameHint')}>
        <TextInput value={person.idName} onChange={(idName) => set({ idName })} autoComplete={who === 'policyholder' ? 'name' : 'off'} maxLength={200} />
      </Field>
      {latin && (
        <Field {...field('chineseName')} hint={t('confirm:person.chineseNameHint')}>
          <TextInput value={person.chineseName} onChange={(chineseName) => set({ chineseName })} autoComplete="off" maxLength={200} />
        </Field>
      )}
      {asksPassportName(person) && (
        <Field {...field('passportName')} hint={t('confirm:person.passportNameHint')}>
          <TextInput value={person.passportName} onChange={(passportName) => set({ passportName })} autoComplete="off" maxLength={200} />
        </Field>
      )}
      {known.birthDate ? (
        <Field {...field('birthDate')}>
          <LockedValue value={formatDay(known.birthDate, lang)} reason={t('confirm:person.fromId')} />
        </Field>
      ) : (
        <Field {...field('birthDate')}>
          <DayInput value={person.birthDate} onChange={(birthDate) => set({ birthDate })} max={today} autoComplete={who === 'policyholder' ? 'bday' : 'off'} />
        </Field>
      )}
      {known.gender ? (
        <Field {...field('gender')}>
          <LockedValue value={t(`confirm:gender.${known.gender}`)} reason={t('confirm:person.fromId')} />
        </Field>
      ) : (
        <FieldGroup {...field('gender')}>
          <RadioGroup
            inline
            name={`${who}.gender`}
            value={person.gender}
            onChange={(gender) => set({ gender })}
            options={GENDERS.map((gender) => ({ value: gender, label: t(`confirm:gender.${gender}`) }))}
          />
        </FieldGroup>
      )}
      <Field {...field('nationality')}>
        <Select
          value={person.nationality}
          onChange={(nationality) => set({ nationality })}
          placeholder={t('confirm:choose')}
          options={nationalities(lang).map(({ code, name }) => ({ value: code, label: name }))}
        />
      </Field>
      {school && (
        <Field {...field('institution')} hint={t('confirm:person.institutionHint')}>
          <TextInput value={person.institution} onChange={(institution) => set({ institution })} autoComplete="off" maxLength={300} />
        </Field>
      )}
      <Field {...field('email')} hint={t(`confirm:person.emailHint.${who}`)}>
        <TextInput type="email" inputMode="email" value={person.email} onChange={(email) => set({ email })} autoComplete={who === 'policyholder' ? 'email' : 'off'} maxLength={254} />
      </Field>
      <Field {...field('mobile')} hint={t('confirm:person.mobileHint')}>
        <TextInput prefix="+86" type="tel" inputMode="tel" value={person.mobile} onChange={(mobile) => set({ mobile })} autoComplete={who === 'policyholder' ? 'tel-national' : 'off'} maxLength={30} />
      </Field>
    </div>
  )
}

/** What the number itself says, once it is whole and right. */
function fromId(person: PersonDraft, today: Day) {
  const id = person.idType ? checkIdNumber(person.idType, person.idNumber, today) : undefined
  return id?.ok ? { birthDate: id.birthDate, gender: id.gender } : {}
}

/** Birth date and gender follow the number; a mainland ID is a Chinese citizen's. */
function withId(person: PersonDraft, today: Day): PersonDraft {
  const { birthDate, gender } = fromId(person, today)
  return {
    ...person,
    ...(birthDate ? { birthDate } : {}),
    ...(gender ? { gender } : {}),
    ...(person.idType === 'resident_id' && birthDate && !person.nationality ? { nationality: 'CN' } : {}),
  }
}
