/** What is wrong, in the same words in the summary of errors and at the field: each names the field or the person, so that no two are alike. */
import type { Translate } from '../../../../../app/i18n.ts'
import { memberName } from './family-words.ts'
import { isMemberPart } from './people-parts.ts'
import type { PeopleDraft } from '../../../people-draft.ts'

/** Errors that say which field they are about; where two people are asked for they say of whom, too. */
const OF_PERSON: readonly string[] = [
  'id_type_required', 'id_number_required', 'name_required', 'birth_required', 'gender_required', 'nationality_required', 'institution_required', 'contact_required',
]
/** Errors that every field of its kind has. */
const PLAIN: readonly string[] = ['select_required', 'date_required', 'date_format', 'invalid', 'too_long', 'too_short', 'required']

/** `key`: `trip.start`, `policyholder.idName` … · `error`: the words of the code alone. */
export function errorWords(t: Translate, people: Pick<PeopleDraft, 'relationship' | 'family'>, key: string, code: string, error: string): string {
  const { relationship } = people
  const [who = '', field = ''] = key.split('.')
  if (isMemberPart(who)) {
    const of = memberName(t, people, who)
    if (OF_PERSON.includes(code)) return t(`confirm:missingOf.${code}`, { who: t('confirm:family.inSentence', { who: of }) })
    return named(t, of, PLAIN.includes(code) ? named(t, t(`confirm:person.${field}`), error) : error)
  }
  if (who === 'trip') return PLAIN.includes(code) ? named(t, t(`confirm:trip.${field}`), error) : error
  if (who !== 'policyholder' && who !== 'insured') return error
  const two = relationship !== '' && relationship !== 'self'
  if (two && OF_PERSON.includes(code)) return t(`confirm:missingOf.${code}`, { who: t(`confirm:missingOf.${who}`) })
  const own = PLAIN.includes(code) ? named(t, t(`confirm:person.${field}`), error) : error
  return two ? named(t, t(`confirm:people.${who}`), own) : own
}

/** A question takes no colon after it. */
const named = (t: Translate, of: string, error: string): string =>
  of.endsWith('？') ? of + error : of.endsWith('?') ? `${of} ${error}` : t('confirm:errorOf', { of, error })
