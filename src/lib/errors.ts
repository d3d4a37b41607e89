/**
 * The error catalogue: spec §8 and design §2 "Envelope". Codes travel; words live in
 * `public/locales/<lang>/errors.json`.
 */

/** Codes of `status: -1`: the browser handles them before any screen sees the reply. */
export const SESSION_NONE = 5000
export const SESSION_EXPIRED = 5001
export const SESSION_ELSEWHERE = 30002
export const NOT_ALLOWED = 31000
/**
 * Why a call is answered 31000: the session's anti-forgery pair is missing or wrong, it reaches one thing only, or
 * another site's page calls.
 */
export const NOT_ALLOWED_CAUSES = ['unproven', 'scoped', 'other_site'] as const
export type NotAllowedCause = (typeof NOT_ALLOWED_CAUSES)[number]
const SHOW_MESSAGE = 30000
const SHOW_MESSAGE_OLD = 3000

/** Session codes delete the stored token and redirect to the login page with `backUrl`. */
export const SESSION_CODES: readonly number[] = [SESSION_NONE, SESSION_EXPIRED, SESSION_ELSEWHERE]
/** Codes whose server message is shown in an error toast. */
export const TOAST_CODES: readonly number[] = [SHOW_MESSAGE, SHOW_MESSAGE_OLD]

/**
 * Reasons (`status: 0`) that any call may return, besides those that its contract lists.
 * `invalid`: fields do not fit, see `data.fields` · `too_many`: a limit, `data.retryAfter` in seconds ·
 * `conflict`: someone else changed it first, `data.version` · `not_found`: no such thing *for this caller*.
 */
const COMMON_CODES = ['invalid', 'too_many', 'conflict', 'not_found'] as const
export type CommonCode = (typeof COMMON_CODES)[number]

/** Field error codes shared by every form. A field's words are `errors:field.<code>`, or a feature's own override. */
export type FieldErrors = Record<string, string>
