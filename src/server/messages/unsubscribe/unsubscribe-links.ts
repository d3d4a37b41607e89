/**
 * Links that switch off a kind of message without a login. A link contains the mailbox that it was sent to, sealed, and
 * nothing is stored for it: it works as long as the secret that sealed it is in the ring.
 */
import { z } from 'zod'
import { localPath, LANGS, type Lang } from '../../../lib/locale.ts'
import { MESSAGE_KINDS, type ChosenKind } from '../../../lib/people/message-preferences.ts'
import type { Deps } from '../../dependencies.ts'

const CONTEXT = 'link.unsubscribe'
const contents = z.object({ to: z.string(), kind: z.enum(MESSAGE_KINDS), lang: z.enum(LANGS) })
export type UnsubscribeLink = z.output<typeof contents>

/** The page, and the address that a mail program posts to (RFC 8058). */
export function unsubscribeLinks(
  deps: Pick<Deps, 'seal' | 'config'>,
  link: { to: string; kind: ChosenKind; lang: Lang },
): { page: string; oneClick: string } {
  const code = encodeURIComponent(deps.seal.seal(CONTEXT, link))
  const { siteUrl, apiUrl } = deps.config
  return {
    page: `${siteUrl}${localPath(link.lang, '/unsubscribe')}?code=${code}`,
    oneClick: `${apiUrl}/notify/unsubscribe?code=${code}`,
  }
}

/** The contents of a link; `undefined` for one that is not ours or is incomplete. */
export function openUnsubscribeLink(deps: Pick<Deps, 'seal'>, code: string): UnsubscribeLink | undefined {
  try {
    return deps.seal.open(CONTEXT, contents, code)
  } catch {
    return undefined
  }
}
