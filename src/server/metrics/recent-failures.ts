/** Whether others fail at the moment, of the calls of this process: a few that fail now and then are no outage. */

const RECENT_MS = 5 * 60_000
/** Of each kind; older ones say nothing more. */
const KEPT = 40
/** As many must have failed, and half of all. */
const FEW = 3

interface RecentFailures {
  note: (kind: string, ok: boolean) => void
  failing: (...kinds: string[]) => boolean
}

/** `now`: any clock that is never set back, ms. */
export function createRecentFailures(now: () => number = () => performance.now()): RecentFailures {
  const calls = new Map<string, { at: number; ok: boolean }[]>()
  const fails = (kind: string): boolean => {
    const recent = (calls.get(kind) ?? []).filter(({ at }) => now() - at < RECENT_MS)
    const failed = recent.filter(({ ok }) => !ok).length
    return failed >= FEW && failed * 2 >= recent.length
  }
  return {
    note: (kind, ok) => void calls.set(kind, [...(calls.get(kind) ?? []).slice(1 - KEPT), { at: now(), ok }]),
    failing: (...kinds) => kinds.some(fails),
  }
}
