/** The fields of an application, in three parts. */
import { ContactInput } from '../../../../app/parts/contact-input.tsx'
import type { ReactNode } from 'react'
import { LocalizedDateInput } from '../../../../app/parts/localized-date-input.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { nationalities } from '../../../../lib/people/nationalities.ts'
import { Field } from '../../../../ui/Field.tsx'
import { Select } from '../../../../ui/Select.tsx'
import { TextArea, TextInput } from '../../../../ui/TextInput.tsx'
import { APPLICATION_TEXT } from '../../rules/check-application.ts'
import { lengthWords } from '../../rules/length-words.ts'
import type { ApplicationForm, AppliedProduct } from './use-application-form.ts'

interface Props {
  form: ApplicationForm
  product: AppliedProduct
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-5">
      <h2 className="type-h3">{title}</h2>
      <div className="field-columns">{children}</div>
    </section>
  )
}

export function PersonPart({ form: { draft, change, errorOf, today }, product }: Props) {
  const t = useT()
  const lang = useLang()
  return (
    <Part title={t('referral:person.title')}>
      <Field id="name" label={t('referral:person.name')} hint={t('referral:person.nameHint')} error={errorOf('name')}>
        <TextInput
          value={draft.name}
          onChange={(name) => change({ name })}
          autoComplete="off"
          maxLength={APPLICATION_TEXT.name}
          required
        />
      </Field>
      <Field id="birthDate" label={t('referral:person.birthDate')} error={errorOf('birthDate')}>
        <LocalizedDateInput value={draft.birthDate} onChange={(birthDate) => change({ birthDate })} max={today} />
      </Field>
      <Field id="nationality" label={t('referral:person.nationality')} error={errorOf('nationality')}>
        <Select
          value={draft.nationality}
          onChange={(nationality) => change({ nationality })}
          placeholder={t('referral:choose')}
          options={nationalities(lang).map(({ code, name }) => ({ value: code, label: name }))}
        />
      </Field>
      {product.limits.asksSchool && (
        <Field
          id="institution"
          label={t('referral:person.institution')}
          hint={t('referral:person.institutionHint')}
          error={errorOf('institution')}
        >
          <TextInput
            value={draft.institution}
            onChange={(institution) => change({ institution })}
            autoComplete="off"
            maxLength={APPLICATION_TEXT.institution}
            required
          />
        </Field>
      )}
    </Part>
  )
}

export function TripPart({ form: { draft, change, errorOf, today }, product }: Props) {
  const t = useT()
  return (
    <Part title={t('referral:trip.title')}>
      {product.countries.length > 1 && (
        <Field id="country" label={t('referral:trip.country')} error={errorOf('country')} className="web:col-span-2">
          <Select
            value={draft.country}
            onChange={(country) => change({ country })}
            placeholder={t('referral:choose')}
            options={product.countries.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
      <Field id="start" label={t('referral:trip.start')} hint={t('referral:trip.startHint')} error={errorOf('start')}>
        <LocalizedDateInput value={draft.start} onChange={(start) => change({ start })} min={today} />
      </Field>
      <Field
        id="end"
        label={t('referral:trip.end')}
        hint={t('referral:trip.endHint', { length: lengthWords(t, product.limits.longest) })}
        error={errorOf('end')}
      >
        <LocalizedDateInput value={draft.end} onChange={(end) => change({ end })} min={draft.start || today} />
      </Field>
    </Part>
  )
}

export function ContactPart({ form: { draft, change, errorOf }, product }: Props) {
  const t = useT()
  return (
    <Part title={t('referral:contact.title')}>
      <Field
        id="contact"
        label={t('referral:contact.label')}
        hint={t('referral:contact.hint', { insurer: product.insurer })}
        error={errorOf('contact')}
        className="web:col-span-2"
      >
        <ContactInput
          kind="either"
          value={draft.contact}
          onChange={(contact) => change({ contact })}
          autoComplete="email"
          maxLength={254}
          required
        />
      </Field>
      <Field
        id="message"
        label={t('referral:contact.message')}
        hint={t('referral:contact.messageHint', { insurer: product.insurer })}
        error={errorOf('message')}
        className="web:col-span-2"
      >
        <TextArea
          value={draft.message}
          onChange={(message) => change({ message })}
          rows={3}
          maxLength={APPLICATION_TEXT.message}
        />
      </Field>
    </Part>
  )
}
