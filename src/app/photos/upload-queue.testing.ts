/** A device, a connection and a server in memory, for the tests of the queue: time advances only when a test moves it. */
import { RequestFailed } from '../requests/api.ts'
import { createUploadQueue, type Queue } from './upload-queue.ts'
import type { UnsentFiles, UnsentFile } from './unsent-files.ts'
import { Refused, SessionOver, type Prepared, type Receipt, type Sender, type Warning } from './upload-types.ts'

const prepared = (raw: Blob, warnings: Warning[] = []): Prepared => ({
  blob: raw,
  width: 1,
  height: 1,
  sha256: 'a'.repeat(64),
  size: raw.size,
  thumb: null,
  warnings,
  kind: 'photo',
})

/** What remains on the device when a tab is killed. */
class Disk implements UnsentFiles {
  readonly rows = new Map<string, UnsentFile>()
  readonly files = new Map<string, Blob>()
  async put(entry: UnsentFile, bytes?: Blob): Promise<void> {
    if (bytes) this.files.set(entry.id, bytes)
    await Promise.resolve()
    this.rows.set(entry.id, { ...entry })
  }
  entry = async (_: string, id: string): Promise<UnsentFile | undefined> => this.rows.get(id)
  entries = async (subject: string): Promise<UnsentFile[]> =>
    [...this.rows.values()].filter((row) => row.subject === subject)
  bytes = async (_: string, id: string): Promise<Blob | undefined> => this.files.get(id)
  async drop(_: string, id: string): Promise<void> {
    this.files.delete(id)
    await Promise.resolve()
    this.rows.delete(id)
  }
}

/** The result of the next transfers, in order: it arrives · is cut off · arrives, but the answer is lost. */
export type UploadOutcome = 'ok' | 'cut' | 'ack lost' | 'hang' | 'refuse' | 'session' | 'check'

export class World {
  readonly disk = new Disk()
  /** Files that the server has, and how often each arrived completely. */
  readonly server = new Map<string, Receipt>()
  readonly arrived: string[] = []
  /** Every transfer that was started, including those that were cut off. */
  readonly begun: string[] = []
  readonly fates: UploadOutcome[] = []
  offline = false
  now = 1_767_000_000_000
  private ids = 0
  private timers = new Set<{ at: number; run: () => void }>()
  private locks = new Set<string>()
  private tab = 0

  readonly sender: Sender = {
    send: async ({ id, size }, _blob, onProgress, signal) => {
      const fate = this.offline ? 'cut' : (this.fates.shift() ?? 'ok')
      this.begun.push(id)
      await Promise.resolve()
      if (fate === 'refuse') throw new Refused('file_broken')
      if (fate === 'session') throw new SessionOver()
      onProgress(Math.ceil(size / 3), size)
      if (fate === 'cut') throw new RequestFailed('offline')
      if (fate === 'hang')
        return new Promise((_, failed) => signal.addEventListener('abort', () => failed(new RequestFailed('offline'))))
      const receipt: Receipt = this.server.get(id) ?? {
        at: this.now,
        sha256: 'a'.repeat(64),
        size,
        ...(fate === 'check' ? { standing: 'checking' as const } : {}),
      }
      this.server.set(id, receipt)
      this.arrived.push(id)
      if (fate === 'ack lost') throw new RequestFailed('offline')
      return receipt
    },
    acknowledged: async () => {
      await Promise.resolve()
      if (this.offline) throw new RequestFailed('offline')
      return [...this.server].map(([id, receipt]) => ({ id, ...receipt }))
    },
    withdraw: async (_, id) => {
      if (this.offline) throw new RequestFailed('offline')
      this.server.delete(id)
    },
    bytes: async () => new Blob([new Uint8Array(99)]),
  }

  /** Opens a tab. In a killed tab no timer fires and no answer arrives. */
  open(prepare: (raw: Blob) => Promise<Prepared> = async (raw) => prepared(raw)): { queue: Queue; kill: () => void } {
    const mine = ++this.tab
    let dead = false
    const held = new Set<string>()
    const guard = <T>(value: T): Promise<T> => (dead ? new Promise<never>(() => undefined) : Promise.resolve(value))
    /** A killed tab never continues after an await, neither with an answer nor with an error. */
    const living =
      <A extends unknown[], T>(run: (...args: A) => Promise<T>) =>
      async (...args: A): Promise<T> =>
        guard(
          await (dead
            ? guard(undefined as never)
            : run(...args).catch((error: unknown) => (dead ? guard(undefined as never) : Promise.reject(error)))),
        )
    const { disk } = this
    const queue = createUploadQueue({
      unsent: {
        put: living((entry, bytes) => disk.put(entry, bytes)),
        entry: living((subject, id) => disk.entry(subject, id)),
        entries: living(disk.entries),
        bytes: living(disk.bytes),
        drop: living((subject, id) => disk.drop(subject, id)),
      },
      prepare: living(prepare),
      now: () => this.now,
      after: (ms, run) => {
        const timer = { at: this.now + ms, run: () => (dead ? undefined : run()) }
        this.timers.add(timer)
        return () => void this.timers.delete(timer)
      },
      random: () => 0,
      alone: async (name, run) => {
        if (dead) return new Promise<never>(() => undefined)
        if (this.locks.has(name)) return undefined
        this.locks.add(name)
        held.add(name)
        try {
          return await run()
        } finally {
          // A killed tab has released its lock already: it may be another tab's by now.
          if (held.delete(name)) this.locks.delete(name)
        }
      },
      newId: () => `file-${mine}-${++this.ids}`,
      url: () => 'blob:thumb',
      revoke: () => undefined,
    })
    const { send, acknowledged, withdraw, bytes } = this.sender
    queue.configure({
      send: living(send),
      acknowledged: living(acknowledged),
      ...(withdraw ? { withdraw: living(withdraw) } : {}),
      ...(bytes ? { bytes: living(bytes) } : {}),
    })
    return {
      queue,
      kill: () => {
        dead = true
        for (const name of held) this.locks.delete(name)
        held.clear()
      },
    }
  }

  /** Runs everything that needs no time to pass. */
  async calm(): Promise<void> {
    await new Promise((done) => setImmediate(done))
    await new Promise((done) => setImmediate(done))
  }

  /** Advances time, timer by timer. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms
    await this.calm()
    for (;;) {
      const next = [...this.timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.timers.delete(next)
      this.now = next.at
      next.run()
      await this.calm()
    }
    this.now = until
  }
}

export const photo = (name: string, bytes = 30): File => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
export const warned =
  (...warnings: Warning[]) =>
  async (raw: Blob): Promise<Prepared> =>
    prepared(raw, warnings)

export const MINUTE = 60_000
/** The states of a tab's files, in order. */
export const states = (tab: ReturnType<World['open']>): string[] =>
  tab.queue
    .items('c1')
    .get()
    .map(({ state }) => state)
