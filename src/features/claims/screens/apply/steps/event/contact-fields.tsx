/** Whom to contact about the claim. Values taken from the account are marked as such, and can be changed. */
import { NAME_MAX } from '../../../../../../lib/bounded-schemas.ts'
import { ContactInput } from '../../../../../../app/parts/contact-input.tsx'
import { request } from '../../../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../../../app/requests/read-reply.ts'
import { useLoad } from '../../../../../../app/requests/use-load.ts'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { sentences } from '../../../../../../lib/locale.ts'
import { maskContact } from '../../../../../../lib/people/contact.ts'
import { Field } from '../../../../../../ui/Field.tsx'
import { TextInput } from '../../../../../../ui/TextInput.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import { me } from '../../../../../session/contract.ts'
import { change } from '../../store/wizard-store.ts'
import type { StepProps } from '../../props.ts'

export function ContactFields({
  draft,
  answers,
  errorOf,
}: Pick<StepProps, 'draft' | 'answers'> & { errorOf: (key: string) => string | undefined }) {
  const t = useT()
  const lang = useLang()
  const [account] = useLoad('me', async () => {
    const reply = await request(me, {})
    return dataOf(reply).user
  })
  // After a death the claimant is contacted, and no other name is offered.
  const name = draft.signer.role === 'claimant' ? draft.signer.name : draft.policy.insured
  const user = account.state === 'ready' ? account.data : undefined
  const source = (value: string, known: string | null | undefined): string | undefined =>
    known && value && (value === known || maskContact(value) === known) ? t('claimform:contact.fromAccount') : undefined
  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <Field
          id="contactPerson"
          label={t('claimform:field.contactPerson')}
          hint={t('claimform:contact.personHint')}
          error={errorOf('contactPerson')}
          className="max-w-md"
        >
          <TextInput
            value={answers.contactPerson}
            onChange={(contactPerson) => change({ contactPerson })}
            maxLength={NAME_MAX}
            autoComplete="name"
          />
        </Field>
        {answers.contactPerson === '' && (
          <p>
            <TextLink onClick={() => change({ contactPerson: name })}>
              {t('claimform:contact.insured', { name })}
            </TextLink>
          </p>
        )}
      </div>
      <Field
        id="contactPhone"
        label={t('claimform:contact.phone')}
        hint={sentences(lang, t('claimform:contact.phoneHint'), source(answers.contactPhone, user?.mobile))}
        error={errorOf('contactPhone')}
        className="max-w-md"
      >
        <TextInput
          type="tel"
          inputMode="tel"
          value={answers.contactPhone}
          onChange={(contactPhone) => change({ contactPhone })}
          maxLength={40}
          autoComplete="tel"
        />
      </Field>
      <Field
        id="email"
        label={t('claimform:field.email')}
        hint={source(answers.email, user?.email)}
        error={errorOf('email')}
        className="max-w-md"
      >
        <ContactInput
          kind="email"
          type="email"
          inputMode="email"
          value={answers.email}
          onChange={(email) => change({ email })}
          maxLength={120}
          autoComplete="email"
        />
      </Field>
    </div>
  )
}
