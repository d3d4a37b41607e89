/** Every route as an address that can be opened. */
import { existsSync } from 'node:fs'
import { ROUTES } from '../../src/routes.ts'
import type { Route } from '../../src/routes.ts'
import { filesUnder } from '../rules/source.ts'
import { SAMPLES } from './samples.ts'
import type { Samples } from './samples.ts'
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

/** The address (without language) that shows a route, with the data of the demo account where it needs an id. */
export async function addressOf(route: Route, site: Pick<Site, 'url'>, samples: Samples = SAMPLES): Promise<string> {
  const sample = samples[route.id]
  if (sample !== undefined) return typeof sample === 'string' ? sample : sample(site)
  if (!route.path.includes('[')) return route.path
  return (existsSync('dist') ? builtEntry(route.path) : undefined) ?? route.path.replace(/\[\w+\]/g, 'demo')
}
