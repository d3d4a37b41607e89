/**
 * Whether the site was updated since this page was loaded: the page that its address has now names other scripts. A
 * script's name changes with everything that it loads, so no list of versions is needed.
 */
export async function isSiteUpdated(): Promise<boolean> {
  const own = [...document.querySelectorAll('astro-island[component-url], script[src]')].map(
    (it) => it.getAttribute('component-url') ?? it.getAttribute('src') ?? '',
  )
  try {
    const page = await fetch(location.pathname, { cache: 'no-store' })
    const html = await page.text()
    return page.ok && own.some((script) => !html.includes(script))
  } catch {
    return false
  }
}
