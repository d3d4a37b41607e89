/** Shows the link back to an application that was begun on this device, on pages that run no React. */
import { DATABASE, OPEN_ORDERS, rowsOf, TABLE } from './device-database.ts'

const DAY_MS = 86_400_000

const bar = document.querySelector<HTMLElement>('[data-continue]')
const link = bar?.querySelector('a')

function look(): void {
  if (!bar || !link || typeof indexedDB === 'undefined') return
  bar.hidden = true
  const opening = indexedDB.open(DATABASE)
  // There is no database on this device, and looking must not create one.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  opening.onsuccess = () => show(opening.result, bar, link)
}
look()
// The browser shows this page again as it was left: the application may be over since.
addEventListener('pageshow', ({ persisted }) => { if (persisted) look() })

function show(db: IDBDatabase, place: HTMLElement, to: HTMLAnchorElement): void {
  const reading = db.transaction(TABLE).objectStore(TABLE).openCursor(rowsOf(OPEN_ORDERS), 'prev')
  reading.onsuccess = () => {
    const cursor = reading.result
    // A device without a login can open an order for a limited number of days only.
    const at = (cursor?.value as { at?: number } | undefined)?.at ?? 0
    if (cursor && at > Date.now() - Number(place.dataset['days']) * DAY_MS) {
      to.search = `?id=${String(cursor.key).slice(OPEN_ORDERS.length + 1)}`
      place.hidden = false
    }
    db.close()
  }
}
