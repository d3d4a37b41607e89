/** The fields of one person (spec §3), as printed on the ID. A mainland ID number fills in birth date and gender. */
import type { ReactNode } from 'react'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { nationalities } from '../../../../../../lib/people/nationalities.ts'
import { formatDay, type Day } from '../../../../../../lib/days/dates.ts'
import { checkIdNumber, GENDERS, ID_TYPES } from '../../../../../../lib/people/id-number.ts'
import { LocalizedDateInput } from '../../../../../../app/parts/localized-date-input.tsx'
import { RadioGroup } from '../../../../../../ui/Choice.tsx'
import { Field, FieldGroup } from '../../../../../../ui/Field.tsx'
import { Select } from '../../../../../../ui/Select.tsx'
import { LockedValue, TextInput } from '../../../../../../ui/TextInput.tsx'
import { scriptOf, spellsInPinyin, type PersonDraft, type PersonField } from '../../../../rules/check-person-fields.ts'
import { isMinor } from './people-errors.ts'
import { useMark } from './prefill-marks.tsx'
import { PassportFields } from './passport-fields.tsx'
import { ContactInput } from '../../../../../../app/parts/contact-input.tsx'
import { nameOn } from './people-words.ts'

export interface PersonProps {
  /** Prefix of its fields: `policyholder`, `insured`, or the key of a member of the family. */
  who: string
  /** Asked of students only. */
  school: boolean
  /** Is this the person whom the documents are about? */
  insured: boolean
  /** Not asked of children, because nobody writes to them. */
  contact?: boolean
  person: PersonDraft
  onChange: (person: PersonDraft) => void
  errorOf: (key: string) => string | undefined
  today: Day
  /** Notice about a date of birth that was taken from the ID number. */
  birthNotice?: ReactNode
}

export function PersonFields(props: PersonProps) {
  const { who, person, onChange, errorOf, today, school, insured, contact = true, birthNotice } = props
  const t = useT()
  const lang = useLang()
  const markOf = useMark()
  const set = (part: Partial<PersonDraft>): void => onChange(withId({ ...person, ...part }, today))
  const field = (name: PersonField) => ({
    id: `${who}.${name}`,
    label:
      name === 'chineseName'
        ? t('confirm:optional', { label: t('confirm:person.chineseName') })
        : t(`confirm:person.${name === 'idName' ? nameOn(person) : name}`),
    error: errorOf(`${who}.${name}`),
    ...markOf(`${who}.${name}`),
  })
  const known = fromId(person, today)
  // A mainland number determines all three: they are not asked for while it is being corrected.
  const told = person.idType === 'resident_id' && !known.birthDate
  const latin = person.idType !== '' && scriptOf(person.idType) === 'latin'
  return (
    <div className="field-columns">
      <Field {...field('idType')}>
        <Select
          value={person.idType}
          onChange={(value) => set({ idType: ID_TYPES.find((type) => type === value) ?? '' })}
          placeholder={t('confirm:choose')}
          options={ID_TYPES.map((type) => ({ value: type, label: t(`confirm:idType.${type}`) }))}
        />
      </Field>
      <Field {...field('idNumber')}>
        <TextInput
          value={person.idNumber}
          onChange={(idNumber) => set({ idNumber })}
          autoComplete="off"
          maxLength={40}
          code
        />
      </Field>
      <Field
        {...field('idName')}
        hint={
          latin ? t(spellsInPinyin(person) ? 'confirm:person.idNamePinyin' : 'confirm:person.idNameLatin') : undefined
        }
      >
        <TextInput
          value={person.idName}
          onChange={(idName) => set({ idName })}
          autoComplete={who === 'policyholder' ? 'name' : 'off'}
          maxLength={200}
        />
      </Field>
      {latin && (
        <Field {...field('chineseName')} hint={t('confirm:person.chineseNameHint')}>
          <TextInput
            value={person.chineseName}
            onChange={(chineseName) => set({ chineseName })}
            autoComplete="off"
            maxLength={200}
          />
        </Field>
      )}
      <PassportFields who={who} insured={insured} person={person} set={set} errorOf={errorOf} />
      {told ? null : known.birthDate ? (
        <Field {...field('birthDate')}>
          <LockedValue value={formatDay(known.birthDate, lang)} reason={t('confirm:person.fromId')} />
          {birthNotice}
        </Field>
      ) : (
        <Field {...field('birthDate')}>
          <LocalizedDateInput
            value={person.birthDate}
            onChange={(birthDate) => set({ birthDate })}
            max={today}
            autoComplete={who === 'policyholder' ? 'bday' : 'off'}
          />
        </Field>
      )}
      {told ? null : known.gender ? (
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
      {!told && (
        <Field {...field('nationality')}>
          <Select
            value={person.nationality}
            onChange={(nationality) => set({ nationality })}
            placeholder={t('confirm:choose')}
            options={nationalities(lang).map(({ code, name }) => ({ value: code, label: name }))}
          />
        </Field>
      )}
      {school && (
        <Field {...field('institution')} hint={t('confirm:person.institutionHint')}>
          <TextInput
            value={person.institution}
            onChange={(institution) => set({ institution })}
            autoComplete="off"
            maxLength={300}
          />
        </Field>
      )}
      {contact && (
        <ContactFields
          who={who}
          person={person}
          set={set}
          errorOf={errorOf}
          optional={who === 'insured' && isMinor(person.birthDate, today)}
        />
      )}
    </div>
  )
}

/** Birth date and gender from the number, once it is complete and valid. */
function fromId(person: PersonDraft, today: Day) {
  const id = person.idType ? checkIdNumber(person.idType, person.idNumber, today) : undefined
  return id?.ok ? { birthDate: id.birthDate, gender: id.gender } : {}
}

/** Fills in birth date and gender from the number; a mainland ID belongs to a Chinese citizen. */
function withId(person: PersonDraft, today: Day): PersonDraft {
  const { birthDate, gender } = fromId(person, today)
  return {
    ...person,
    ...(birthDate ? { birthDate } : {}),
    ...(gender ? { gender } : {}),
    ...(person.idType === 'resident_id' && birthDate && !person.nationality ? { nationality: 'CN' } : {}),
  }
}

interface Props {
  who: string
  person: PersonDraft
  set: (part: Partial<PersonDraft>) => void
  errorOf: (key: string) => string | undefined
  /** Nothing is sent to this person: a minor, for whom a parent consents. */
  optional: boolean
}

/** A person's contacts. The buyer needs only one of the two: the policy is sent there. */
function ContactFields({ who, person, set, errorOf, optional }: Props) {
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
