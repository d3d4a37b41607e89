/** How long ago something was saved: relative, so that no clock and no zone has to be read. */
import { formatRecent } from '../lib/dates.ts'
import type { Lang } from '../lib/locale.ts'
import type { Translate } from './i18n.ts'

const MINUTE = 60_000
/** From here on the time itself says more. */
const LONG_MINUTES = 60

/** A device whose clock is behind has just saved. */
export function savedTimeWords(t: Translate, lang: Lang, at: number, now: number): string {
  const minutes = Math.floor((now - at) / MINUTE)
  if (minutes < 1) return t('app:saved.now')
  return minutes < LONG_MINUTES ? t('app:saved.ago', { count: minutes }) : t('app:saved.at', { time: formatRecent(at, lang, now) })
}
