/** Keeps the pages of hospitals that were seen for the time without a network: `public/hospitals-sw.js`. */
/** The page says both: the address of the index, and below which path it is kept. */
const { hospitals, scope } = document.querySelector<HTMLElement>('[data-hospitals]')?.dataset ?? {}

async function keep(): Promise<void> {
  await navigator.serviceWorker.register('/hospitals-sw.js', scope ? { scope } : {})
  const { active } = await navigator.serviceWorker.ready
  // This page was loaded before its keeper was there: what it is made of is named to it.
  const parts = performance.getEntriesByType('resource').map(({ name }) => new URL(name)).filter(({ origin }) => origin === location.origin)
  active?.postMessage([location.pathname, hospitals, ...parts.map(({ pathname }) => pathname)])
}

// A browser that refuses (private window, no storage) shows the pages all the same, with a network.
if (import.meta.env.PROD && scope && 'serviceWorker' in navigator) keep().catch(() => undefined)
