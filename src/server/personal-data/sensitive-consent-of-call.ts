/**
 * The separate consent to sensitive data, given with the call that needs it (PIPL art. 29, decision 0081): what was
 * agreed to, for the event.
 */
import { createHash } from 'node:crypto'
import type { Lang } from '../../lib/locale.ts'
import type { Context } from '../http/call-handlers.ts'

/** `keys`: the words of the checkbox, as shown. A type and not an interface, because it is stored in the event as JSON. */
export type GivenConsent = { to: 'sensitive'; lang: Lang; sha256: string }

export function givenConsent({ deps, lang }: Pick<Context, 'deps' | 'lang'>, keys: readonly string[]): GivenConsent {
  const text = keys.map((key) => deps.words(lang, key)).join('\n')
  return { to: 'sensitive', lang, sha256: createHash('sha256').update(text, 'utf8').digest('hex') }
}
