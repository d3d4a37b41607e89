/**
 * Loads a part when it is reached, with its sheets: stands in for Vite's own helper (`leave-out-unused-code.build.ts`), which is twice as long and on every page.
 * What a part needs is asked for at once and not one after the other; a sheet that did not come may be asked for again.
 */
const here = (href: string): boolean => document.querySelector(`link[href="${href}"]`) !== null

/** `deps`: paths from the root without their slash. Rejects when a sheet or the part did not come. */
export async function __vitePreload<T>(load: () => Promise<T>, deps: readonly string[] = []): Promise<T> {
  await Promise.all(deps.map((dep) => {
    const href = `/${dep}`
    if (here(href)) return undefined
    const link = document.createElement('link')
    link.href = href
    link.rel = dep.endsWith('.css') ? 'stylesheet' : 'modulepreload'
    document.head.append(link)
    return link.rel === 'stylesheet' ? arrived(link) : undefined
  }))
  return load()
}

const arrived = (link: HTMLLinkElement): Promise<void> =>
  new Promise((done, failed) => {
    link.onload = () => done()
    link.onerror = () => {
      link.remove()
      failed(new Error(link.href))
    }
  })
