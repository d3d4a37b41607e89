/** Every route as an address that can be opened. */
import { existsSync } from 'node:fs'
import { ROUTES, type Route } from '../../src/routes.ts'
import { filesUnder } from '../rules/source.ts'
import type { Stored } from './sandbox.ts'
import { demoSession, SAMPLES, type Samples } from './samples.ts'
import type { Site } from './site.ts'
import type { Device } from './visit.ts'

const rows: readonly Route[] = ROUTES

/** Rows with a screen of their own. */
export const screens = (): Route[] => rows.filter(({ redirect }) => redirect === undefined)

export const isOn = ({ device }: Route, on: Device): boolean => device === undefined || device.only === on

/** Whether a login is needed to see it on this device (design §2 "Open and guarded"). */
export const needsLogin = ({ access }: Route, device: Device): boolean =>
  access === 'login' || (access === 'login-web' && device === 'web')

/** The first entry that was built for a pattern like `/notice/content/[slug]`. */
function builtEntry(pattern: string): string | undefined {
  const known = new Set(rows.map(({ path }) => path))
  const rule = new RegExp(`^dist${pattern.replace(/\[\w+\]/g, '([^/]+)')}\\.html$`)
  return filesUnder('dist')
    .filter((file) => rule.test(file))
    .map((file) => file.slice('dist'.length, -'.html'.length))
    .find((path) => !known.has(path))
}

/** How a route is shown: its address, and the demo account's session where it needs one or shows what is that account's. */
export interface Showing {
  /** Without language. */
  path: string
  stored: Stored
}

export async function showingOf(
  route: Route,
  site: Pick<Site, 'url'>,
  device: Device,
  samples: Samples = SAMPLES,
): Promise<Showing> {
  const sample = samples[route.id]
  const found = typeof sample === 'function' ? await sample(site, device) : { path: sample ?? plainPath(route) }
  const login = route.access !== 'open' || found.login === true
  return { path: found.path, stored: login ? await demoSession(site) : {} }
}

/** The path of a route with nothing looked up: a built entry stands for a pattern, `demo` for an id of run time. */
export function plainPath(route: Route): string {
  if (!route.path.includes('[')) return route.path
  return (existsSync('dist') ? builtEntry(route.path) : undefined) ?? route.path.replace(/\[\w+\]/g, 'demo')
}
