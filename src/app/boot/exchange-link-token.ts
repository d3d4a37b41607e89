/**
 * The `token` query holds a single-use exchange code of a partner's link or of a claim (design §2). The boot script
 * takes it out of the address bar and only then loads this, which exchanges it for a session. Who is signed in already
 * is asked first, at the login page, which finds the code in the session storage.
 */
import { now } from '../../lib/days/clock.ts'
import { API_BASE } from '../requests/api-base.ts'
import { loginPath } from '../address/redirect-by-route.ts'
import { KEYS, LINK_CODE, PARTNER_NAME } from '../storage/storage-keys.ts'
import { splitPath } from '../../lib/locale.ts'
import { tokenExpiry, visitStore, writeToken, type Store } from '../storage/storage.ts'
import { probeStorage } from '../storage/storage-probe.ts'
import type { TokenQuery } from './token-query.ts'

/**
 * Calls `refused` with true when the server refuses the code: the page is then shown as without one. Rejects when
 * nobody answered, and before anything is asked where the browser would not keep the session: the code can be tried
 * again.
 */
export async function exchangeToken(
  store: Store,
  lang: 'en' | 'cn',
  { code, clean }: TokenQuery,
  refused: (linkUsed: boolean) => void,
): Promise<void> {
  if (tokenExpiry(store, now()) !== undefined && store.getItem(KEYS.coId) === null) {
    visitStore().setItem(LINK_CODE, code)
    return location.replace(`${loginPath(clean, lang)}&link=ask`)
  }
  const given = new URL(clean, 'https://own.invalid')
  const query = new URLSearchParams({ code, page: splitPath(given.pathname).path, lang })
  for (const [name, param] of [
    ['inId', 'in_id'],
    ['coId', 'co_id'],
  ] as const) {
    const value = given.searchParams.get(param)
    if (value !== null) query.set(name, value)
  }
  probeStorage()
  const response = await fetch(`${API_BASE}/index/session/exchange?${query}`, {
    method: 'POST',
    referrerPolicy: 'no-referrer',
  })
  if (!response.ok) throw new Error(`${response.status}`)
  // It was answered: the code is used up, here or before.
  visitStore().removeItem(LINK_CODE)
  const { status, data }: { status: number; data?: Exchanged } = await response.json()
  if (status !== 1 || !data) return refused(true)
  const { token, csrf, coId, partner, query: more = {} } = data
  store.setItem(KEYS.csrfName, csrf.name)
  store.setItem(KEYS.csrfToken, csrf.token)
  if (coId) store.setItem(KEYS.coId, coId)
  else store.removeItem(KEYS.coId)
  if (partner) visitStore().setItem(PARTNER_NAME, partner)
  writeToken(store, token, now())
  for (const [name, value] of Object.entries(more)) given.searchParams.set(name, value)
  location.replace(given.pathname + given.search + given.hash)
}

interface Exchanged {
  token: string
  csrf: { name: string; token: string }
  coId?: string
  partner?: string
  query?: Record<string, string>
}
