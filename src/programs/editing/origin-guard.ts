/**
 * Who may call the screen. It writes files, and any page open in the same browser can send requests to this machine: so
 * it listens on the loopback only, answers only to its own host names (a foreign name that resolves to 127.0.0.1 is
 * refused), and refuses requests that another origin has made.
 */
import type { FastifyInstance } from 'fastify'

export interface Caller {
  host: string | undefined
  origin: string | undefined
  /** `Sec-Fetch-Site` */
  site: string | undefined
  /** `Sec-Fetch-Mode` */
  mode: string | undefined
  method: string
}

const NAMES = ['localhost', '127.0.0.1', '[::1]']

/** Why a request is refused; undefined when it is allowed. `names`: of this machine in the network, for what only reads. */
export function refusal(
  { host, origin, site, mode, method }: Caller,
  port: number,
  names: readonly string[] = [],
): string | undefined {
  const own = [...NAMES, ...names].map((name) => `${name}:${port}`)
  if (host === undefined || !own.includes(host))
    return names.length > 0
      ? 'This preview answers to the address of its machine only.'
      : 'This screen answers to localhost only.'
  if (origin !== undefined && origin !== `http://${host}`) return 'Another page may not use this screen.'
  const reads = method === 'GET' || method === 'HEAD'
  // A link from another site may open the screen; no other request from another site is allowed.
  if (site === undefined || site === 'same-origin' || (reads && mode === 'navigate')) return undefined
  return 'Another page may not use this screen.'
}

/** `site`: origin of the preview's pages. `names`: see `refusal`. */
export function guard(
  app: FastifyInstance,
  port: () => number,
  site: readonly string[],
  names: readonly string[] = [],
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { headers } = request
    const why = refusal(
      {
        host: headers.host,
        origin: headers.origin,
        site: one(headers['sec-fetch-site']),
        mode: one(headers['sec-fetch-mode']),
        method: request.method,
      },
      port(),
      names,
    )
    if (why) await reply.code(403).type('text/plain').send(why)
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': [
        "default-src 'self'",
        // The editor writes its styles into the page; it loads nothing from other origins.
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "connect-src 'self' data:",
        "worker-src 'self' blob:",
        `frame-src 'self' ${site.join(' ')}`,
        "frame-ancestors 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
      ].join('; '),
    })
  })
}

const one = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value.join() : value)
