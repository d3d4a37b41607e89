/**
 * Keeps visited pages of hospitals for use without a network: `public/hospitals-sw.js`. A browser that
 * refuses (private window, no storage) still shows the pages with a network.
 */
const { scope } = document.querySelector<HTMLElement>('[data-scope]')?.dataset ?? {}
if (import.meta.env.PROD && scope)
  navigator.serviceWorker?.register('/hospitals-sw.js', { scope }).catch(() => undefined)
