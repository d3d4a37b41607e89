/** Writes envelopes in the request's language (spec §8, design §2 "Envelope"). */
import type { Envelope, Refused } from '../../lib/contract.ts'
import type { NotAllowedCause } from '../../lib/errors.ts'
import type { Lang } from '../../lib/locale.ts'
import { WORD_FIGURES } from '../../lib/word-figures.ts'
import type { Words } from '../load-words.ts'

/** The text of an envelope around `data`, which is already JSON. */
export const doneText = (words: Words, lang: Lang, data: string | undefined): string =>
  data === undefined ? `${doneHead(words, lang)}}` : `${doneHead(words, lang)},"data":${data}}`
// Cached, because every call needs it.
const doneHead = (words: Words, lang: Lang): string =>
  (DONE[lang] ??= JSON.stringify({ status: 1, code: 0, message: words(lang, 'errors:done') }).slice(0, -1))
const DONE: Partial<Record<Lang, string>> = {}

/**
 * `status: 0`. Words of a reason: those of its namespace (`<namespace>:errors.<code>`), else the shared ones, else
 * those of a field code.
 */
export function refused(words: Words, lang: Lang, namespace: string, code: string, data: Refused): Envelope {
  const key =
    [`${namespace}:errors.${code}`, `errors:code.${code}`, `errors:field.${code}`].find((it) => words.has(lang, it)) ??
    'errors:code.refused'
  return { status: 0, code, message: words(lang, key, { ...WORD_FIGURES, ...data }), data }
}

/** `status: -1`, a code of the catalogue; 31000 with its cause. */
export const denied = (words: Words, lang: Lang, code: number, cause?: NotAllowedCause): Envelope => ({
  status: -1,
  code,
  message: words(lang, cause ? `errors:notAllowed.${cause}` : `errors:catalogue.${code}`),
  data: cause ? { cause } : null,
})

/**
 * A failure before the call's handler: its HTTP status is the code. `onlyReads`: of a store that is being moved.
 * `takesFiles`: of a call that is sent with files.
 */
export function failed(
  words: Words,
  lang: Lang,
  http: number,
  {
    retryAfter,
    onlyReads = false,
    takesFiles = false,
  }: { retryAfter?: number | undefined; onlyReads?: boolean; takesFiles?: boolean } = {},
): Envelope {
  const known = [404, 413, 415, 429, 503].includes(http) ? http : http < 500 ? 400 : 500
  const code = known === 404 ? 'not_found' : known === 429 ? 'too_many' : `http_${known}`
  const kind = onlyReads ? 'onlyReads' : known === 415 && takesFiles ? 'files' : known
  return {
    status: 0,
    code,
    message: words(lang, `errors:http.${kind}`, WORD_FIGURES),
    data: retryAfter === undefined ? {} : { retryAfter },
  }
}
