/** The page file of a route, and the feature whose screen it shows. */
import { existsSync, readFileSync } from 'node:fs'
import type { Route } from '../../src/routes.ts'

export const PAGES = 'src/pages/[...lang]'

/** Files that can be the page of a row. */
export function pagesOf({ path, shell }: Pick<Route, 'path' | 'shell'>): string[] {
  const base = `${PAGES}/${(shell ?? path).replace(/^\/+/, '')}`
  return [`${base}.astro`, `${base}/index.astro`.replace('//', '/')]
}

/** None for a route that leads to another. */
export function featureOf(route: Pick<Route, 'path' | 'shell'>): string | undefined {
  const file = pagesOf(route).find((one) => existsSync(one))
  return file && /features\/([\w-]+)\/screens/.exec(readFileSync(file, 'utf8'))?.[1]
}
