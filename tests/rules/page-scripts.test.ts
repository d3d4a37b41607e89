/** What pages of the built site load: their weight, islands and modules. Without a build only the seeds are tested. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { splitPath } from '../../src/lib/locale.ts'
import { matchRoute, ROUTES, type Route } from '../../src/routes.ts'
import { moduleImports } from '../../src/app/build/module-graph.build.ts'
import { DIST, moduleClosure, pageOf, readPages, tagsOf, type Page } from './dist.ts'
import { withoutTemplates } from './links.ts'
import { featureOf } from './route-pages.ts'
import { once, rule } from './rule.ts'
import { ISLAND_LIMITS, KB, LIMITS, neededNoMore, overweight, sizeOf, STILL_OVER, table, type Size } from './sizes.ts'
import { filesUnder, type Texts } from './source.ts'

const pages = once(readPages)
const paths = (all: readonly Page[]): string[] => all.map(({ path }) => path)

const SMALL: Size = {
  path: '/notice',
  kind: 'notice.list',
  island: false,
  html: 10 * KB,
  css: 12 * KB,
  js: 2 * KB,
  files: 2,
  all: 24 * KB,
}

const ISLAND_SIZE: Size = { ...SMALL, ...ISLAND_LIMITS, island: true, all: 200 * KB }

rule('pages keep their weight (design §8)', {
  built: true,
  of: () => {
    const sizes = pages().map(sizeOf)
    mkdirSync('.cache', { recursive: true })
    writeFileSync('.cache/sizes.json', `${JSON.stringify(sizes, null, 1)}\n`)
    console.info(table(sizes).join('\n'))
    return sizes
  },
  faults: (sizes) => sizes.flatMap(overweight),
  // A page without a style sheet, or an island without scripts, was not weighed.
  looksAt: (sizes) =>
    sizes.filter(({ island, css, js }) => css > 0 && (!island || js > LIMITS.pageJs)).map(({ path }) => path),
  among: ['/home', '/cn/home', '/confirm', '/cn/plan/details/us-campus', '/cashier/shell'],
  atLeast: 400,
  seeds: {
    'a page too heavy in all': [[{ ...SMALL, all: LIMITS.page + 1 }], '/notice: HTML 10.0 KB + CSS 12.0 KB'],
    'scripts of a page': [[{ ...SMALL, js: LIMITS.pageJs + 1 }], '/notice: JS 5.0 KB of 5.0 KB'],
    'scripts of an island': [[{ ...ISLAND_SIZE, js: ISLAND_LIMITS.js + 1 }], '/notice: JS 95.0 KB of JS 95.0 KB'],
    'files of an island': [[{ ...ISLAND_SIZE, files: ISLAND_LIMITS.files + 1 }], '/notice: 16 files of 15 files'],
  },
  sound: {
    'a light page': [SMALL, { ...SMALL, all: LIMITS.page, js: LIMITS.pageJs }],
    'an island': [ISLAND_SIZE],
  },
})

interface Exceptions {
  sizes: readonly Size[]
  over: typeof STILL_OVER
}

rule('a page that may still exceed a limit does', {
  built: true,
  of: (): Exceptions => ({ sizes: pages().map(sizeOf), over: STILL_OVER }),
  faults: ({ sizes, over }) => neededNoMore(sizes, over),
  looksAt: ({ over }) => Object.keys(over),
  among: ['claim.list'],
  seeds: {
    'an exception that nobody needs': [
      { sizes: [ISLAND_SIZE], over: { [SMALL.kind]: { js: 120 * KB } } },
      'notice.list: js is within its limit',
    ],
  },
})

const ISLAND = '<astro-island component-url="/assets/a.js"></astro-island>'

rule('information pages run no React', {
  built: true,
  of: pages,
  faults: (all) => information(all).flatMap(({ path, html }) => (html.includes('<astro-island') ? [path] : [])),
  looksAt: (all) => paths(information(all)),
  among: ['/claims/FAQ/content/emergency', '/cn/information/content/privacy', '/claims/hospital/uk', '/notice'],
  atLeast: 200,
  seeds: { 'an island': [[pageOf('/claims/FAQ', ISLAND)], '/claims/FAQ'] },
  sound: { 'an island of another feature': [pageOf('/confirm', ISLAND)] },
})
function information(all: readonly Page[]): Page[] {
  const ids = ROUTES.filter((route: Route) => featureOf(route) === 'info').map(({ id }) => id as string)
  return all.filter(({ path }) => ids.includes(matchRoute(splitPath(path).path)?.id ?? ''))
}

const withIsland = (all: readonly Page[]): Page[] => all.filter(({ html }) => html.includes('<astro-island'))

rule('a page with an island says so when that does not come, by a script of its own', {
  built: true,
  of: pages,
  faults: (all) =>
    withIsland(all)
      .filter(({ html }) => !withoutTemplates(html).includes('data-load-error'))
      .map(({ path }) => path),
  looksAt: (all) => paths(withIsland(all)),
  among: ['/confirm', '/cn/login', '/plan/details/us-campus', '/claim/application/apply'],
  atLeast: 80,
  seeds: {
    'an island alone': [[pageOf('/confirm', ISLAND)], '/confirm'],
    'a message that only a template has': [
      [pageOf('/confirm', `${ISLAND}<template><p data-load-error>a</p></template>`)],
      '/confirm',
    ],
  },
  sound: { 'an island and its message': [pageOf('/confirm', `${ISLAND}<p data-load-error hidden>a</p>`)] },
})

/** Addresses of what an island of this page needs before it can be drawn. */
function neededOf(html: string): string[] {
  const tags = tagsOf(html).filter(({ name }) => name === 'astro-island')
  const entries = tags.flatMap(({ attributes }) =>
    ['component-url', 'renderer-url'].flatMap((name) => attributes[name]?.slice(1) ?? []),
  )
  const words = tags.flatMap(({ attributes }) => attributes['props']?.match(/\/assets\/words\/[\w.-]+\.json/g) ?? [])
  return [...[...moduleClosure(entries)].map((file) => `/${file}`), ...words]
}
const named = (html: string): string[] =>
  tagsOf(html)
    .filter(({ name, attributes }) => name === 'link' && /^(module)?preload$/.test(attributes['rel'] ?? ''))
    .flatMap(({ attributes }) => attributes['href'] ?? [])

const WORDS = '<astro-island props="[&quot;/assets/words/en.app.x.json&quot;]"></astro-island>'

rule('a page with an island names in its head what the island needs, so that nothing waits for a chain', {
  built: true,
  of: pages,
  faults: (all) =>
    withIsland(all).flatMap(({ path, html }) => {
      const there = new Set(named(html))
      return neededOf(html)
        .filter((file) => !there.has(file))
        .map((file) => `${path} does not name ${file}`)
    }),
  looksAt: (all) =>
    withIsland(all)
      .filter(({ html }) => neededOf(html).length > 8)
      .map(({ path }) => path),
  among: ['/confirm', '/cn/login', '/plan/details/us-campus', '/claim/application/apply'],
  atLeast: 80,
  seeds: { 'words that nothing names': [[pageOf('/confirm', WORDS)], '/confirm does not name /assets/words/en.app.x'] },
  sound: {
    'words that the head names': [
      pageOf('/confirm', `<link rel="preload" as="fetch" href="/assets/words/en.app.x.json" crossorigin>${WORDS}`),
    ],
  },
})

interface Modules {
  /** By file below `dist`. */
  scripts: Texts
  exists: (file: string) => boolean
}
const readModules = (): Modules => ({
  scripts: new Map(
    filesUnder(join(DIST, 'assets'))
      .filter((file) => file.endsWith('.js'))
      .map((file) => [file.slice(DIST.length + 1), readFileSync(file, 'utf8')]),
  ),
  exists: (file) => existsSync(join(DIST, file)),
})

/** Files that import each other in a circle, each circle by its first file. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const reaches = (from: string, to: string): boolean => {
    const seen = new Set(imports.get(from))
    for (const file of seen) for (const next of imports.get(file) ?? []) seen.add(next)
    return seen.has(to)
  }
  return [...imports.keys()].filter((file) => reaches(file, file))
}
const importsOf = ({ scripts }: Modules): Map<string, readonly string[]> =>
  new Map([...scripts].map(([file, code]) => [file, moduleImports(file, code).now]))
const CIRCLE: Texts = new Map([
  ['assets/a.js', 'import{b}from"./b.js"'],
  ['assets/b.js', 'import{a}from"./a.js"'],
])

// Modules may import each other in a circle where only functions are exchanged; files of many modules must not.
rule('no file of the browser’s bundle imports itself by way of others (`shared-chunks.build.ts`)', {
  built: true,
  of: readModules,
  faults: (modules) => circles(importsOf(modules)),
  looksAt: (modules) =>
    [...importsOf(modules)].flatMap(([, targets]) => targets.map((file) => file.replace(/\..*$/, ''))),
  among: ['assets/base', 'assets/calls'],
  atLeast: 100,
  seeds: { 'two files': [{ scripts: CIRCLE, exists: () => true }, 'assets/a.js', 'assets/b.js'] },
})

const isReact = (file: string): boolean => file.startsWith('assets/react.')

// Half of what an island weighs: a release must not make everybody load it again.
rule('the file of React imports nothing that a release changes (`chunk-groups.build.ts`)', {
  built: true,
  of: readModules,
  faults: (modules) =>
    [...importsOf(modules)].flatMap(([file, targets]) =>
      targets
        .filter((target) => isReact(file) && !target.startsWith('assets/rolldown-runtime.'))
        .map((target) => `${file} imports ${target}`),
    ),
  looksAt: (modules) => [...importsOf(modules)].flatMap(([file]) => (isReact(file) ? ['React'] : [])),
  among: ['React'],
  atLeast: 1,
  seeds: {
    'a part of ours': [
      { scripts: new Map([['assets/react.a.js', 'import{b}from"./base.b.js"']]), exists: () => true },
      'assets/react.a.js imports assets/base.b.js',
    ],
  },
})

rule('every module a script imports is there', {
  built: true,
  of: readModules,
  faults: ({ scripts, exists }) =>
    [...scripts].flatMap(([file, code]) => {
      const { now, later } = moduleImports(file, code)
      return [...now, ...later].filter((target) => !exists(target)).map((target) => `${file} → ${target}`)
    }),
  looksAt: ({ scripts }) =>
    [...scripts].flatMap(([file, code]) => {
      const { now, later } = moduleImports(file, code)
      return [...(now.length > 0 ? ['imports now', file] : []), ...(later.length > 0 ? ['imports later', file] : [])]
    }),
  among: ['imports now', 'imports later'],
  atLeast: 150,
  seeds: {
    'a module that is gone': [
      { scripts: new Map([['assets/a.js', 'import{b}from"./b.js"']]), exists: () => false },
      'assets/a.js → assets/b.js',
    ],
    'a module that is gone when it is needed': [
      { scripts: new Map([['assets/a.js', 'const b=()=>import("./b.js")']]), exists: () => false },
      'assets/a.js → assets/b.js',
    ],
  },
})
