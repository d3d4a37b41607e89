/** Error texts, the same in the summary and at the field: each names its field or person, so that no two are alike. */
import type { Translate } from '../../../../../../app/words/translate.ts'
import { memberName } from '../../../../rules/family-words.ts'
import { isMemberPart } from './people-parts.ts'
import type { PeopleDraft, PersonDraft } from '../../../../rules/people-draft.ts'

/** A passport has the name twice, and the Latin one is asked for. */
export const nameOn = ({ idType }: Pick<PersonDraft, 'idType'>): 'passportName' | 'idName' =>
  idType === 'passport' ? 'passportName' : 'idName'

type Named = Pick<PeopleDraft, 'relationship' | 'family'> & Partial<Pick<PeopleDraft, 'policyholder' | 'insured'>>

/** The code whose words call the name as its field does. */
function wordedCode(people: Named, who: string, code: string): string {
  if (code !== 'name_required') return code
  const person = isMemberPart(who)
    ? people.family.find(({ key }) => key === who)?.person
    : who === 'policyholder' || who === 'insured'
      ? people[who]
      : undefined
  return person && nameOn(person) === 'passportName' ? 'passport_name_required' : code
}

/** Errors that name their field already; where two people are asked for, the person's name is added. */
const OF_PERSON: readonly string[] = [
  'id_type_required',
  'id_number_required',
  'name_required',
  'passport_name_required',
  'birth_required',
  'gender_required',
  'nationality_required',
  'institution_required',
  'contact_required',
]
/** Errors that are the same for every field of a kind. */
const PLAIN: readonly string[] = [
  'select_required',
  'date_required',
  'date_format',
  'date_ambiguous',
  'no_such_day',
  'invalid',
  'too_long',
  'too_short',
  'required',
]

/** `key`: `trip.start`, `policyholder.idName` … · `error`: the words of the code alone. */
export function errorWords(t: Translate, people: Named, key: string, code: string, error: string): string {
  const worded = wordedCode(people, key.split('.')[0] ?? '', code)
  return wordsOf(t, people, key, worded, worded === code ? error : t('confirm:passportNameRequired'))
}

function wordsOf(t: Translate, people: Named, key: string, code: string, error: string): string {
  const { relationship } = people
  const [who = '', field = ''] = key.split('.')
  if (isMemberPart(who)) {
    const of = memberName(t, people, who)
    if (OF_PERSON.includes(code))
      return t(`confirm:missingOf.${code}`, { who: t('confirm:family.inSentence', { who: of }) })
    return PLAIN.includes(code) ? ofField(t, of, t(`confirm:person.${field}`), error) : named(t, of, error)
  }
  if (who === 'trip') return PLAIN.includes(code) ? named(t, t(`confirm:trip.${field}`), error) : error
  if (who !== 'policyholder' && who !== 'insured') return error
  const two = relationship !== '' && relationship !== 'self'
  if (two && OF_PERSON.includes(code)) return t(`confirm:missingOf.${code}`, { who: t(`confirm:missingOf.${who}`) })
  const label = t(`confirm:person.${field}`)
  if (!two) return PLAIN.includes(code) ? named(t, label, error) : error
  const of = t(`confirm:people.${who}`)
  return PLAIN.includes(code) ? ofField(t, of, label, error) : named(t, of, error)
}

/** Whom an error is about, where more than one person is asked for. */
export function personOf(
  t: Translate,
  people: Pick<PeopleDraft, 'relationship' | 'family'>,
  key: string,
): string | undefined {
  const [who = ''] = key.split('.')
  if (isMemberPart(who)) return memberName(t, people, who)
  const two = people.relationship !== '' && people.relationship !== 'self'
  return two && (who === 'policyholder' || who === 'insured') ? t(`confirm:people.${who}`) : undefined
}

/** A field label that is a question takes no colon. */
const named = (t: Translate, of: string, error: string): string =>
  of.endsWith('？') ? of + error : of.endsWith('?') ? `${of} ${error}` : t('confirm:errorOf', { of, error })

/** Person and field, with one colon: "Spouse, date of birth: …". */
const ofField = (t: Translate, who: string, field: string, error: string): string =>
  t('confirm:errorOfField', { who, field: field.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()), error })
