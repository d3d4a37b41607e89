/** A clock for the tests of saving, and the device that stores what is typed: time advances only when a test moves it. */
interface Timer {
  at: number
  run: () => void
}
/** Number of turns after which answers of the in-memory server are there. */
const TURNS = 30

export function savingClock() {
  let timers: Timer[] = []
  let now = 0
  async function advance(ms: number): Promise<void> {
    now += ms
    const due = timers.filter(({ at }) => at <= now)
    timers = timers.filter(({ at }) => at > now)
    for (const { run } of due) run()
    for (let i = 0; i < TURNS; i++) await Promise.resolve()
    if (timers.some(({ at }) => at <= now)) await advance(0)
  }
  return {
    advance,
    now: (): number => now,
    later: (ms: number, run: () => void): (() => void) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
  }
}

/** Stores copies: what is typed afterwards is not on the device yet. */
export function keptTyping<T extends object>(held: readonly T[] = []) {
  let typed: readonly T[] = held
  return {
    typed: (): readonly T[] => typed,
    keep: (_: string, next: readonly T[]): Promise<void> => {
      typed = next.map((one) => ({ ...one }))
      return Promise.resolve()
    },
  }
}
