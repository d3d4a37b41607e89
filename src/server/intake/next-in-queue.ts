/**
 * Whose file is checked next: one of each sender in turn, so that nobody waits for everything that someone else has
 * sent.
 */

/** A re-encoding process takes up to 240 MB for a large file and a third of that for a photo from a phone. */
const MOST_AT_ONCE = 2
/** Longest pause, reached after six stops, s. */
const LONGEST_PAUSE = 960
const FIRST_PAUSE = 30

export interface Waiting {
  id: string
  sender: string
  receivedAt: number
  /** Takes much memory or time: only one of these runs at a time. */
  heavy: boolean
}

export interface SenderState {
  /** When a file of this sender was last claimed; 0 when none was. */
  turnAt: number
  pausedUntil: number
}

export interface QueueState {
  waiting: readonly Waiting[]
  /** Files being checked in this process. */
  mine: readonly Pick<Waiting, 'sender' | 'heavy'>[]
  /** Senders of whom another process is checking a file. */
  elsewhere: readonly string[]
  senders: ReadonlyMap<string, SenderState>
  now: number
}

/**
 * The next file, or undefined when none may begin now. A sender's place in the queue is its last turn, or the arrival
 * of its oldest file if that was later: a new sender comes after those who wait, and a sender who has just had a turn
 * comes last.
 */
export function nextInQueue({ waiting, mine, elsewhere, senders, now }: QueueState): Waiting | undefined {
  if (mine.length >= MOST_AT_ONCE) return undefined
  const busy = new Set([...elsewhere, ...mine.map(({ sender }) => sender)])
  const heavy = mine.some((it) => it.heavy)
  const place = (it: Waiting): number => Math.max(senders.get(it.sender)?.turnAt ?? 0, it.receivedAt)
  return waiting
    .filter((it) => !busy.has(it.sender) && (senders.get(it.sender)?.pausedUntil ?? 0) <= now && !(heavy && it.heavy))
    .sort((a, b) => place(a) - place(b) || a.receivedAt - b.receivedAt || (a.id < b.id ? -1 : 1))[0]
}

/** How long the files of a sender wait after the check of one was stopped for the `stops`-th time, ms. */
export const pauseAfter = (stops: number): number => Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (stops - 1)) * 1000
