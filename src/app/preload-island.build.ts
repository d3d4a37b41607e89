/**
 * A page with an island names all of the island's modules in its head, so that none waits for another to be read: the
 * chain was five links long. Style sheets go first, because the first paint waits for them (`fetchpriority`).
 */
import { moduleClosure } from './module-graph.build.ts'

const ISLAND = /<astro-island [^>]*>/g
const MODULE = /(?:component|renderer)-url="\/([^"]+)"/g

/** `dir`: the folder of the build. A page without an island stays as it is. */
export function preloadIsland(html: string, dir: string): string {
  const entries = [...html.matchAll(ISLAND)].flatMap(([tag]) =>
    [...tag.matchAll(MODULE)].flatMap(([, file]) => file ?? []),
  )
  if (entries.length === 0) return html
  const links = [...moduleClosure(dir, entries)].map(
    (file) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`,
  )
  return html.replace('</head>', `${links.join('')}</head>`)
}
