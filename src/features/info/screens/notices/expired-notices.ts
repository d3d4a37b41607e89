/**
 * A page of notices may be older than the day it is read on: notices that have ended are marked as past, and are no
 * longer pinned.
 */
import { shanghaiDay } from '../../rules/shanghai-day.ts'

// oxlint-disable-next-line no-restricted-properties -- lib/clock lies in one file with lib/dates, a kilobyte more
const today = shanghaiDay(Date.now())
const isPinned = (row: Element): boolean => row.querySelector('[data-pinned]:not([hidden])') !== null
const dayIn = (row: Element): string => row.querySelector('time')?.dateTime ?? ''

for (const row of document.querySelectorAll<HTMLElement>('[data-expires]')) {
  if ((row.dataset['expires'] ?? today) >= today) continue
  row.querySelector('[data-past]')?.removeAttribute('hidden')
  if (!isPinned(row)) continue
  row.querySelector('[data-pinned]')?.setAttribute('hidden', '')
  // Moved from the top of the list to its place by day.
  const rows = row.parentElement
  rows?.insertBefore(
    row,
    [...rows.children].find((it) => it !== row && !isPinned(it) && dayIn(it) <= dayIn(row)) ?? null,
  )
}
