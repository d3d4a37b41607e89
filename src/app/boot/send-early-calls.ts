/**
 * Runs inline in the head of a page that shows what belongs to a person, after the boot script: the page's first calls
 * leave while its scripts still load.
 */
import { now } from '../../lib/clock.ts'
import { deviceOf } from '../../lib/device.ts'
import { callHeaders } from '../call-headers.ts'
import type { EarlyCall } from '../early-calls.ts'
import { KEYS } from '../storage-keys.ts'
import { browserStore } from '../storage.ts'

const { dataset } = document.documentElement
const store = browserStore()

if (dataset['session'] === 'in' && dataset['leaving'] === undefined && store.getItem(KEYS.token)) {
  const query = new URLSearchParams(location.search)
  const calls: EarlyCall[] = JSON.parse(dataset['calls'] ?? '[]')
  globalThis.earlyCalls = {}
  for (const { access, address } of calls) {
    const names = [...address.matchAll(/%7B(\w+)%7D/g)].map(([, name = '']) => name)
    // Whatever else an id may be, it is nothing that has to be encoded.
    if (names.some((name) => !/^[\w-]+$/.test(query.get(name) ?? ''))) continue
    const to = names.reduce((at, name) => at.replace(`%7B${name}%7D`, query.get(name) ?? ''), address)
    globalThis.earlyCalls[to] = fetch(to, {
      method: 'POST',
      headers: callHeaders(access, { store, device: () => deviceOf(navigator.userAgent), now }),
      referrerPolicy: 'no-referrer',
      // Read at once: an answer that nobody takes over would hold its connection.
    }).then(async (response) => new Response(await response.blob(), response))
    // Whoever takes it over hears of a failure.
    globalThis.earlyCalls[to].catch(() => undefined)
  }
}
