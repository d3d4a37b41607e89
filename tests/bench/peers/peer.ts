/** What every peer has in common besides its answers: the store's secret, words and plans; sessions; opened values. */
import { hash, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { LANGS, type Lang } from '../../../src/lib/locale.ts'
import { loadPlans, type PlanSet } from '../../../src/features/plans/server/door.ts'
import type { People } from '../../../src/features/orders/server/people/agreed-people.ts'
import { sessionState } from '../../../src/features/session/server/when-a-session-ends.ts'
import { HEADERS } from '../../../src/server/http/caller.ts'
import { readConfig } from '../../../src/server/config.ts'
import type { Deps } from '../../../src/server/dependencies.ts'
import { loadWords } from '../../../src/server/load-words.ts'
import { checkedWhenSealed, createSeal } from '../../../src/server/keys/seal.ts'
import type { SessionRow, Store } from './rows.ts'

export interface Peer {
  store: Store
  plans: PlanSet
  /** What the rules take: words, clock, settings. */
  deps: Deps
}
export interface Asking {
  peer: Peer
  session: SessionRow
  lang: Lang
}

/** Opens a sealed value. What the seal proves to be ours is not checked again. */
export const open = <T>({ deps }: Peer, context: string, schema: z.ZodType<T>, sealed: string): T =>
  deps.seal.openCached(context, schema, sealed)
export const TEXT = checkedWhenSealed<string>()
export const PEOPLE = checkedWhenSealed<People>()

/** A peer over the store of our server, by the arguments of its process: `<data folder> <cached|uncached>`. */
export function peerOver(openStore: (file: string) => Store): Peer {
  const [folder = '', caching] = process.argv.slice(2)
  const config = readConfig({ DATA_DIR: folder, OUT_DIR: `${folder}/none` })
  const seal = createSeal(config.secrets, { caching: caching === 'cached' })
  const deps = { config, seal, words: loadWords(), clock: Date.now } as unknown as Deps
  return { store: openStore(`${folder}/youfang.db`), plans: loadPlans(), deps }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>
const TOUCH_MS = 60_000

/** The session of a request, or the code by which it is refused. */
export async function sessionOf({ store, deps }: Peer, headers: Headers): Promise<SessionRow | number> {
  const token = headers[HEADERS.token]
  if (typeof token !== 'string') return 5000
  const session = await store.session(hash('sha256', token))
  if (!session) return 5000
  const now = deps.clock()
  const { last_seen_at: lastSeenAt, ends_at: endsAt, revoked_why: revoked } = session
  const state = sessionState(now, { lastSeenAt, endsAt, revoked })
  if (state !== 'alive') return state
  const csrf = headers[HEADERS.csrfToken]
  if (typeof csrf !== 'string' || headers[HEADERS.csrfName] !== session.csrf_name) return 31_000
  if (!timingSafeEqual(Buffer.from(hash('sha256', csrf)), Buffer.from(session.csrf_hash))) return 31_000
  if (now - lastSeenAt >= TOUCH_MS) await store.touch(session.id, now)
  return session
}

export const langOf = (lang: unknown): Lang => LANGS.find((it) => it === lang) ?? 'en'

/** The envelope of an answer. */
export const done = ({ deps }: Peer, lang: Lang, data: unknown) => ({
  status: 1,
  code: 0,
  message: deps.words(lang, 'errors:done'),
  data,
})
export const refused = ({ deps }: Peer, lang: Lang, code: number) => ({
  status: -1,
  code,
  message: deps.words(lang, `errors:catalogue.${code}`),
  data: null,
})
