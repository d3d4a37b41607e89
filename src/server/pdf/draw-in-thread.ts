/** Draws documents in threads: one takes up to half a second of processor, in which nobody else would be answered. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { MissingGlyphs } from './printable-characters.ts'
import type { Context } from '../http/call-handlers.ts'
import type { Deps } from '../dependencies.ts'
import { rateLimitKey } from '../http/network-address.ts'
import type { DrawingAnswer, DrawingOrder } from './drawings.ts'
import { ThreadPool, WorkFailed, type Sender, type Thread } from './thread-pool.ts'

/** One core stays with the event loop. */
const THREADS = Math.min(2, Math.max(1, availableParallelism() - 1))
/** A family that opens all its papers at once; a school behind one address has more behind it, and they wait. */
const WAITING = 12
/** Hundred times as long as the largest document takes. */
const LONGEST = 30_000
/** Loading the fonts again takes a second. */
const IDLE = 10 * 60_000
/** Words, fonts and the largest document take 150 MB; a thread beyond this ends, and the server does not. */
const MEMORY = { maxOldGenerationSizeMb: 256 }

/** A document could not be drawn: our own failure. */
class DrawingFailed extends Error {
  override name = 'DrawingFailed'
}

function startThread(program: URL, documentFonts: string | undefined): Thread<DrawingOrder, DrawingAnswer> {
  const worker = new Worker(program, {
    workerData: { documentFonts },
    resourceLimits: MEMORY,
  })
  let waiting: PromiseWithResolvers<DrawingAnswer> | undefined
  worker.on('message', (message: DrawingAnswer | Readonly<Record<string, unknown>>) => {
    // `node --watch`, which `npm run dev` uses, says on the same line which files the thread loads.
    if (isAnswer(message)) waiting?.resolve(message)
  })
  worker.on('error', (error) => waiting?.reject(error))
  worker.on('exit', () => waiting?.reject(new DrawingFailed('the thread ended')))
  // A server that ends does not wait for a thread without work.
  worker.unref()
  return {
    run: async (order) => {
      waiting = Promise.withResolvers()
      worker.ref()
      try {
        worker.postMessage(order)
        const answer = await waiting.promise
        if ('bytes' in answer) return answer
        throw new WorkFailed(answer.missing ? new MissingGlyphs(answer.missing) : new DrawingFailed(answer.error))
      } finally {
        waiting = undefined
        worker.unref()
      }
    },
    stop: () => void worker.terminate(),
  }
}

const isAnswer = (message: object): message is DrawingAnswer => 'bytes' in message || 'error' in message

type Drawing = Pick<Deps, 'config' | 'drawingThread'>

const pools = new Map<string | undefined, ThreadPool<DrawingOrder, DrawingAnswer>>()

/** One set of threads for all servers of a process, as its fonts. */
function poolFor({ config: { documentFonts }, drawingThread }: Drawing): ThreadPool<DrawingOrder, DrawingAnswer> {
  const known =
    pools.get(documentFonts) ??
    new ThreadPool({
      start: () => startThread(drawingThread, documentFonts),
      threads: THREADS,
      waiting: WAITING,
      longest: LONGEST,
      idle: IDLE,
    })
  pools.set(documentFonts, known)
  return known
}

/** Our own jobs: they take turns with the calls of people. */
export const JOB: Sender = { sender: 'job', isJob: true }

/** Whoever calls: their turn, and what still waits when they leave is not begun. */
export const senderOfCall = ({ caller, ip, gone }: Context): Sender => ({
  sender: caller.kind === 'user' ? `user:${caller.userId}` : rateLimitKey(ip),
  signal: gone?.(),
})

/**
 * The document as PDF, drawn in a thread. Throws `MissingGlyphs` for a character that no font draws, and refuses with
 * `too_many` a caller for whom too much waits.
 */
export async function drawInThread(deps: Drawing, order: DrawingOrder, sender: Sender): Promise<Uint8Array> {
  const answer = await poolFor(deps).run(order, sender)
  if ('bytes' in answer) return Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength)
  throw new DrawingFailed(answer.error)
}
