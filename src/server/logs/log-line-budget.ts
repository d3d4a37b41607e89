/**
 * Bounds what the requests of one network address add to the logs, so that nobody fills a disk by asking (decision
 * 0102).
 */
import { networkOf } from '../http/network-address.ts'

/** Bytes of request lines a minute: some 900 lines, more than a school behind one address causes. */
const OF_ADDRESS = 256 * 1024
/** Of neighbouring addresses together: an IPv4 /24, an IPv6 /48. */
const OF_NETWORK = 4 * OF_ADDRESS
/** Addresses that are counted in a minute; all further ones count as one. */
const MOST_ADDRESSES = 10_000
const MINUTE = 60_000

export interface LeftOut {
  lines: number
  addresses: number
}

interface Budget {
  left: number
}
interface OfAddress {
  own: Budget
  network: Budget
  leftOut: boolean
}

export class LogLineBudget {
  readonly #report: (leftOut: LeftOut) => void
  #networks = new Map<string, Budget>()
  #addresses = new Map<string, OfAddress>()
  #leftOut: LeftOut = { lines: 0, addresses: 0 }
  #running = false

  /** `report` is told after each minute in which lines were left out. */
  constructor(report: (leftOut: LeftOut) => void) {
    this.#report = report
  }

  /** Whether a line of this many bytes may be written; then it is counted. */
  allows(ip: string, bytes: number): boolean {
    if (!this.#running) this.#start()
    const counted = this.#addresses.get(ip) ?? this.#count(ip)
    const { own, network } = counted
    if (own.left >= bytes && network.left >= bytes) {
      own.left -= bytes
      network.left -= bytes
      return true
    }
    this.#leftOut.lines += 1
    if (!counted.leftOut) this.#leftOut.addresses += 1
    counted.leftOut = true
    return false
  }

  #count(ip: string): OfAddress {
    const full = this.#addresses.size >= MOST_ADDRESSES
    const { address, prefix } = full ? { address: 'further', prefix: 'further' } : networkOf(ip)
    const network = this.#networks.get(prefix) ?? { left: OF_NETWORK }
    this.#networks.set(prefix, network)
    // One customer holds a whole IPv6 /64: its addresses count as one.
    const counted = this.#addresses.get(address) ?? { own: { left: OF_ADDRESS }, network, leftOut: false }
    this.#addresses.set(address, counted)
    if (!full) this.#addresses.set(ip, counted)
    return counted
  }

  #start(): void {
    this.#running = true
    setTimeout(() => {
      const leftOut = this.#leftOut
      this.#networks = new Map()
      this.#addresses = new Map()
      this.#leftOut = { lines: 0, addresses: 0 }
      this.#running = false
      if (leftOut.lines > 0) this.#report(leftOut)
    }, MINUTE).unref()
  }
}
