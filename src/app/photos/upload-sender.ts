/**
 * Sends waiting files, one at a time (design §6.1–6.3). If a file's transfer was ever started, the server is asked
 * first whether it has the file, so that it is not sent again; its bytes are deleted from this device as soon as there
 * is a receipt.
 */
import { RequestFailed } from '../requests/api.ts'
import { itemOf, patch, type SubjectUploads } from './subject-uploads.ts'
import type { UnsentFiles, UnsentFile } from './unsent-files.ts'
import { Refused, SessionOver, type Receipt, type Sender, type UploadItem } from './upload-types.ts'

export interface SenderEnvironment {
  unsent: UnsentFiles
  /** The feature's calls; undefined until the feature has provided them. */
  sender: () => Sender | undefined
  now: () => number
  /** Calls back once after this many ms; the returned function cancels it. */
  after: (ms: number, run: () => void) => () => void
  /** 0 to 1. */
  random: () => number
  /** Runs under a lock shared by all tabs; undefined if another tab holds it. */
  alone: <T>(name: string, run: () => Promise<T>) => Promise<T | undefined>
}

/** Time-out without any progress, after which the connection counts as dead, ms. */
export const STALL_MS = 30_000
/** When to check again a file that another tab is sending, ms. */
export const OTHER_TAB_RETRY_MS = 5000
/** First and longest interval for polling whether the server has checked a file, ms. */
const FIRST_LOOK_MS = 700
const LONGEST_LOOK_MS = 5000
/** From less time than this, ms, the remaining time cannot be estimated. */
const PACE_MS = 1000

type Outcome = 'next' | 'elsewhere' | 'pause'

export function createUploadSender(env: SenderEnvironment) {
  const { unsent } = env

  /** Runs under the lock of this file; undefined if another tab holds it. */
  const alone = <T>(id: string, run: () => Promise<T>): Promise<T | undefined> => env.alone(`upload:${id}`, run)
  /** Sends until nothing waits, the connection is lost or the login is over. */
  async function pump(group: SubjectUploads): Promise<void> {
    if (group.busy || group.paused || !env.sender()) return
    group.busy = true
    group.cancel?.()
    const elsewhere = new Set<string>()
    try {
      while (!group.paused) {
        const next = nextOf(group, elsewhere)
        if (!next) break
        const outcome = (await alone(next.id, () => attempt(group, next.id))) ?? 'elsewhere'
        if (outcome === 'elsewhere') elsewhere.add(next.id)
        if (outcome === 'pause') return
      }
      // A newly prepared file is sent at once and cancels the scheduled retry of failed files; a new retry is scheduled
      // later.
      const someFailed = group.$items.get().some(({ state, retryable }) => state === 'failed' && retryable)
      if (elsewhere.size > 0 || someFailed)
        group.cancel = env.after(
          elsewhere.size > 0 ? OTHER_TAB_RETRY_MS : retryWait(group.attempts++, env.random()),
          () => void wake(group),
        )
    } finally {
      group.busy = false
    }
  }

  /** In the order of arrival, files with fewer failures first. */
  const nextOf = (group: SubjectUploads, elsewhere: ReadonlySet<string>): UploadItem | undefined =>
    group.$items
      .get()
      .filter(({ id, state }) => state === 'waiting' && !elsewhere.has(id))
      .sort((a, b) => (group.fails.get(a.id) ?? 0) - (group.fails.get(b.id) ?? 0))[0]

  /** Puts files that failed for lack of an answer back into the queue and continues sending. */
  async function wake(group: SubjectUploads): Promise<void> {
    for (const { id, state, retryable } of group.$items.get())
      if (state === 'failed' && retryable) patch(group, id, { state: 'waiting', code: null })
    await pump(group)
  }

  async function attempt(group: SubjectUploads, id: string): Promise<Outcome> {
    const sender = env.sender()
    if (!sender) return 'pause'
    const { resumeCount } = group
    try {
      const entry = await unsent.entry(group.subject, id)
      // No longer stored on this device: another tab has sent or removed it.
      if (!entry || entry.tried) await settle(group, sender)
      if (itemOf(group, id)?.state !== 'waiting') return 'next'
      if (entry) await send(group, entry, sender)
      else group.$items.set(group.$items.get().filter((item) => item.id !== id))
      group.attempts = 0
      return 'next'
    } catch (error) {
      return failed(group, id, error, resumeCount)
    }
  }

  async function send(group: SubjectUploads, entry: UnsentFile, sender: Sender): Promise<void> {
    const { id, subject } = entry
    const bytes = await unsent.bytes(subject, id)
    if (!bytes) throw new Refused('file_broken')
    await unsent.put({ ...entry, tried: true })
    // Removed while its bytes were being read.
    if (itemOf(group, id)?.state !== 'waiting') return unsent.drop(subject, id)
    const abort = new AbortController()
    const watch = stallWatch(() => abort.abort())
    group.stop = { id, abort }
    patch(group, id, { state: 'sending', percent: 0, secondsLeft: null, code: null, retryable: false })
    try {
      const receipt = await sender.send(entry, bytes, follow(group, id, watch.seen), abort.signal)
      if (receipt.standing === 'checking' && entry.kind === 'photo') group.unchecked.set(id, bytes)
      await received(group, id, receipt)
    } finally {
      watch.end()
      group.stop = undefined
    }
  }

  /** Reports progress at each whole percent; 100 is reached only by the receipt. */
  function follow(group: SubjectUploads, id: string, seen: () => void): (sent: number, total: number) => void {
    const began = env.now()
    return (sent, total) => {
      seen()
      const percent = Math.min(99, Math.floor((100 * sent) / Math.max(1, total)))
      if (percent <= (itemOf(group, id)?.percent ?? 100)) return
      const took = env.now() - began
      const secondsLeft = took < PACE_MS ? null : Math.max(1, Math.round((took * (total - sent)) / sent / 1000))
      patch(group, id, { percent, secondsLeft })
    }
  }

  function stallWatch(give: () => void): { seen: () => void; end: () => void } {
    let cancel = env.after(STALL_MS, give)
    return {
      seen: () => {
        cancel()
        cancel = env.after(STALL_MS, give)
      },
      end: () => cancel(),
    }
  }

  async function received(
    group: SubjectUploads,
    id: string,
    { at, sha256, size, standing, code, pages }: Receipt,
  ): Promise<void> {
    patch(group, id, {
      state: standing ?? 'received',
      percent: 100,
      secondsLeft: null,
      code: standing === 'failed' ? (code ?? null) : null,
      retryable: false,
      receipt: { at, sha256, size, pages },
    })
    if (standing === 'checking') lookLater(group)
    else group.unchecked.delete(id)
    await unsent.drop(group.subject, id).catch(() => undefined)
  }

  /** Polls at growing intervals until no file of the group is being checked. */
  function lookLater(group: SubjectUploads): void {
    group.looking ??= env.after(Math.min(LONGEST_LOOK_MS, FIRST_LOOK_MS * 1.5 ** group.looks), () => {
      group.looking = undefined
      group.looks++
      void look(group)
    })
  }

  async function look(group: SubjectUploads): Promise<void> {
    try {
      const sender = env.sender()
      if (sender && !group.paused) await settle(group, sender)
    } catch {
      // No answer this time: the next poll is scheduled anyway.
    }
    if (group.$items.get().some(({ state }) => state === 'checking')) lookLater(group)
    else group.looks = 0
  }

  /** Marks the files that the server already has. */
  async function settle(group: SubjectUploads, sender: Sender): Promise<void> {
    for (const { id, ...receipt } of await sender.acknowledged(group.subject)) {
      const state = itemOf(group, id)?.state
      if (state && state !== 'received' && state !== (receipt.standing ?? 'received'))
        await received(group, id, receipt)
    }
  }

  async function failed(group: SubjectUploads, id: string, error: unknown, resumeCount: number): Promise<Outcome> {
    if (!itemOf(group, id)) return 'next'
    if (error instanceof SessionOver) {
      // The login that had ended when this started may have been renewed meanwhile.
      group.paused = group.resumeCount === resumeCount
      patch(group, id, { state: 'waiting', percent: 0, secondsLeft: null, code: group.paused ? 'session' : null })
      return group.paused ? 'pause' : 'next'
    }
    const noAnswer = error instanceof RequestFailed ? error : new RequestFailed('server')
    const refusal = error instanceof Refused ? error.code : noAnswer.code === 'too_large' ? 'file_size' : undefined
    if (refusal) {
      const entry = await unsent.entry(group.subject, id).catch(() => undefined)
      if (entry) await unsent.put({ ...entry, state: 'refused', code: refusal })
      patch(group, id, {
        state: 'failed',
        code: refusal,
        said: error instanceof Refused ? error.said : null,
        retryable: false,
        secondsLeft: null,
      })
      return 'next'
    }
    group.fails.set(id, (group.fails.get(id) ?? 0) + 1)
    patch(group, id, { state: 'failed', code: noAnswer.code, retryable: true, secondsLeft: null })
    group.cancel = env.after(retryWait(group.attempts++, env.random(), noAnswer.retryAfter), () => void wake(group))
    return 'pause'
  }

  return { pump, wake, alone }
}

const FIRST_WAIT_MS = 2000
const LONGEST_WAIT_MS = 60_000

/**
 * Time until the next attempt, ms: what the server asked for (`asked`, s), else 2 s doubled up to a minute, shortened
 * by up to half at random (`random`, 0 to 1), so that many phones on one cell tower do not retry at the same moment.
 */
const retryWait = (attempts: number, random: number, asked?: number): number =>
  asked ? asked * 1000 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts) * (1 - random / 2)
