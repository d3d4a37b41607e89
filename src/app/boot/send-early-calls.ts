/**
 * Runs inline in the head of a page that shows what belongs to a person, after the boot script: the page's first calls
 * leave while its scripts still load.
 */
import { now } from '../../lib/days/clock.ts'
import { callHeaders } from '../requests/call-headers.ts'
import type { EarlyCall } from '../requests/early-calls.ts'
import { KEYS } from '../storage/storage-keys.ts'
import { browserStore } from '../storage/storage.ts'

const { dataset } = document.documentElement
const store = browserStore()
/** The boot script has told. */
const device = () => (dataset['device'] === 'mobile' ? 'mobile' : 'web')

if (dataset['session'] === 'in' && dataset['leaving'] === undefined && store.getItem(KEYS.token)) {
  const query = new URLSearchParams(location.search)
  const calls: EarlyCall[] = JSON.parse(dataset['calls'] ?? '[]')
  globalThis.earlyCalls = {}
  for (const { access, address } of calls) {
    let known = true
    const to = address.replace(/%7B(\w+)%7D/g, (_, name: string) => {
      const id = query.get(name) ?? ''
      // Whatever else an id may be, it is nothing that has to be encoded.
      known &&= /^[\w-]+$/.test(id)
      return id
    })
    if (!known) continue
    globalThis.earlyCalls[to] = fetch(to, {
      method: 'POST',
      headers: callHeaders(access, { store, device, now }),
      referrerPolicy: 'no-referrer',
      // Read at once: an answer that nobody takes over would hold its connection.
    }).then(async (response) => new Response(await response.blob(), response))
    // Whoever takes it over hears of a failure.
    globalThis.earlyCalls[to].catch(() => undefined)
  }
}
