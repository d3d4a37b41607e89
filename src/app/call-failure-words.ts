/** Words for failed calls and for waiting times. */
import { RequestFailed } from './api.ts'
import type { Translate } from './i18n.ts'

/** The message for a call that failed as a request; any other error is rethrown. */
export function callFailureWords(t: Translate, error: unknown): string {
  if (!(error instanceof RequestFailed)) throw error
  return t(`app:failed.${error.code}`)
}

/** "42 seconds", "15 minutes", "2 hours": rounded up, in one unit. */
export function waitWords(t: Translate, seconds: number): string {
  if (seconds < 90) return t('app:seconds', { count: seconds })
  if (seconds < 90 * 60) return t('app:minutes', { count: Math.ceil(seconds / 60) })
  return t('app:hours', { count: Math.ceil(seconds / 3600) })
}
