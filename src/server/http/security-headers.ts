/**
 * Headers of every answer. The page's own content policy is a meta tag of the build; these are what a meta tag cannot
 * express.
 */
import type { FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

/** The same rules for our server and, written as `_headers`, for static hosts. */
export const SITE_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "frame-ancestors 'none'",
  'referrer-policy': 'strict-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(self)',
  'cross-origin-opener-policy': 'same-origin',
}

export const HSTS = 'max-age=63072000; includeSubDomains'

const PAIRS = Object.entries(SITE_HEADERS)

/** Adds the headers that a route has not set itself. */
export function securityHeaders(config: Config, reply: FastifyReply): void {
  for (const [name, value] of PAIRS) {
    if (!reply.hasHeader(name)) reply.header(name, value)
  }
  if (config.mode === 'production') reply.header('strict-transport-security', HSTS)
}
