/** Network addresses in the form that rate limits count. */
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** Stands for every address that cannot be parsed: they are all counted as one. */
export const UNKNOWN = 'unknown'

/**
 * Parses the address that a proxy writes: bare, with a port (`192.0.2.1:443`, `[2001:db8::1]:443`), in quotation marks,
 * with a zone, or an IPv4 address inside IPv6. `UNKNOWN` for anything else.
 */
export function addressOf(text: string): string {
  if (text.length > 100) return UNKNOWN
  const bare = text
    .trim()
    .replace(/^"([^"]*)"$/, '$1')
    .trim()
  const [, inside] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(bare) ?? []
  const host = (inside ?? bare.replace(/^(\d[\d.]*):\d{1,5}$/, '$1'))
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (isIP(host) === 0 || (inside !== undefined && !isIPv6(inside.replace(/%.*$/, '')))) return UNKNOWN
  return host.toLowerCase()
}

const RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Whether an address is one of our proxies': `TRUST_PROXY` names addresses, networks or ranges. Throws for anything
 * else.
 */
export function trustedProxies(named: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of named.flatMap((it) => RANGES[it] ?? [it])) {
    const [host = '', bits] = entry.split('/')
    const kind = isIPv6(host) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(host, kind)
    else list.addSubnet(host, Number(bits), kind)
  }
  return (address) => {
    const host = addressOf(address)
    return host !== UNKNOWN && list.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
  }
}

/**
 * The parts of a network address that are counted: the address and its neighbourhood (IPv4 /24, IPv6 /48).
 * An IPv6 address counts as its /64, for that is what one customer holds.
 */
export function networkOf(ip: string): { address: string; prefix: string } {
  const address = addressOf(ip)
  if (address === UNKNOWN) return { address, prefix: UNKNOWN }
  if (!address.includes(':')) return { address, prefix: address.split('.').slice(0, 3).join('.') }
  const groups = expand(address)
  return { address: groups.slice(0, 4).join(':'), prefix: groups.slice(0, 3).join(':') }
}

function expand(ip: string): string[] {
  const [head = '', tail] = ip.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...gap, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}

/**
 * The part of an address that call limits count: as `networkOf`, without the neighbourhood, because every call needs
 * it.
 */
export const rateLimitKey = (ip: string): string => (isIPv4(ip) ? ip : networkOf(ip).address)
