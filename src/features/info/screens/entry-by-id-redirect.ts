/** Opens the entry that `?id=` names if it exists; otherwise says that it does not. */
import { entryAddress } from '../../../app/address/entry-address.ts'

const to = entryAddress(location.pathname, location.search, location.hash)

/**
 * Entries in the list below exist; for others the server is asked. If that fails, the entry may exist: its own page
 * will tell.
 */
async function exists(address: string): Promise<boolean> {
  const { pathname } = new URL(address, location.origin)
  if (document.querySelector(`main a[href="${pathname}"]`)) return true
  return fetch(pathname, { method: 'HEAD' }).then(
    ({ status }) => status !== 404,
    () => true,
  )
}

if (to && (await exists(to))) location.replace(to)
else {
  const unknown = document.querySelector<HTMLElement>('[data-unknown-id]')
  const named = new URLSearchParams(location.search).has('id')
  const list = unknown?.dataset['list']
  if (!named && list) location.replace(list)
  else if (named) show(unknown)
}

function show(unknown: HTMLElement | null): void {
  if (unknown) unknown.hidden = false
  unknown?.style.removeProperty('visibility')
  unknown?.querySelector('p')?.focus()
}
