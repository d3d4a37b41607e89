/**
 * Addresses of routes that need an id or a query to show something, by route id: a path, or how to find one.
 * Routes without a line here are opened at their plain path (or their first built entry).
 */
import type { Site } from './site.ts'

export type Samples = Readonly<Record<string, string | ((site: Pick<Site, 'url'>) => Promise<string>)>>

export const SAMPLES: Samples = {}
