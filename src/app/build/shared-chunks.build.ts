/**
 * Which modules of the browser's bundle share a file, beside those of `chunk-groups.build.ts`. The bundler gives each
 * set of pages that needs the same modules a file of its own: the first page of a claim asked for sixty. Here sets that
 * are alike become one, as long as what pages load in vain weighs less than the requests that are saved.
 */
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { LOADED_WITH_EVERY_ISLAND } from './preload-dependencies.build.ts'

/** What one request costs, in bytes: its headers, and what a small file compresses worse. */
const REQUEST = 400
/** Bytes sent for a character of a module's code: minified and compressed. */
const SENT = 0.15
/** A script of an information page may load hardly anything (design §8). */
const OF_PAGE_SCRIPT = 50

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/**
 * Files of their own: merged with parts of other pages these would bring them along, with all that those need. How
 * answers are saved and photos sent, and what the pages of a link in a mail are made of.
 */
const APART: readonly [name: string, modules: RegExp][] = [
  ['saving', /^src\/app\/saving\/(draft-|save-on-leave)/],
  ['typing', /^src\/app\/saving\/typing-store/],
  ['save-notices', /^src\/app\/saving\/save-notices/],
  [
    'uploads',
    /^src\/(app\/photos\/(send-file|subject-uploads|upload-queue|upload-sender|uploads|use-uploads)|features\/claims\/screens\/(configure-uploads|photos-waiting|send-when-checked))\.tsx?$/,
  ],
  [
    'photo-quality',
    /^src\/app\/(photos\/(upload-summary|file-kind|photo-quality|prepare-file|resize-photo|upload-types)|requests\/upload-request)\.ts$/,
  ],
  ['contact', /^src\/(lib\/people\/(contact|message-preferences)|app\/requests\/use-button-request)\.ts$/],
]
const apartOf = (id: string): string | undefined =>
  APART.find(([, modules]) => modules.test(id.slice(ROOT.length)))?.[0]
/** What every island needs is in its file: `base`, which `preload-dependencies.build.ts` knows. */
const ISLAND = `${ROOT}src/app/load/island.tsx`
/** React has a file of its own (`chunk-groups.build.ts`). */
const isShared = (id: string): boolean => id.startsWith(ROOT) && !/node_modules\/(react|react-dom|scheduler)\//.test(id)

/** Modules that the same pages need. */
export interface Shared {
  pages: ReadonlySet<string>
  modules: readonly string[]
  /** As sent, about. */
  bytes: number
}

/** `weight`: how much a byte counts that a page loads in vain. */
export function merged(all: readonly Shared[], weight: (page: string) => number): Shared[] {
  const rest = new Set(all)
  const vain = (had: Shared, missing: Shared): number =>
    [...had.pages.difference(missing.pages)].reduce((sum, page) => sum + weight(page), 0) * missing.bytes
  const gain = (a: Shared, b: Shared): number => a.pages.intersection(b.pages).size * REQUEST - vain(a, b) - vain(b, a)
  const pairs: { a: Shared; b: Shared; gain: number }[] = []
  const pair = (a: Shared, b: Shared): void => {
    const worth = gain(a, b)
    if (worth > 0) pairs.push({ a, b, gain: worth })
  }
  all.forEach((a, i) => all.slice(0, i).forEach((b) => pair(a, b)))
  for (;;) {
    const best = pairs.reduce<(typeof pairs)[number] | undefined>(
      (most, it) => (rest.has(it.a) && rest.has(it.b) && it.gain > (most?.gain ?? 0) ? it : most),
      undefined,
    )
    if (!best) return [...rest]
    const { a, b } = best
    const both = { pages: a.pages.union(b.pages), modules: [...a.modules, ...b.modules], bytes: a.bytes + b.bytes }
    rest.delete(a)
    rest.delete(b)
    for (const other of rest) pair(other, both)
    rest.add(both)
  }
}

interface Graph {
  getModuleIds: () => Iterable<string>
  getModuleInfo: (id: string) => {
    code: string | null
    importedIds: readonly string[]
    dynamicallyImportedIds: readonly string[]
    importers: readonly string[]
    isEntry: boolean
  } | null
}

function closureOf(graph: Graph, ...entries: string[]): Set<string> {
  const seen = new Set(entries)
  // A set goes on with what is added while it is walked through.
  for (const id of seen) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) seen.add(next)
  return seen
}

/** What is loaded at the same time: each page on each device, and with one of its lazy parts. */
function loads(graph: Graph, entry: string): [string, Set<string>][] {
  const partsOf = (modules: ReadonlySet<string>): string[] =>
    [...new Set([...modules].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []))].sort()
  const plain = partsOf(closureOf(graph, entry))
  return ['web', 'mobile'].flatMap((device) => {
    // A screen's arrangement comes with the screen (`byDevice`).
    const first = [entry, ...plain.filter((part) => basename(part) === `${device}.tsx`)]
    const page = closureOf(graph, ...first)
    const opened = partsOf(page).filter((part) => !/^(web|mobile)\.tsx$/.test(basename(part)))
    return [
      [`${entry} ${device}`, page],
      ...opened.map((part): [string, Set<string>] => [`${entry} ${device} ${part}`, closureOf(graph, ...first, part)]),
    ] satisfies [string, Set<string>][]
  })
}

/** By module: what is loaded by its name and imports it, an island or a lazy part. */
function loadersOf(graph: Graph): Map<string, number> {
  const loaded = new Set<string>()
  for (const id of graph.getModuleIds()) {
    const info = graph.getModuleInfo(id)
    if (info?.isEntry) loaded.add(id)
    for (const part of info?.dynamicallyImportedIds ?? []) loaded.add(part)
  }
  const count = new Map<string, number>()
  for (const loader of loaded) for (const id of closureOf(graph, loader)) count.set(id, (count.get(id) ?? 0) + 1)
  return count
}

/** Not the file of its loader, which would need two requests then. */
function ownsFile(graph: Graph, id: string, loaders: ReadonlyMap<string, number>): boolean {
  const info = graph.getModuleInfo(id)
  return info !== null && !info.isEntry && info.importers.length > 0 && (loaders.get(id) ?? 0) > 1
}

const isPageScript = (entry: string): boolean => entry.includes('astro&type=script')

/** The file's name for each module that pages share. */
export function filesOf(graph: Graph): Map<string, string> {
  const entries = [...graph.getModuleIds()].filter((id) => graph.getModuleInfo(id)?.isEntry).sort()
  const pagesOf = new Map<string, Set<string>>()
  for (const [page, modules] of entries.flatMap((entry) => loads(graph, entry)))
    for (const id of modules) pagesOf.set(id, (pagesOf.get(id) ?? new Set()).add(page))
  const loaders = loadersOf(graph)
  const alike = new Map<string, Shared>()
  const apart = new Map<string, string>()
  for (const id of [...pagesOf.keys()].filter((it) => isShared(it) && ownsFile(graph, it, loaders)).sort()) {
    const own = apartOf(id)
    if (own !== undefined) {
      apart.set(id, own)
      continue
    }
    const pages = pagesOf.get(id) ?? new Set()
    const key = [...pages].join('\n')
    const { modules, bytes } = alike.get(key) ?? { modules: [], bytes: 0 }
    const sent = (graph.getModuleInfo(id)?.code?.length ?? 0) * SENT
    alike.set(key, { pages, modules: [...modules, id], bytes: bytes + sent })
  }
  const weight = (page: string): number => (isPageScript(page) ? OF_PAGE_SCRIPT : 1)
  const length = (id: string): number => graph.getModuleInfo(id)?.code?.length ?? 0
  // A file that bears one of these names is taken for loaded.
  const named = new Map(LOADED_WITH_EVERY_ISLAND.map((name) => [name, 1]))
  return new Map([
    ...apart,
    ...merged([...alike.values()], weight).flatMap(({ modules }) => {
      if (modules.includes(ISLAND)) return modules.map((id) => [id, 'base'] as const)
      const name = nameOf(modules.reduce((a, b) => (length(b) > length(a) ? b : a)))
      const again = named.get(name) ?? 0
      named.set(name, again + 1)
      return modules.map((id) => [id, again === 0 ? name : `${name}${again}`] as const)
    }),
  ])
}

function nameOf(id: string): string {
  const [file = ''] = basename(id).split('.')
  return file === 'index' ? basename(dirname(id)) : file
}

/** The plugin that looks at the graph, and the bundler's group that asks it. */
export function sharedChunks(): { plugin: Plugin; group: object } {
  let files = new Map<string, string>()
  return {
    plugin: {
      name: 'shared-chunks',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'client',
      // A group that does not pull in what its modules import may export more than an entry asks for.
      configEnvironment: (name) =>
        name === 'client' ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } } : undefined,
      buildEnd() {
        files = filesOf(this)
      },
    },
    group: { name: (id: string) => files.get(id) ?? null, priority: 0, includeDependenciesRecursively: false },
  }
}
