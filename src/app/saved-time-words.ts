/** How long ago something was saved: relative, so that no clock or time zone matters. */
import { formatRecent } from '../lib/dates.ts'
import type { Lang } from '../lib/locale.ts'
import type { Translate } from './i18n.ts'

const MINUTE = 60_000
/** From this age on the time of day says more. */
const LONG_MINUTES = 60

/** On a device whose clock is behind it counts as just saved. */
export function savedTimeWords(t: Translate, lang: Lang, at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE)
  if (minutes < 1) return t('app:saved.now')
  return minutes < LONG_MINUTES ? t('app:saved.ago', { count: minutes }) : t('app:saved.at', { time: formatRecent(at, lang, now) })
}
