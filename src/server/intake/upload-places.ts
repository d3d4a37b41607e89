import { LIMITS } from '../../lib/limits-and-periods.ts'
import { Refusal } from '../http/call-handlers.ts'

/** Seconds after which someone with too many uploads in progress may try again. */
const RETRY_SECONDS = 10

export const tooManyUploads = (): Refusal => new Refusal('too_many', { retryAfter: RETRY_SECONDS })

export interface UploadPlaces {
  /**
   * Runs `work` while its sender has room; else refuses `too_many` (`retryAfter`). `give` is aborted when it must make
   * room for others.
   */
  run: <T>(sender: string, work: (give: AbortSignal) => Promise<T>) => Promise<T>
}

interface Place {
  sender: string
  give: AbortController
}

/**
 * Counts uploads in progress. When all places are taken, the sender who holds the most gives up their oldest upload to
 * someone who holds fewer: stalled uploads of some accounts never shut out the others.
 */
export function createUploadPlaces(
  most: { each: number; all: number } = { each: LIMITS.uncheckedFiles, all: LIMITS.uncheckedShared },
): UploadPlaces {
  const places = new Set<Place>()
  const heldBy = (sender: string): number => [...places].filter((it) => it.sender === sender).length

  /** The oldest upload of the sender who holds the most. */
  function largest(): { place: Place; count: number } | undefined {
    const counts = new Map<string, { place: Place; count: number }>()
    for (const place of places)
      counts.set(place.sender, {
        place: counts.get(place.sender)?.place ?? place,
        count: (counts.get(place.sender)?.count ?? 0) + 1,
      })
    return [...counts.values()].sort((a, b) => b.count - a.count)[0]
  }

  return {
    run: async (sender, work) => {
      const own = heldBy(sender)
      if (own >= most.each) throw tooManyUploads()
      if (places.size >= most.all) {
        const full = largest()
        if (!full || full.count <= own + 1) throw tooManyUploads()
        places.delete(full.place)
        full.place.give.abort()
      }
      const place = { sender, give: new AbortController() }
      places.add(place)
      try {
        return await work(place.give.signal)
      } finally {
        places.delete(place)
      }
    },
  }
}

/** Whether this sender may send one more, by the number of received, unchecked files: their `own` and `all` senders'. */
export const mayUploadMore = (own: number, all: number): boolean =>
  all < LIMITS.uncheckedAll && own < (all < LIMITS.uncheckedShared ? LIMITS.uncheckedFiles : 2)
