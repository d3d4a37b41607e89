import type { Lang } from './locale.ts'
import { SITE } from './site.ts'

/**
 * The service line's number and when somebody answers there, for a sentence: without its hours nobody may be told to
 * call at once.
 */
export function serviceLine(lang: Lang): string {
  const { phone, hours } = SITE[lang]
  return lang === 'cn' ? `${phone}（${hours}）` : `${phone} (${hours})`
}
