/** The boundaries of the architecture (design §3): which part may import which. */
import { builtinModules } from 'node:module'
import { isTest, type Import, type Source } from './source.ts'

export type Zone =
  | 'lib'
  | 'routes'
  | 'contract'
  | 'ui'
  | 'app'
  | 'shared'
  | 'screen'
  | 'server'
  | 'room'
  | 'program'
  | 'pages'
  | 'build'
  | 'config'
  | 'other'

/**
 * The features in their order, from below: on the server, one imports only those before it (decision 0127). What
 * happens above it reaches a feature by hooks.
 */
export const ORDER = [
  'plans',
  'session',
  'cashier',
  'orders',
  'collection',
  'policies',
  'credentials',
  'claims',
  'changes',
  'invoices',
  'education',
  'overseas',
  'partners',
  'bank-transfers',
  'account',
  'home',
  'info',
]

const featureOf = (path: string): string | undefined => /^src\/features\/([^/]+)\//.exec(path)?.[1]

/** What runs while the site is built, neither in a browser nor in the server. */
const BUILD = /\.build\.ts$|^src\/app\/boot\/bundle-inline-scripts\.ts$/

/** What of a feature runs on the server. */
export const ROOM = /^src\/features\/[^/]+\/(server\/|tables\.ts$)/

/**
 * The part that a file belongs to. `shared`: a feature's plain module, used by its browser and server files; `server`:
 * the ground of the server, which knows no feature; `room`: a feature's server files; `program`: what puts all
 * together.
 */
export function zoneOf(path: string): Zone {
  if (BUILD.test(path)) return 'build'
  if (path.startsWith('src/programs/')) return 'program'
  if (path.startsWith('src/server/')) return 'server'
  if (ROOM.test(path)) return 'room'
  if (path.startsWith('src/lib/')) return 'lib'
  if (path === 'src/routes.ts') return 'routes'
  if (path.startsWith('src/ui/')) return 'ui'
  if (path.startsWith('src/app/')) return 'app'
  if (path.startsWith('src/pages/')) return 'pages'
  if (/^src\/(content\.config|env\.d|middleware)\.ts$/.test(path)) return 'config'
  if (/^src\/features\/[^/]+\/(contract|list-contract|steps)\.ts$/.test(path)) return 'contract'
  if (featureOf(path)) return /\.(tsx|astro)$/.test(path) || path.includes('/screens/') ? 'screen' : 'shared'
  return 'other'
}

const MAY: Record<Exclude<Zone, 'program'>, readonly Zone[]> = {
  lib: ['lib'],
  routes: ['lib', 'routes'],
  contract: ['lib'],
  ui: ['lib', 'ui'],
  app: ['lib', 'ui', 'routes', 'app'],
  shared: ['lib', 'ui', 'app', 'routes'],
  screen: ['lib', 'ui', 'app', 'routes'],
  server: ['lib', 'routes', 'server'],
  room: ['lib', 'routes', 'contract', 'server', 'room'],
  pages: ['lib', 'ui', 'app', 'routes', 'screen', 'shared', 'contract', 'config'],
  build: ['lib', 'routes', 'ui', 'app', 'server', 'build'],
  config: ['lib', 'app', 'config'],
  other: [],
}

/** Zones that a file may import inside its own feature, besides `MAY`. */
const AT_HOME: Partial<Record<Zone, readonly Zone[]>> = {
  contract: ['contract', 'shared'],
  shared: ['contract', 'shared', 'screen'],
  screen: ['contract', 'shared', 'screen'],
  room: ['shared'],
}

/**
 * Agreed imports across a boundary, each with its reason (`from → to`).
 * Adding a line here needs a decision record in docs/decisions.
 */
export const AGREED: Record<string, string> = {
  'src/features/changes/screens/index.tsx → src/features/account/screens/contact-information/index.tsx':
    'the account’s part of /personal/modify (decision 0061)',
  'src/features/account/screens/orders/detail → src/features/invoices/screens/invoice-panel.tsx':
    'an order shows its invoice (decision 0078)',
  'src/features/cashier/screens/succeed/tuition-paid.tsx → src/features/education/screens/tuition-progress.tsx':
    'pay success of tuition (decision 0082)',
  'src/features/account/screens/orders/index.tsx → src/features/education/screens/own-tuition-payments.tsx':
    'tuition in the list of orders (decision 0082)',
}

const agreed = (from: string, to: string): boolean =>
  Object.keys(AGREED).some((pair) => {
    const [source, target] = pair.split(' → ')
    return source !== undefined && target !== undefined && from.startsWith(source) && to.startsWith(target)
  })

const NODE = new Set(builtinModules)
export const isBuiltin = (specifier: string): boolean => specifier.startsWith('node:') || NODE.has(specifier)

/** Browser code: what may be bundled. */
export const isBrowser = (path: string): boolean =>
  !isTest(path) && !['server', 'room', 'program', 'build', 'config', 'other'].includes(zoneOf(path))

/** All that other features' servers use of a feature. Its own files import each other directly. */
const isDoor = (file: string): boolean => file.endsWith('/server/door.ts')

/** Why a server file of a feature may not import this one of a feature; undefined when it may. */
function doorViolation(path: string, file: string): string | undefined {
  const [from, to] = [featureOf(path), featureOf(file)]
  if (from === undefined || to === undefined) return undefined
  if (from === to) return isDoor(file) ? 'the door is for others' : undefined
  const unknown = [from, to].find((feature) => !ORDER.includes(feature))
  if (unknown !== undefined) return `${unknown} has no place in ORDER`
  if (ORDER.indexOf(to) > ORDER.indexOf(from)) return `${from} stands below ${to}: use a hook`
  return zoneOf(file) === 'room' && !isDoor(file) ? `${to} is reached by its door` : undefined
}

const RUNS_ON_SERVER: readonly Zone[] = ['server', 'room']

/** Whether a part of the house, or of its own feature, lets `path` import `file`. */
function isOpenTo(zone: Exclude<Zone, 'program'>, path: string, file: string): boolean {
  const target = zoneOf(file)
  if (MAY[zone].includes(target) || agreed(path, file)) return true
  if (featureOf(file) !== undefined && featureOf(file) === featureOf(path))
    return AT_HOME[zone]?.includes(target) ?? false
  return (zone === 'screen' || zone === 'shared') && /\/(contract|list-contract)\.ts$/.test(file)
}

/** Why `path` may not import this; undefined when it may. */
function wallViolation(path: string, { specifier, file, typeOnly }: Import): string | undefined {
  const zone = zoneOf(path)
  if (zone === 'lib' && !typeOnly && isBuiltin(specifier)) return `lib runs anywhere, but imports ${specifier}`
  if (!file?.startsWith('src/') || zone === 'program') return undefined
  const target = zoneOf(file)
  if (![...RUNS_ON_SERVER, 'build'].includes(zone) && RUNS_ON_SERVER.includes(target))
    return `${zone} must not import a server file`
  const around = zone === 'room' ? doorViolation(path, file) : undefined
  if (around !== undefined) return around
  if (zone === 'config' || zone === 'other' || isOpenTo(zone, path, file)) return undefined
  return `${zone} must not import ${target}`
}

/** Every import across a boundary, as `file → import: why`. */
export const wallViolations = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, imports }) =>
      imports.flatMap((it) => {
        const why = wallViolation(path, it)
        return why ? [`${path} → ${it.specifier}: ${why}`] : []
      }),
    )

/**
 * Import cycles, each once, as paths from a file back to itself. Type imports count: whoever reads one file of a cycle
 * must read them all.
 */
export function circles(sources: readonly Source[]): string[] {
  const graph = new Map(sources.map(({ path, imports }) => [path, imports.flatMap(({ file }) => file ?? [])]))
  const state = new Map<string, 'open' | 'done'>()
  const found: string[] = []
  const visit = (path: string, trail: string[]): void => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      found.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      return
    }
    state.set(path, 'open')
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of graph.keys()) visit(path, [])
  return found
}

/** Files that a module loads at run time, itself included. */
export function closure(sources: readonly Source[], from: string): Set<string> {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const seen = new Set<string>()
  const open = [from]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    for (const { file, typeOnly } of byPath.get(path)?.imports ?? []) if (file && !typeOnly) open.push(file)
  }
  return seen
}
