/**
 * The spec's bare path with `?id=<slug>` leads to the entry's own page (design §2 "Details by id");
 * every other query parameter survives. Undefined when there is no id that could be a slug.
 */
export function entryAddress(pathname: string, search: string, hash: string): string | undefined {
  const query = new URLSearchParams(search)
  const id = query.get('id')
  if (id === null || !/^[a-z0-9][a-z0-9-]*$/.test(id)) return undefined
  query.delete('id')
  const rest = String(query)
  return `${pathname.replace(/\/+$/, '')}/${id}${rest && `?${rest}`}${hash}`
}
