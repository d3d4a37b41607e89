/**
 * The `token` query holds a single-use exchange code of a partner's link (design §2). It is swapped for a session and
 * leaves the address bar before anything else is loaded; a used or expired one leads to the login page with a clear message.
 */
import { API_BASE } from '../base.ts'
import { loginPath } from '../guard.ts'
import { KEYS } from '../keys.ts'
import { writeToken, type Store } from '../storage.ts'

export async function exchangeToken(store: Store, lang: 'en' | 'cn'): Promise<void> {
  const url = new URL(location.href)
  const code = url.searchParams.get('token') ?? ''
  url.searchParams.delete('token')
  // Two slashes at the start would name another host.
  const clean = url.pathname.replace(/^\/+/, '/') + url.search + url.hash
  history.replaceState(null, '', clean)
  try {
    const query = new URLSearchParams({ code, lang })
    const response = await fetch(`${API_BASE}/index/session/exchange?${query}`, { method: 'POST', referrerPolicy: 'no-referrer' })
    const reply: unknown = await response.json()
    const session = sessionOf(reply)
    if (session) {
      writeToken(store, session.token, Date.now())
      store.setItem(KEYS.csrfName, session.csrf.name)
      store.setItem(KEYS.csrfToken, session.csrf.token)
      if (session.coId) store.setItem(KEYS.coId, session.coId)
      location.replace(clean)
      return
    }
  } catch {
    // No answer: the login page below says that the link could not be used and offers a code instead.
  }
  location.replace(`${loginPath(clean, lang)}&link=used`)
}

interface Exchanged {
  token: string
  csrf: { name: string; token: string }
  coId?: string
}

function sessionOf(reply: unknown): Exchanged | undefined {
  const { status, data } = (reply ?? {}) as { status?: number; data?: Exchanged }
  return status === 1 && typeof data?.token === 'string' ? data : undefined
}
