/**
 * Family members by relationship and name. Apart from `family-words.ts`, which every step loads, because the rules of
 * names are large.
 */
import type { Translate } from '../../../../../../app/words/translate.ts'
import type { Lang } from '../../../../../../lib/locale.ts'
import { nameInWords } from '../../../../rules/check-person-fields.ts'
import type { PeopleDraft } from '../../../../rules/people-draft.ts'
import { memberName } from '../../../../rules/family-words.ts'

/** "Spouse: Li Na", and "Spouse" while there is no name. */
export function memberInFull(t: Translate, people: Pick<PeopleDraft, 'family'>, key: string, lang: Lang): string {
  const person = people.family.find((it) => it.key === key)?.person
  const name = person && nameInWords(person, lang)
  const tie = memberName(t, people, key)
  return name ? t('confirm:family.named', { tie, name }) : tie
}
