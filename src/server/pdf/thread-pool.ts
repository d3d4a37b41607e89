/**
 * Runs work that takes the processor for long in threads, so that the event loop answers others meanwhile. Few at once;
 * one of each sender in turn, and each sender may have only so many waiting.
 */
import { Refusal } from '../http/call-handlers.ts'

/** Somebody for whom work is done. */
export interface Sender {
  /** Whose turn it is: a person, or a network address. */
  sender: string
  /** Aborted when the caller has left: what still waits is not begun. */
  signal?: AbortSignal | undefined
  /** Our own job: it waits for its turn however many wait, and is never refused. */
  isJob?: boolean
}

/** One thread. It does one piece of work at a time. */
export interface Thread<In, Out> {
  run: (input: In) => Promise<Out>
  /** Ends it at once; what it was doing is lost. */
  stop: () => void
}

interface Settings<In, Out> {
  start: () => Thread<In, Out>
  /** Threads at most. */
  threads: number
  /** Pieces of one sender that may wait beside the one that runs. */
  waiting: number
  /** A piece that takes longer than this, ms, is given up, and its thread is ended. */
  longest: number
  /** A thread without work for this long, ms, ends and gives back its memory. */
  idle: number
}

interface Piece<In, Out> extends Sender {
  input: In
  done: (result: Out) => void
  fail: (error: unknown) => void
}

/** The caller closed the connection before the work was begun. Nobody is told. */
export class CallerLeft extends Error {
  override name = 'CallerLeft'
  /** No failure of ours, which would be logged. */
  readonly statusCode = 499
}

/** The work took too long and was given up. */
export class WorkTooLong extends Error {
  override name = 'WorkTooLong'
}

/** Seconds after which a refused sender may ask again. */
const AGAIN = 5

export class ThreadPool<In, Out> {
  private readonly settings: Settings<In, Out>
  /** By sender, in the order of their next turns. */
  private readonly queues = new Map<string, Piece<In, Out>[]>()
  private readonly resting: { thread: Thread<In, Out>; timer: NodeJS.Timeout }[] = []
  private running = 0

  constructor(settings: Settings<In, Out>) {
    this.settings = settings
  }

  /** Refuses with `too_many` a sender with too much waiting. Throws what the work throws. */
  run(input: In, sender: Sender): Promise<Out> {
    const own = this.queues.get(sender.sender) ?? []
    if (own.length >= this.settings.waiting && !sender.isJob) throw new Refusal('too_many', { retryAfter: AGAIN })
    if (sender.signal?.aborted) throw new CallerLeft()
    return new Promise((done, fail) => {
      const piece: Piece<In, Out> = { ...sender, input, done, fail }
      own.push(piece)
      this.queues.set(sender.sender, own)
      sender.signal?.addEventListener('abort', () => this.giveUp(piece), { once: true })
      this.begin()
    })
  }

  private giveUp(piece: Piece<In, Out>): void {
    const own = this.queues.get(piece.sender)
    const at = own?.indexOf(piece) ?? -1
    if (!own || at < 0) return
    own.splice(at, 1)
    if (own.length === 0) this.queues.delete(piece.sender)
    piece.fail(new CallerLeft())
  }

  /** The first piece of the sender whose turn it is; the sender goes to the end. */
  private next(): Piece<In, Out> | undefined {
    const [turn] = this.queues
    if (!turn) return undefined
    const [sender, own] = turn
    const piece = own.shift()
    this.queues.delete(sender)
    if (own.length > 0) this.queues.set(sender, own)
    return piece
  }

  private begin(): void {
    while (this.running < this.settings.threads) {
      const piece = this.next()
      if (!piece) return
      this.running++
      void this.work(piece).finally(() => {
        this.running--
        this.begin()
      })
    }
  }

  private async work({ input, done, fail }: Piece<In, Out>): Promise<void> {
    const thread = this.awake()
    let timer: NodeJS.Timeout | undefined
    try {
      const tooLong = new Promise<never>((_, late) => {
        timer = setTimeout(() => late(new WorkTooLong()), this.settings.longest)
      })
      done(await Promise.race([thread.run(input), tooLong]))
      this.rest(thread)
    } catch (error) {
      // What it was doing may go on, and what it holds may be broken.
      if (error instanceof WorkFailed) this.rest(thread)
      else thread.stop()
      fail(error instanceof WorkFailed ? error.cause : error)
    } finally {
      clearTimeout(timer)
    }
  }

  private awake(): Thread<In, Out> {
    const rested = this.resting.pop()
    clearTimeout(rested?.timer)
    return rested?.thread ?? this.settings.start()
  }

  private rest(thread: Thread<In, Out>): void {
    const timer = setTimeout(() => {
      this.resting.splice(
        this.resting.findIndex((it) => it.thread === thread),
        1,
      )
      thread.stop()
    }, this.settings.idle)
    timer.unref()
    this.resting.push({ thread, timer })
  }
}

/** The work itself failed with `cause`, and its thread is sound. */
export class WorkFailed extends Error {
  override name = 'WorkFailed'
  constructor(cause: unknown) {
    super('the work failed', { cause })
  }
}
