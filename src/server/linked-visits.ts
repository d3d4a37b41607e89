/** Visitors whom a partner sent by a signed link (design §2 "token query"): what the session and ordering ask of the feature that knows partners. */
import type { Prefill } from '../features/orders/contract.ts'
import type { User } from '../features/session/contract.ts'
import type { Agent } from '../lib/user-agent.ts'
import type { Caller } from './caller.ts'
import type { Trx } from './db/database.ts'
import type { Deps, LinkedVisitRegistry } from './dependencies.ts'

/** A partner's link as the browser found it: its `token`, and of the address the page without its language and two parameters. */
export interface LinkAddress {
  code: string
  page?: string | undefined
  inId?: string | undefined
  coId?: string | undefined
}

/** A session that a link opened. It is nobody's account: it reaches nothing but applications that begin with what the partner said. */
export interface LinkedSession {
  token: string
  csrf: { name: string; token: string }
  user: User
  coId: string
  /** Who sent the visitor, by language of the request. */
  partner: string
  /** What the page reads from its address: dates and date of birth for the price. */
  query: Record<string, string>
}

export interface LinkedVisits {
  /** Is this the token of a partner's link, and not a code of our own? */
  recognises: (code: string) => boolean
  /** Who sends the visitor. Refuses what `exchange` would. The link stays unused. */
  look: (deps: Deps, link: LinkAddress) => Promise<{ partner: Record<'en' | 'cn', string> }>
  /** Uses the link up. Refuses `link_used` with `why`. */
  exchange: (deps: Deps, trx: Trx, link: LinkAddress, of: { lang: 'en' | 'cn'; agent: Agent }) => Promise<LinkedSession>
  /** What the partner said, for an application of this caller's; `undefined` when the visit is over or somebody else's. */
  prefillOf: (deps: Deps, caller: Caller, link: string | undefined) => Promise<{ link: string; prefill: Prefill } | undefined>
}

/** Of a session's scope: the visit that it is narrowed to. */
export const PARTNER_SCOPE = 'partner:'

const registered = new WeakMap<LinkedVisitRegistry, LinkedVisits>()

/** The registry that `Deps` carries. */
export function registerLinkedVisits(visits: LinkedVisits | undefined): LinkedVisitRegistry {
  const registry = { known: visits !== undefined }
  if (visits) registered.set(registry, visits)
  return registry
}

/** What the feature that knows partners registered; `undefined` without it. */
export const linkedVisitsOf = ({ linkedVisits }: Pick<Deps, 'linkedVisits'>): LinkedVisits | undefined => registered.get(linkedVisits)
