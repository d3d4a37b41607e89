/**
 * Hospitals without a network: pages below /claims/hospital (and /cn/claims/hospital) that were seen once. The network
 * comes first, always; what it last answered is shown only where it does not answer. Calls, sandbox and other origins
 * never pass through here.
 */
const CACHE = 'hospitals'
/** What a page of hospitals is made of. */
const KEPT =
  /^\/(?:cn\/)?claims\/hospital(?:\/[a-z-]+)?$|^\/data\/hospitals-|^\/assets\/|^\/fonts\/|^\/(?:icons|favicon)\.svg$/
/** Addresses that pages, styles and scripts name. */
const NAMED = /["'`(](\.?\/[\w./@~-]+\.(?:json|js|css|woff2|svg))\b/g
/** Styles and scripts of older versions of the site go, the oldest first. */
const MOST = 120

async function put(path, response) {
  const cache = await caches.open(CACHE)
  await cache.delete(path)
  await cache.put(path, response)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((old) => cache.delete(old)))
}

const isOurs = (response) => response.ok && response.type === 'basic' && !response.redirected

async function answer(event, path) {
  try {
    const response = await fetch(event.request)
    if (isOurs(response)) event.waitUntil(put(path, response.clone()))
    return response
  } catch (error) {
    const held = await caches.match(path)
    if (held) return held
    throw error
  }
}

addEventListener('fetch', (event) => {
  const { method, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method === 'GET' && origin === location.origin && KEPT.test(pathname)) event.respondWith(answer(event, pathname))
})

/** Keeps a file and, once each, what it names. */
async function keep(path, seen) {
  if (seen.has(path) || !KEPT.test(path)) return
  seen.add(path)
  const response = await fetch(path)
  if (!isOurs(response)) return
  const copy = response.clone()
  const text = /html|css|javascript/.test(response.headers.get('content-type') ?? '') ? await response.text() : ''
  await put(path, copy)
  // Other pages of hospitals are kept when they are seen: only files are followed.
  await Promise.all(
    [...text.matchAll(NAMED)].map(([, name]) => keep(new URL(name, new URL(path, location.href)).pathname, seen)),
  )
}

/** The pages that are open now were loaded before their keeper was there. */
async function keepOpenPages() {
  const open = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const seen = new Set()
  await Promise.all(
    open.filter(({ url }) => url.startsWith(registration.scope)).map(({ url }) => keep(new URL(url).pathname, seen)),
  )
}

addEventListener('install', (event) => {
  skipWaiting()
  event.waitUntil(keepOpenPages().catch(() => undefined))
})
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
