/** Cleans the address of a page that was opened by a link with a `token`, for the address bar. */
export interface TokenQuery {
  code: string
  /** Path, query and hash without the code. */
  clean: string
}

/** Undefined: the address has no `token`. */
export function readTokenQuery(href: string): TokenQuery | undefined {
  const url = new URL(href)
  const code = url.searchParams.get('token')
  if (code === null) return undefined
  url.searchParams.delete('token')
  // Two slashes at the start would name another host.
  return { code, clean: url.pathname.replace(/^\/+/, '/') + url.search + url.hash }
}
