/**
 * Sends what waits, one file at a time (design §6.1–6.3). A file whose sending was ever begun is first asked about, so that one
 * the server already has is not sent again; its bytes leave this device as soon as there is a receipt.
 */
import { RequestFailed } from '../api.ts'
import { itemOf, patch, type Lane } from './lane.ts'
import type { Shelf, Shelved } from './shelf.ts'
import { Refused, SessionOver, type Receipt, type Sender, type UploadItem } from './types.ts'

export interface Around {
  shelf: Shelf
  /** The feature's calls; undefined until it has given them. */
  sender: () => Sender | undefined
  now: () => number
  /** Calls back once after so many ms; what it answers takes that back. */
  after: (ms: number, run: () => void) => () => void
  /** 0 to 1. */
  random: () => number
  /** Runs while no other tab runs the same; undefined when one does. */
  alone: <T>(name: string, run: () => Promise<T>) => Promise<T | undefined>
}

/** No byte in so long: the connection is dead and does not know it, ms. */
export const STALL_MS = 30_000
const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000
/** When to look again at a file that another tab is sending, ms. */
const ELSEWHERE_MS = 5000
/** When to look whether a file that the server has was checked, ms: at first, and at most. */
const FIRST_LOOK_MS = 700
const LONGEST_LOOK_MS = 5000
/** An estimate from less than this is a guess, ms. */
const PACE_MS = 1000

type Outcome = 'next' | 'elsewhere' | 'pause'

export function createSending(around: Around) {
  const { shelf } = around

  /** Sends until nothing waits, the connection is lost or the login is over. */
  async function pump(lane: Lane): Promise<void> {
    if (lane.busy || lane.held || !around.sender()) return
    lane.busy = true
    lane.cancel?.()
    const elsewhere = new Set<string>()
    try {
      while (!lane.held) {
        const next = nextOf(lane, elsewhere)
        if (!next) break
        const outcome = (await around.alone(`upload:${next.id}`, () => attempt(lane, next.id))) ?? 'elsewhere'
        if (outcome === 'elsewhere') elsewhere.add(next.id)
        if (outcome === 'pause') return
      }
      if (elsewhere.size > 0) lane.cancel = around.after(ELSEWHERE_MS, () => void wake(lane))
    } finally {
      lane.busy = false
    }
  }

  /** In the order they came, those that failed less often first. */
  const nextOf = (lane: Lane, elsewhere: ReadonlySet<string>): UploadItem | undefined =>
    lane.$items
      .get()
      .filter(({ id, state }) => state === 'waiting' && !elsewhere.has(id))
      .sort((a, b) => (lane.fails.get(a.id) ?? 0) - (lane.fails.get(b.id) ?? 0))[0]

  /** What failed for want of an answer waits again, and sending goes on. */
  async function wake(lane: Lane): Promise<void> {
    for (const { id, state, retryable } of lane.$items.get()) if (state === 'failed' && retryable) patch(lane, id, { state: 'waiting', code: null })
    await pump(lane)
  }

  async function attempt(lane: Lane, id: string): Promise<Outcome> {
    const sender = around.sender()
    if (!sender) return 'pause'
    const { lifted } = lane
    try {
      const entry = await shelf.entry(lane.subject, id)
      // Gone from the shelf: another tab has sent it, or taken it away.
      if (!entry || entry.tried) await settle(lane, sender)
      if (itemOf(lane, id)?.state !== 'waiting') return 'next'
      if (entry) await send(lane, entry, sender)
      else lane.$items.set(lane.$items.get().filter((item) => item.id !== id))
      lane.tries = 0
      return 'next'
    } catch (error) {
      return failed(lane, id, error, lifted)
    }
  }

  async function send(lane: Lane, entry: Shelved, sender: Sender): Promise<void> {
    const { id, subject } = entry
    const bytes = await shelf.bytes(subject, id)
    if (!bytes) throw new Refused('file_broken')
    await shelf.put({ ...entry, tried: true })
    // Removed while it was being fetched.
    if (itemOf(lane, id)?.state !== 'waiting') return shelf.drop(subject, id)
    const abort = new AbortController()
    const watch = stallWatch(() => abort.abort())
    lane.stop = { id, abort }
    patch(lane, id, { state: 'sending', percent: 0, secondsLeft: null, code: null, retryable: false })
    try {
      const receipt = await sender.send(entry, bytes, follow(lane, id, watch.seen), abort.signal)
      if (receipt.standing === 'checking' && entry.kind === 'photo') lane.unchecked.set(id, bytes)
      await received(lane, id, receipt)
    } finally {
      watch.end()
      lane.stop = undefined
    }
  }

  /** Progress as it comes, told on when a whole percent is reached; 100 is the receipt's. */
  function follow(lane: Lane, id: string, seen: () => void): (sent: number, total: number) => void {
    const began = around.now()
    return (sent, total) => {
      seen()
      const percent = Math.min(99, Math.floor((100 * sent) / Math.max(1, total)))
      if (percent <= (itemOf(lane, id)?.percent ?? 100)) return
      const took = around.now() - began
      const secondsLeft = took < PACE_MS ? null : Math.max(1, Math.round((took * (total - sent)) / sent / 1000))
      patch(lane, id, { percent, secondsLeft })
    }
  }

  function stallWatch(give: () => void): { seen: () => void; end: () => void } {
    let cancel = around.after(STALL_MS, give)
    return {
      seen: () => {
        cancel()
        cancel = around.after(STALL_MS, give)
      },
      end: () => cancel(),
    }
  }

  async function received(lane: Lane, id: string, { at, sha256, size, standing, code, pages }: Receipt): Promise<void> {
    patch(lane, id, { state: standing ?? 'received', percent: 100, secondsLeft: null, code: standing === 'failed' ? (code ?? null) : null, retryable: false, receipt: { at, sha256, size, pages } })
    if (standing === 'checking') lookLater(lane)
    else lane.unchecked.delete(id)
    await shelf.drop(lane.subject, id)
  }

  /** Looks again and again, a little later each time, until no file of the lane is being checked. */
  function lookLater(lane: Lane): void {
    lane.looking ??= around.after(Math.min(LONGEST_LOOK_MS, FIRST_LOOK_MS * 1.5 ** lane.looks), () => {
      lane.looking = undefined
      lane.looks++
      void look(lane)
    })
  }

  async function look(lane: Lane): Promise<void> {
    try {
      const sender = around.sender()
      if (sender && !lane.held) await settle(lane, sender)
    } catch {
      // No answer this time: the next look is due by itself.
    }
    if (lane.$items.get().some(({ state }) => state === 'checking')) lookLater(lane)
    else lane.looks = 0
  }

  /** Marks what the server already has. */
  async function settle(lane: Lane, sender: Sender): Promise<void> {
    for (const { id, ...receipt } of await sender.acknowledged(lane.subject)) {
      const state = itemOf(lane, id)?.state
      if (state && state !== 'received' && state !== (receipt.standing ?? 'received')) await received(lane, id, receipt)
    }
  }

  async function failed(lane: Lane, id: string, error: unknown, lifted: number): Promise<Outcome> {
    if (!itemOf(lane, id)) return 'next'
    if (error instanceof SessionOver) {
      // The login that was over when this began may have been renewed since.
      lane.held = lane.lifted === lifted
      patch(lane, id, { state: 'waiting', percent: 0, secondsLeft: null, code: lane.held ? 'session' : null })
      return lane.held ? 'pause' : 'next'
    }
    const noAnswer = error instanceof RequestFailed ? error : new RequestFailed('server')
    const refusal = error instanceof Refused ? error.code : noAnswer.code === 'too_large' ? 'file_size' : undefined
    if (refusal) {
      const entry = await shelf.entry(lane.subject, id)
      if (entry) await shelf.put({ ...entry, state: 'refused', code: refusal })
      patch(lane, id, { state: 'failed', code: refusal, said: error instanceof Refused ? error.said : null, retryable: false, secondsLeft: null })
      return 'next'
    }
    lane.fails.set(id, (lane.fails.get(id) ?? 0) + 1)
    patch(lane, id, { state: 'failed', code: noAnswer.code, retryable: true, secondsLeft: null })
    lane.cancel = around.after(wait(lane.tries++, noAnswer.retryAfter), () => void wake(lane))
    return 'pause'
  }

  /** Doubles from 2 s to a minute, shortened by up to half at random, so that many phones on one mast do not come back together. */
  const wait = (tries: number, asked: number | undefined): number =>
    asked ? asked * 1000 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries) * (1 - around.random() / 2)

  return { pump, wake }
}
