/**
 * Loads a part and its style sheets when it is reached: replaces Vite's own helper (`leave-out-unused-code.build.ts`),
 * twice as long, on every page. Everything that a part needs is requested in parallel; a sheet that failed may be
 * requested again.
 */
const here = (href: string): boolean => document.querySelector(`link[href="${href}"]`) !== null

/** `deps`: paths from the root without their slash. Rejects when a sheet or the part failed to load. */
// oxlint-disable-next-line no-underscore-dangle -- Vite writes calls of this name into the bundle
export async function __vitePreload<T>(load: () => Promise<T>, deps: readonly string[] = []): Promise<T> {
  await Promise.all(
    deps.map(async (dep) => {
      const href = `/${dep}`
      if (here(href)) return
      const link = document.createElement('link')
      link.href = href
      link.rel = dep.endsWith('.css') ? 'stylesheet' : 'modulepreload'
      document.head.append(link)
      if (link.rel === 'stylesheet') await arrived(link)
    }),
  )
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
