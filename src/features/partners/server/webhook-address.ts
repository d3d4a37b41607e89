/**
 * Addresses for messages to partners, and the sending: never into our own network, without redirects, limited in time
 * and size of the answer.
 */
import { lookup, Resolver } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Config } from '../../../server/config.ts'

const TIMEOUT_MS = 10_000
/** Of an answer only its status is kept. */
const ANSWER_BYTES = 4096

const inner = new BlockList()
for (const net of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [host = '', bits] = net.split('/')
  inner.addSubnet(host, Number(bits), 'ipv4')
}
// Of IPv6 only what is given out for the open network; tunnels into IPv4 are not.
const outer = new BlockList()
outer.addSubnet('2000::', 3, 'ipv6')
const tunnels = new BlockList()
for (const [host, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  tunnels.addSubnet(host, bits, 'ipv6')

/** Whether an address of the network is open to everybody. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return outer.check(address, 'ipv6') && !tunnels.check(address, 'ipv6')
  return isIP(address) === 4 && !inner.check(address, 'ipv4')
}

type Mode = Pick<Config, 'mode'>

/**
 * Why an address is not allowed for messages; `undefined` if it is. The sandbox may also post to this machine, for
 * tests.
 */
export function addressFault(text: string, { mode }: Mode): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || text.length > 500) return 'format'
  if (url.username || url.password || url.hash) return 'format'
  if (mode === 'sandbox') return ['http:', 'https:'].includes(url.protocol) ? undefined : 'https'
  if (url.protocol !== 'https:') return 'https'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) > 0 && !isPublicAddress(host) ? 'private' : undefined
}

/**
 * Asks name servers itself, in time: a partner's name server that never answers would otherwise hold threads in which
 * all other names are looked up.
 */
const RESOLVER = new Resolver({ timeout: 2_000, tries: 2 })

/** A name may resolve differently later, so the connection uses the address that was checked. */
async function addressOf(
  url: URL,
  { mode }: Mode,
  resolver: Resolver,
): Promise<{ address: string; family: number } | undefined> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (mode === 'sandbox') return lookup(host)
  const found = await addressesOf(host, resolver)
  return found.every((address) => isPublicAddress(address))
    ? found.map((address) => ({ address, family: isIP(address) }))[0]
    : undefined
}

/** Addresses of a name, IPv4 first. Fails where there is none. */
async function addressesOf(host: string, resolver: Resolver): Promise<string[]> {
  if (isIP(host) > 0) return [host]
  // No name server is asked for this machine's own name (RFC 6761).
  if (/(^|\.)localhost\.?$/.test(host)) return ['127.0.0.1']
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = [four, six].flatMap((it) => (it.status === 'fulfilled' ? it.value : []))
  if (found.length === 0) throw new Error('no address')
  return found
}

/** Messages to the same endpoint wait for each other: host and port of an address. */
export const endpointOf = (address: string): string => new URL(address).host

/** `fault`: there was no answer, or none that counts. */
export interface Posted {
  status: number | null
  fault: string | null
}

/** The program there does not answer, or says that it is broken or has too much to do: any message would fail. */
export const failedAsEndpoint = ({ status, fault }: Posted): boolean =>
  fault === 'timeout' || fault === 'unreachable' || (status !== null && (status >= 500 || status === 429))

/** Posts a body. Every answer but 2xx is a fault, including redirects, which are not followed. */
export async function postTo(
  text: string,
  body: string,
  headers: Record<string, string>,
  config: Mode,
  resolver = RESOLVER,
): Promise<Posted> {
  const fault = addressFault(text, config)
  if (fault) return { status: null, fault }
  const url = new URL(text)
  try {
    const to = await addressOf(url, config, resolver)
    return to ? await send(url, to, body, headers) : { status: null, fault: 'private' }
  } catch (error) {
    return { status: null, fault: error instanceof Error && error.name === 'AbortError' ? 'timeout' : 'unreachable' }
  }
}

function send(
  url: URL,
  to: { address: string; family: number },
  body: string,
  headers: Record<string, string>,
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      {
        method: 'POST',
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        lookup: (_host, options, done) => (options.all ? done(null, [to]) : done(null, to.address, to.family)),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Youfang-Partners/1',
          ...headers,
        },
      },
      (response) => {
        const status = response.statusCode ?? 0
        const taken = {
          status,
          fault: status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'status',
        }
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          // The rest of a longer answer is not read.
          if (bytes > ANSWER_BYTES) {
            request.destroy()
            resolve(taken)
          }
        })
        response.on('end', () => resolve(taken))
        response.on('error', reject)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
