/**
 * Measures the turns of this thread's event loop in processor time, so that other work on the machine does not count.
 * While it measures, the loop never waits: each turn ends with a look at the clock.
 */

/** Of the work between two looks, ms of the thread's processor. */
export interface Turns {
  longest: number
  /** All of it, without the looks of turns in which nothing happened. */
  all: number
}

/** A turn that does nothing but look takes less than this, ms. */
const IDLE = 0.05

const used = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Measures the turns until `work` has ended. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<Turns> {
  const turns: Turns = { longest: 0, all: 0 }
  let before = used()
  let next: NodeJS.Immediate | undefined
  const look = (): void => {
    const now = used()
    const turn = now - before
    before = now
    turns.longest = Math.max(turns.longest, turn)
    if (turn > IDLE) turns.all += turn
    next = setImmediate(look)
  }
  next = setImmediate(look)
  try {
    await work()
  } finally {
    clearImmediate(next)
  }
  return turns
}
