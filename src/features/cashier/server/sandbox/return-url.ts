import type { Deps } from '../../../../server/dependencies.ts'

/**
 * The merchant's page as the browser knows it: with site and server at one address only the path is used,
 * because "localhost" and "127.0.0.1" have separate storage.
 */
export function browserReturnUrl(deps: Deps, returnUrl: string): string {
  const { siteUrl, corsOrigins } = deps.config
  return corsOrigins.length === 0 && returnUrl.startsWith(`${siteUrl}/`) ? returnUrl.slice(siteUrl.length) : returnUrl
}
