/** Names a page's first calls at the build (`Page.astro`). */
import { me } from '../../lib/current-session.ts'
import { encodeFields, type Call, type Input } from '../../lib/contract.ts'
import type { Lang } from '../../lib/locale.ts'
import { addressOf } from './api.ts'
import { API_BASE } from './api-base.ts'
import type { EarlyCall } from './early-calls.ts'

/** Who is signed in: asked by every page of the personal centre. */
export const whoIsSignedIn = (lang: Lang): EarlyCall => firstCall(lang, me, {})

/**
 * `input` as the screen itself gives it; `{id}` in it is read from the page's query. `next`: calls about what this one
 * answers.
 */
export const firstCall = <C extends Call>(
  lang: Lang,
  call: C,
  input: Input<C>,
  next?: readonly EarlyCall[],
): EarlyCall => {
  const multipart = call.transport === 'multipart'
  return {
    access: call.access,
    address: addressOf(call, multipart ? {} : input, { base: API_BASE, lang }),
    ...(multipart && { fields: encodeFields(input) }),
    ...(next && { next }),
  }
}
