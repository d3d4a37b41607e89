/**
 * Limits how often somebody may do something. In memory: a restart resets the counts, and each process counts for
 * itself.
 */

/** Addresses kept in memory; the oldest are forgotten first. */
const MOST_ADDRESSES = 10_000

/** Counts attempts per address in windows of `span` ms. */
export class RateLimit {
  private readonly seen = new Map<string, { until: number; count: number }>()
  private readonly most: number
  private readonly span: number
  constructor(most: number, span: number) {
    this.most = most
    this.span = span
  }

  private windowOf(address: string, now: number): { until: number; count: number } {
    const held = this.seen.get(address)
    return held && held.until > now ? held : { until: now + this.span, count: 0 }
  }

  /** Seconds to wait now, 0 when the next attempt is free. Counts nothing: for limits that count only failures. */
  secondsLeft(address: string, now: number): number {
    const { until, count } = this.windowOf(address, now)
    return count >= this.most ? Math.ceil((until - now) / 1000) : 0
  }

  /** Seconds to wait, or 0 when the attempt is free; then it is counted. */
  secondsToWait(address: string, now: number): number {
    const wait = this.secondsLeft(address, now)
    if (wait > 0) return wait
    const open = this.windowOf(address, now)
    this.seen.delete(address)
    this.seen.set(address, { ...open, count: open.count + 1 })
    const [oldest] = this.seen.keys()
    if (this.seen.size > MOST_ADDRESSES && oldest !== undefined) this.seen.delete(oldest)
    return 0
  }
}
