/** What the documents will not carry while the passport's name or number is not given, and the way to give it. */
import { useT } from '../../../../../app/words.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { insuredDrafts, lacksPassportName, lacksPassportNumber, type PeopleDraft } from '../../../complete-person.ts'
import { show } from '../wizard-store.ts'
import { partsOf } from './people-parts.ts'

export function MissingPassportNotice({ people }: { people: PeopleDraft }) {
  const t = useT()
  const persons = insuredDrafts(people)
  const [name, number] = [persons.some(lacksPassportName), persons.some(lacksPassportNumber)]
  const lacking = persons.findIndex((person) => lacksPassportName(person) || lacksPassportNumber(person))
  if (!name && !number) return null
  return (
    <Notice kind="info" title={t('confirm:check.passport.title')}>
      {name && <p>{t('confirm:check.passport.name')}</p>}
      {number && <p>{t('confirm:check.passport.number')}</p>}
      <p>{t('confirm:check.passport.why')}</p>
      <TextLink onClick={() => show('people', { fromCheck: true, part: (lacking > 0 ? people.family[lacking - 1]?.key : partsOf(people).find((part) => part === 'insured')) ?? 'buyer' })}>{t('confirm:check.passport.add')}</TextLink>
    </Notice>
  )
}
