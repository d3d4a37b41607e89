/** What the documents will lack while the passport's name or number is missing, and the link to add it. */
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { listInWords } from '../../../../../../lib/locale.ts'
import { Notice } from '../../../../../../ui/Notice.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import {
  insuredDrafts,
  nameInWords,
  lacksPassportName,
  lacksPassportNumber,
  type PeopleDraft,
} from '../../../../rules/check-person-fields.ts'
import { show } from '../../wizard-store.ts'
import { isMemberPart, partsOf, type PeoplePart } from './people-parts.ts'

export function MissingPassportNotice({ people }: { people: PeopleDraft }) {
  const t = useT()
  const lang = useLang()
  const lacking = insuredDrafts(people).flatMap((person, i) =>
    lacksPassportName(person) || lacksPassportNumber(person)
      ? [{ person, part: partOfInsured(people, i), who: nameInWords(person, lang) }]
      : [],
  )
  if (lacking.length === 0) return null
  return (
    <Notice
      kind="info"
      title={t('confirm:check.passport.title', {
        who: listInWords(
          lacking.map(({ who }) => who),
          lang,
        ),
      })}
    >
      {lacking.map(({ person, part, who }) => (
        <p key={part}>
          {lacking.length > 1 && <strong className="block">{who}</strong>}
          {lacksPassportName(person) && <span className="block">{t('confirm:check.passport.name')}</span>}
          {lacksPassportNumber(person) && <span className="block">{t('confirm:check.passport.number')}</span>}
          <TextLink onClick={() => show('people', { fromCheck: true, part })}>
            {t('confirm:check.passport.add')}
            <span className="sr-only"> {who}</span>
          </TextLink>
        </p>
      ))}
      <p>{t('confirm:check.passport.why')}</p>
    </Notice>
  )
}

/** The part of the page where the passport of the student or a family member is asked for. */
const partOfInsured = (people: PeopleDraft, index: number): PeoplePart => {
  const key = index > 0 ? people.family[index - 1]?.key : undefined
  return key !== undefined && isMemberPart(key) ? key : (partsOf(people).find((part) => part === 'insured') ?? 'buyer')
}
