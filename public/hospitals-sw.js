/**
 * Hospitals without a network: pages below /claims/hospital (and /cn/claims/hospital) that were seen once. The network comes first,
 * always; what it last answered is shown only where it does not answer. Calls, sandbox and other origins never pass through here.
 */
const CACHE = 'hospitals'
/** What a page of hospitals is made of. */
const KEPT = /^\/(?:cn\/)?claims\/hospital(?:\/[a-z-]+)?$|^\/data\/hospitals-|^\/assets\/|^\/fonts\/|^\/(?:icons|favicon)\.svg$/
/** Styles and scripts of older versions of the site go, the oldest first. */
const MOST = 120

const keyOf = (request) => new URL(request.url ?? request, location.href).pathname

async function put(key, response) {
  const cache = await caches.open(CACHE)
  await cache.delete(key)
  await cache.put(key, response)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((old) => cache.delete(old)))
}

async function answer(event) {
  const key = keyOf(event.request)
  try {
    const response = await fetch(event.request)
    if (response.ok && response.type === 'basic') event.waitUntil(put(key, response.clone()))
    return response
  } catch (error) {
    const held = await caches.match(key)
    if (held) return held
    throw error
  }
}

addEventListener('fetch', (event) => {
  const { method, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method === 'GET' && origin === location.origin && KEPT.test(pathname)) event.respondWith(answer(event))
})

/** A page names what it was made of before its keeper was there. */
addEventListener('message', (event) => {
  const wanted = Array.isArray(event.data) ? event.data.filter((path) => typeof path === 'string' && KEPT.test(path)) : []
  event.waitUntil(Promise.all(wanted.map(async (path) => {
    const response = await fetch(path)
    if (response.ok && response.type === 'basic' && !response.redirected) await put(path, response)
  })).catch(() => undefined))
})

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
