/**
 * Headers of every answer. The page's own content policy is a meta tag of the build; these are what a meta tag cannot
 * express, and what holds for answers that are no page.
 */
import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

/** The same rules for our server and, written as `_headers`, for static hosts. */
export const SITE_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'strict-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin',
}

export const HSTS = 'max-age=63072000; includeSubDomains'

const PAIRS = Object.entries(SITE_HEADERS)
const PAIRS_IN_PRODUCTION = [...PAIRS, ['strict-transport-security', HSTS] as const]

const pairsOf = ({ mode }: Pick<Config, 'mode'>): readonly (readonly [string, string])[] =>
  mode === 'production' ? PAIRS_IN_PRODUCTION : PAIRS

/** Adds the headers that a route has not set itself. */
export function securityHeaders(config: Config, reply: FastifyReply): void {
  for (const [name, value] of pairsOf(config)) {
    if (!reply.hasHeader(name)) reply.header(name, value)
  }
}

/** The same as lines of HTTP, for an answer that is written before a reply object exists. */
export const securityHeaderLines = (config: Config): string =>
  pairsOf(config)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
