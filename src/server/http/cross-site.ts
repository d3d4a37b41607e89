/** Calls are made by our own pages and by programs, never by another site's page (decision 0033). */
import type { IncomingHttpHeaders } from 'node:http'

/**
 * True when the browser says that another site's page sends this request. Such a page may do so without a preflight as
 * long as it sends none of our headers: every changing call that needs no key of the caller's would be open to it.
 * `own` are the origins that may call; `host` is the address that the request was sent to.
 */
export function fromOtherSite(headers: IncomingHttpHeaders, host: string, own: readonly string[]): boolean {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return false
  if (origin === undefined) return site !== undefined
  if (own.includes(origin)) return false
  // Browsers that send only the origin (Safari before 16.4).
  return site !== undefined || !URL.canParse(origin) || new URL(origin).host !== host
}
