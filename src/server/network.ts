/** Network addresses as limits count them. */

/**
 * The parts of a network address that are counted: the address and its neighbourhood (IPv4 /24, IPv6 /48).
 * An IPv6 address counts as its /64, for that is what one customer holds.
 */
export function networkOf(ip: string): { address: string; prefix: string } {
  const mapped = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (/^\d+\.\d+\.\d+\.\d+$/.test(mapped)) return { address: mapped, prefix: mapped.split('.').slice(0, 3).join('.') }
  const groups = expand(mapped)
  return { address: groups.slice(0, 4).join(':'), prefix: groups.slice(0, 3).join(':') }
}

function expand(ip: string): string[] {
  const [head = '', tail] = ip.split('%')[0]?.toLowerCase().split('::') ?? ['']
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...gap, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}

/** The part of an address that limits of calls count: as `networkOf`, without the neighbourhood, since every call asks. */
export const customerOf = (ip: string): string => (ip.includes(':') ? networkOf(ip).address : ip)
