/**
 * What a page stores for the one that is shown after it (a reload, the other language, a return from the login), in
 * this tab.
 */

/** This page, whatever its language. */
export const herePlain = (): string => location.pathname.replace(/^\/cn(?=\/)/, '') + location.search

/** What is stored under `key`, which is then deleted: an empty object when nothing is, or storage is refused. */
export function takeStored(key: string): Record<string, unknown> {
  try {
    const found: Record<string, unknown> = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    sessionStorage.removeItem(key)
    return found
  } catch {
    return {}
  }
}
