/** Parts of the page "check your answers": groups of answers with a link to change them, and a person's rows. */
import { useStore } from '@nanostores/react'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { maskContact, normaliseMobile } from '../../../../../lib/people/contact.ts'
import { nationalityName } from '../../../../../lib/people/nationalities.ts'
import { formatDay, isDay } from '../../../../../lib/days/dates.ts'
import { maskIdNumber } from '../../../../../lib/people/id-number.ts'
import { Accordion } from '../../../../../ui/Accordion.tsx'
import { SummaryList } from '../../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { asAsked, printedNames, type PersonDraft } from '../../../rules/check-person-fields.ts'
import type { StepId } from '../../../rules/step-ids.ts'
import { $wizard, show } from '../wizard-store.ts'
import type { PeoplePart } from './people/people-parts.ts'
import { nameOn } from './people/people-words.ts'

export type Row = { term: string; value: string }

/** An application that was sent can no longer be changed. */
export const useChangeable = (): boolean => useStore($wizard).order?.status === 'created'

export function Group({
  title,
  rows,
  step,
  part = null,
}: {
  title: string
  rows: Row[]
  step: StepId
  part?: PeoplePart | null
}) {
  const t = useT()
  const change = useChangeable() && (
    <TextLink onClick={() => show(step, { fromCheck: true, part })}>
      {t('ui:change')}
      <span className="sr-only"> {title}</span>
    </TextLink>
  )
  return <SummaryList title={title} rows={rows.filter(({ value }) => value)} action={change} />
}

/** What was answered yes, and how often no. */
export function HealthGroup({ title, answered }: { title: string; answered: (which: 'yes' | 'no') => Row[] }) {
  const t = useT()
  const [yes, no] = [answered('yes'), answered('no')]
  return (
    <div>
      {/* A number alone stands where the values of the other groups do; questions need the width. */}
      <div className={yes.length > 0 ? 'long-terms' : undefined}>
        <Group
          title={title}
          step="health"
          rows={[...yes, { term: t('confirm:check.answeredNo'), value: String(no.length) }]}
        />
      </div>
      {no.length > 0 && (
        <div className="long-terms">
          <Accordion title={t('confirm:check.showNo')}>
            <SummaryList rows={no} />
          </Accordion>
        </div>
      )}
    </div>
  )
}

/**
 * `whole`: numbers as they were typed, for whoever wants to check them; otherwise masked, so that bystanders cannot
 * read them.
 */
export function usePerson(draft: PersonDraft, whole: boolean): Row[] {
  const t = useT()
  const lang = useLang()
  const person = asAsked(draft)
  const labelOf = (name: keyof PersonDraft): string => t(`confirm:person.${name === 'idName' ? nameOn(person) : name}`)
  const row = (name: keyof PersonDraft, value: string): Row => ({ term: labelOf(name), value })
  const printed = printedNames(draft)
  const nameRows = (name: keyof typeof printed): Row[] => [
    row(name, person[name]),
    { term: t('confirm:check.printed', { field: labelOf(name) }), value: printed[name] ?? '' },
  ]
  return [
    ...nameRows('idName'),
    ...nameRows('passportName'),
    row(
      'passportNumber',
      person.passportNumber && (whole ? person.passportNumber : maskIdNumber(person.passportNumber)),
    ),
    ...nameRows('chineseName'),
    {
      term: person.idType ? t(`confirm:idType.${person.idType}`) : '',
      value: whole ? person.idNumber : maskIdNumber(person.idNumber),
    },
    row('birthDate', isDay(person.birthDate) ? formatDay(person.birthDate, lang) : ''),
    row('gender', person.gender ? t(`confirm:gender.${person.gender}`) : ''),
    row('nationality', nationalityName(person.nationality, lang)),
    row('institution', person.institution),
    row('email', person.email),
    row('mobile', person.mobile ? `+86 ${whole ? normaliseMobile(person.mobile) : maskContact(person.mobile)}` : ''),
  ]
}
