import type { Translate } from '../../../app/words/translate.ts'
import { formatDay, isDay } from '../../../lib/days/dates.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { ChangeItem } from '../contract.ts'

/** A value for people to read: a day with its month in words, a gender by its word. */
export function valueWords(t: Translate, lang: Lang, item: ChangeItem, value: string): string {
  if (item === 'gender' && (value === 'male' || value === 'female')) return t(`changes:genders.${value}`)
  return item === 'birth_date' && isDay(value) ? formatDay(value, lang) : value
}
