/** What only the sandbox offers: its inbox, its clock, and a login without typing. */
import { z } from 'zod'
import { createRequester, type Requester } from '../../src/app/requests/api.ts'
import { DEVICE_SECRET, KEYS } from '../../src/app/storage/storage-keys.ts'
import { memoryStore, type Store } from '../../src/app/storage/storage.ts'
import type { Lang } from '../../src/lib/locale.ts'
import { SESSION_MINUTES } from '../../src/lib/session-minutes.ts'
import { login, sendCode } from '../../src/features/session/contract.ts'
import type { Site } from './site.ts'
import { WAIT_MS } from './wait-limit.ts'

const Message = z.looseObject({
  id: z.string(),
  to: z.string(),
  channel: z.string(),
  subject: z.string(),
  text: z.string(),
  code: z.string().optional(),
  createdAt: z.number(),
})
export type Message = z.infer<typeof Message>

/** The account with something on every screen. */
export const DEMO = 'demo@example.com'

async function post(site: Pick<Site, 'url'>, path: string): Promise<unknown> {
  const response = await fetch(`${site.url}${path}`, { method: 'POST' })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}

/** Messages sent to someone, newest first. */
export const messagesTo = async (site: Pick<Site, 'url'>, to: string): Promise<Message[]> =>
  z.array(Message).parse(await post(site, `/sandbox/messages?to=${encodeURIComponent(to)}`))

const STEP_MS = 50

/** Asks until the answer is there; messages are sent by a job after the call that causes them. */
export async function eventually<T>(ask: () => Promise<T | undefined>, what: string | (() => string)): Promise<T> {
  const end = Date.now() + WAIT_MS
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > end)
      throw new Error(`${typeof what === 'string' ? what : what()} did not come within ${WAIT_MS / 1000} s`)
    await new Promise((done) => setTimeout(done, STEP_MS))
  }
}

/** The latest code sent to a mobile number or email; `after` is the id of a message known already. */
export const readCode = (site: Pick<Site, 'url'>, to: string, after?: string): Promise<string> =>
  eventually(async () => {
    const latest = (await messagesTo(site, to)).find(({ code }) => code !== undefined)
    return latest && latest.id !== after ? latest.code : undefined
  }, `A code for ${to}`)

/** Moves the server's clock forward; answers its new time, ms. */
export const advanceClock = async (site: Pick<Site, 'url'>, ms: number): Promise<number> =>
  z.object({ now: z.number() }).parse(await post(site, `/sandbox/clock?advance=${ms}`)).now

/** The browser's own requester against a site, with a store in memory: for arranging what a test looks at. */
export function clientOf(
  site: Pick<Site, 'url'>,
  lang: Lang = 'en',
  store: Store = memoryStore(),
): Requester & { store: Store } {
  const unexpected = (): void => undefined
  const requester = createRequester({
    base: site.url,
    store,
    lang: () => lang,
    device: () => 'web',
    now: Date.now,
    toLogin: unexpected,
    toHome: unexpected,
    toast: unexpected,
  })
  return { ...requester, store }
}

export type Stored = Record<string, string>

const minute = 60_000

/** Logs someone in by code; answers what the browser would keep. */
export async function signIn(site: Pick<Site, 'url'>, to: string = DEMO): Promise<Stored> {
  const client = clientOf(site)
  const before = (await messagesTo(site, to)).find(({ code }) => code !== undefined)?.id
  let sent = await client.request(sendCode, { destination: to })
  if (!sent.ok && sent.code === 'too_soon') {
    await advanceClock(site, 2 * minute)
    sent = await client.request(sendCode, { destination: to })
  }
  if (!sent.ok) throw new Error(`No code for ${to}: ${sent.code} ${sent.message}`)
  const reply = await client.request(login, { destination: to, code: await readCode(site, to, before), agreed: true })
  if (!reply.ok) throw new Error(`No login for ${to}: ${reply.code} ${reply.message}`)
  const { token, csrf } = reply.data
  return {
    [KEYS.token]: JSON.stringify({ value: token, expiry: Date.now() + SESSION_MINUTES * 60_000 }),
    [KEYS.csrfName]: csrf.name,
    [KEYS.csrfToken]: csrf.token,
    [DEVICE_SECRET]: client.store.getItem(DEVICE_SECRET) ?? '',
  }
}
