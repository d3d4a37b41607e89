/**
 * Keeps the pages of hospitals that were seen for the time without a network: `public/hospitals-sw.js`.
 * A browser that refuses (private window, no storage) shows the pages all the same, with a network.
 */
const { scope } = document.querySelector<HTMLElement>('[data-scope]')?.dataset ?? {}
if (import.meta.env.PROD && scope) navigator.serviceWorker?.register('/hospitals-sw.js', { scope }).catch(() => undefined)
