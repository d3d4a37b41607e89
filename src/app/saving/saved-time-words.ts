/** How long ago something was saved: relative, so that no time zone matters, and short enough for a phone's bar. */
import { dayOf, formatNear } from '../../lib/days/dates.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Translate } from '../words/translate.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** On a device whose clock is behind it counts as just saved. */
export function savedTimeWords(t: Translate, lang: Lang, at: number, now: number): string {
  const age = now - at
  if (age < MINUTE) return t('app:saved.now')
  if (age < HOUR) return t('app:saved.ago', { count: Math.floor(age / MINUTE) })
  if (age < DAY) return t('app:saved.hours', { count: Math.floor(age / HOUR) })
  return t('app:saved.on', { day: formatNear(dayOf(at), lang, dayOf(now)) })
}
