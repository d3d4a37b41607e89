/** Before paying, addresses that look mistyped: the policies go there, and nobody would get them. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useT } from '../../../../../../app/words/words.tsx'
import { Notice } from '../../../../../../ui/Notice.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import type { PeopleDraft } from '../../../../rules/people-draft.ts'
import { show } from '../../wizard-store.ts'
import { MissingPassportNotice } from './missing-passport-notice.tsx'
import { isMemberPart, partsOf, type PeoplePart } from './people-parts.ts'

interface Mistyped {
  email: string
  meant: string
  part: PeoplePart
}

/** What the people should look at again before they pay. */
export const PeopleNotices = ({ people }: { people: PeopleDraft }) => (
  <>
    <MissingPassportNotice people={people} />
    <MistypedEmailNotice people={people} />
  </>
)

function MistypedEmailNotice({ people }: { people: PeopleDraft }) {
  const t = useT()
  const [found, setFound] = useState<readonly Mistyped[]>([])
  const addresses = addressesOf(people)
  const written = addresses.map(({ email, part }) => `${part} ${email}`).join('\n')
  const look = useEffectEvent((meantBy: (email: string) => string | undefined) =>
    addresses.flatMap((one) => {
      const meant = meantBy(one.email)
      return meant === undefined ? [] : [{ ...one, meant }]
    }),
  )
  useEffect(() => {
    let gone = false
    // As at the field: few people mistype, so the list of mail providers is loaded late.
    void import('../../../../../../lib/people/email-suggestion.ts').then(
      ({ emailSuggestion }) => {
        if (!gone) setFound(look(emailSuggestion))
      },
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [written])
  if (found.length === 0) return null
  return (
    <Notice kind="warn" live="status" title={t('confirm:check.email.title')}>
      {found.map(({ email, meant, part }) => (
        <p key={part}>
          <span className="block">{t('confirm:check.email.text', { email, meant })}</span>
          <TextLink onClick={() => show('people', { fromCheck: true, part })}>
            {t('confirm:check.email.change')}
            <span className="sr-only"> {email}</span>
          </TextLink>
        </p>
      ))}
    </Notice>
  )
}

/** Each address once, with the part of the page where it is asked for. */
function addressesOf(people: PeopleDraft): { email: string; part: PeoplePart }[] {
  const parts = partsOf(people)
  const all = [
    { email: people.policyholder.email, part: 'buyer' as const },
    ...(parts.includes('insured') ? [{ email: people.insured.email, part: 'insured' as const }] : []),
    ...people.family.flatMap(({ key, person }) => (isMemberPart(key) ? [{ email: person.email, part: key }] : [])),
  ]
  return all.filter(({ email }, i) => email !== '' && all.findIndex((one) => one.email === email) === i)
}
