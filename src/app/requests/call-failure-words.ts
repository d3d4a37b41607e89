/** Words for failed calls and for waiting times. */
import type { Translate } from '../words/translate.ts'
import { LoadRefused, RequestFailed } from './read-reply.ts'

/** The message for a call that failed as a request; any other error is rethrown. */
export function callFailureWords(t: Translate, error: unknown): string {
  if (!(error instanceof RequestFailed)) throw error
  return error.code === 'too_many'
    ? laterWords(t, t('app:failed.too_many'), error.retryAfter ?? 60)
    : t(`app:failed.${error.code}`)
}

/** Why something did not load, in the words of whoever answered; undefined when nobody did. */
export function loadFailureWords(t: Translate, error: unknown): string | undefined {
  if (error instanceof LoadRefused)
    return error.retryAfter === undefined ? error.message : laterWords(t, error.message, error.retryAfter)
  return error instanceof RequestFailed && error.code !== 'offline' ? callFailureWords(t, error) : undefined
}

const laterWords = (t: Translate, message: string, seconds: number): string =>
  t('app:failed.later', { message, time: waitWords(t, seconds) })

/** "42 seconds", "15 minutes", "2 hours": rounded up, in one unit. */
export function waitWords(t: Translate, seconds: number): string {
  if (seconds < 90) return t('app:seconds', { count: seconds })
  if (seconds < 90 * 60) return t('app:minutes', { count: Math.ceil(seconds / 60) })
  return t('app:hours', { count: Math.ceil(seconds / 3600) })
}
