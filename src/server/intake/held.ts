import { Refusal } from '../route.ts'

/** Seconds after which somebody with too many files on their way may try again. */
const PATIENCE = 10

export interface Held {
  /** Runs `work` while its sender and all together have room; refuses `too_many` (`retryAfter`) otherwise. */
  run: <T>(sender: string, work: () => Promise<T>) => Promise<T>
}

/**
 * Counts files that are here and were not looked at yet. They are looked at one by one and lie on disk until then: without a limit
 * somebody who sends faster than that fills it.
 */
export function createHeld(most: { each: number; all: number }): Held {
  const bySender = new Map<string, number>()
  let all = 0
  return {
    run: async (sender, work) => {
      const own = bySender.get(sender) ?? 0
      if (own >= most.each || all >= most.all) throw new Refusal('too_many', { retryAfter: PATIENCE })
      bySender.set(sender, own + 1)
      all += 1
      try {
        return await work()
      } finally {
        const left = (bySender.get(sender) ?? 1) - 1
        if (left > 0) bySender.set(sender, left)
        else bySender.delete(sender)
        all -= 1
      }
    },
  }
}
