/**
 * Visitors sent by a partner's signed link (design §2 "token query"): what logging in needs from the feature that
 * knows partners.
 */
import type { User } from '../contract.ts'
import type { Agent } from '../../../lib/user-agent.ts'
import type { Trx } from '../../../server/db/database.ts'
import { defineHook } from '../../../server/define-hook.ts'
import type { Deps } from '../../../server/dependencies.ts'

/** A partner's link as the browser found it: its `token`, the page without its language, and two query parameters. */
export interface LinkAddress {
  code: string
  page?: string | undefined
  inId?: string | undefined
  coId?: string | undefined
}

/**
 * A session that a link opened. It belongs to no account: it reaches only applications that begin with the partner's
 * data.
 */
export interface LinkedSession {
  token: string
  csrf: { name: string; token: string }
  user: User
  coId: string
  /** The partner's name, in the language of the request. */
  partner: string
  /** Query parameters for the page: dates and date of birth for the price. */
  query: Record<string, string>
}

export interface LinkedVisits {
  /** Whether this is the token of a partner's link, and not one of our own codes. */
  recognises: (link: LinkAddress) => boolean
  /** The partner of a link. Refuses what `exchange` would. The link stays unused. */
  look: (deps: Deps, link: LinkAddress) => Promise<{ partner: Record<'en' | 'cn', string> }>
  /** Uses up the link. Refuses `link_used` with `why`. */
  exchange: (deps: Deps, trx: Trx, link: LinkAddress, of: { lang: 'en' | 'cn'; agent: Agent }) => Promise<LinkedSession>
}

/** Only one feature knows partners. */
export const linkedVisits = defineHook<LinkedVisits>('linked visits', () => 'partners')
