/** Shows the link back to an application that was begun on this device, on pages that run no React. */

import { findNotedOrder, type NotedOrder } from '../storage/noted-orders.ts'

const DAY_MS = 86_400_000

const bar = document.querySelector<HTMLElement>('[data-continue]')

function look(): void {
  if (!bar) return
  bar.hidden = true
  // oxlint-disable-next-line no-restricted-properties -- lib/clock shares a file with what these pages load on demand
  const now = Date.now()
  findNotedOrder(now - Number(bar.dataset['days']) * DAY_MS, (found) => found && show(bar, found))
}
look()
// The browser shows this page again as it was left: the application may be over since.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) look()
})

/** The bar has the words of both: for an application that waits for its buyer, and for one that the insurer has. */
function show(place: HTMLElement, { id, sent }: NotedOrder): void {
  for (const part of place.querySelectorAll<HTMLElement>('[data-sent]'))
    part.textContent = part.dataset[sent ? 'sent' : 'open'] ?? ''
  for (const link of place.querySelectorAll('a')) link.search = `?id=${id}`
  place.hidden = false
}
