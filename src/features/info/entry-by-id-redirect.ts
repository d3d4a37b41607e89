/** Goes to the entry that `?id=` names, if there is one; says so if there is none. */
import { entryAddress } from '../../app/entry-address.ts'

const to = entryAddress(location.pathname, location.search, location.hash)

/** What the list below leads to exists; of the rest the server knows. Unreachable is not unknown: then the entry's own page says more. */
async function exists(address: string): Promise<boolean> {
  const { pathname } = new URL(address, location.origin)
  if (document.querySelector(`main a[href="${pathname}"]`)) return true
  return fetch(pathname, { method: 'HEAD' }).then(({ status }) => status !== 404, () => true)
}

if (to && (await exists(to))) location.replace(to)
else if (new URLSearchParams(location.search).has('id')) {
  const unknown = document.querySelector<HTMLElement>('[data-unknown-id]')
  if (unknown) unknown.hidden = false
  unknown?.querySelector('p')?.focus()
}
