/** How often somebody may do something. In memory: after a restart the count starts anew, and each process counts by itself. */

/** Addresses remembered at once; the oldest are forgotten first. */
const MOST_ADDRESSES = 10_000

/** Counts tries per address in windows of `span` ms. */
export class RateLimit {
  private readonly seen = new Map<string, { until: number; count: number }>()
  private readonly most: number
  private readonly span: number
  constructor(most: number, span: number) {
    this.most = most
    this.span = span
  }

  /** Seconds to wait, 0 when the try is free. */
  secondsToWait(address: string, now: number): number {
    const held = this.seen.get(address)
    const open = held && held.until > now ? held : { until: now + this.span, count: 0 }
    if (open.count >= this.most) return Math.ceil((open.until - now) / 1000)
    this.seen.delete(address)
    this.seen.set(address, { ...open, count: open.count + 1 })
    const [oldest] = this.seen.keys()
    if (this.seen.size > MOST_ADDRESSES && oldest !== undefined) this.seen.delete(oldest)
    return 0
  }
}
