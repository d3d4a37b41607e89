/**
 * A page with an island names all of the island's modules and words in its head, so that none waits for another to be
 * read: the chain was five links long. Style sheets go first, because the first paint waits for them (`fetchpriority`).
 * What only one device loads is added by the boot script, which knows the device.
 */
import { basename } from 'node:path'
import { moduleClosure } from './module-graph.build.ts'

const ISLAND = /<astro-island [^>]*>/g
const MODULE = /(?:component|renderer)-url="\/([^"]+)"/g
/**
 * The sheet of pages without islands: the sheet of islands contains it (decision 0005). By its address, or in
 * development.
 */
const PLAIN_SHEET =
  /<link rel="stylesheet" href="\/assets\/Page\.[^"]+">|<style[^>]* data-vite-dev-id="[^"]*\/styles\/page\.css"[^>]*>[^]*?<\/style>/
/** Astro's copy of what stands in the place of an island, for components that would show it by themselves. */
const UNUSED_COPY = /<template data-astro-template="fallback">[^]*?<\/template>/g
/** What the build drew of its lazy parts (`FirstState.astro`). */
const PARTS = / data-parts="([^"]*)"/g
const WORDS = /\/assets\/words\/[\w.-]+\.json/g

const found = (tags: readonly string[], pattern: RegExp, group: number): string[] =>
  tags.flatMap((tag) => [...tag.matchAll(pattern)].flatMap((match) => match[group] ?? []))

/** While editing there are no files; in a build a part without one is a mistake of `lazy-modules.build.ts`. */
function fileOf(part: string): string[] {
  const file = globalThis.fileOfModule?.get(part)
  if (!file && globalThis.fileOfModule) throw new Error(`No file of the browser's bundle has ${part}`)
  return file ? [file] : []
}

/** `dir`: the folder of the build. A page without an island stays as it is. */
export function preloadIsland(html: string, dir: string): string {
  const islands = html.match(ISLAND) ?? []
  const entries = found(islands, MODULE, 1)
  if (entries.length === 0) return html
  const drawn = found([html], PARTS, 1).flatMap((parts) => parts.split(' ').filter(Boolean))
  const roots = [...entries, ...drawn.flatMap(fileOf)]
  const first = moduleClosure(dir, roots)
  /** The arrangement of a screen for one device: requested with the screen, by its name (`byDevice`). */
  const ofDevice = (device: 'web' | 'mobile'): string =>
    [...moduleClosure(dir, roots, (file) => basename(file).startsWith(`${device}.`))]
      .filter((file) => !first.has(file))
      .map((file) => `/${file}`)
      .join(' ')
  const parts = (device: 'web' | 'mobile'): string => {
    const files = ofDevice(device)
    return files && `data-${device}="${files}" `
  }
  const links = [
    ...[...new Set(found(islands, WORDS, 0))].map(
      (file) => `<link rel="preload" as="fetch" href="${file}" crossorigin>`,
    ),
    ...[...first].map((file) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`),
  ]
  return html
    .replaceAll(UNUSED_COPY, '')
    .replaceAll(PARTS, '')
    .replace(PLAIN_SHEET, '')
    .replace('<html ', `<html ${parts('web')}${parts('mobile')}`)
    .replace('</head>', `${links.join('')}</head>`)
}
