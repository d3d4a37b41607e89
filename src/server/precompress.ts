/** Writes `.br` and `.gz` beside every text file of the site, so that serving costs no processor time. */
import { readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

const PAGE = /\.html$/
const TEXT = /\.(html|css|js|mjs|svg|json|xml|txt|webmanifest)$/
const SMALLEST = 128
const THREADS = Math.min(4, availableParallelism())
/** Files that a thread is given at a time. */
const BATCH = 64
/** A file that has been left alone for so long, ms, is most likely whole; the last round looks again. */
const SETTLED = 1000
/** Between two looks at what has come, ms. */
const LOOK = 2000

export interface Compressing {
  /** Does what is left and what was changed since. Returns how many files have copies. Throws what went wrong on the way. */
  finish: () => Promise<number>
}

interface Thread {
  compress: (files: readonly string[]) => Promise<void>
  stop: () => Promise<number>
}

function startThread(): Thread {
  const worker = new Worker(new URL('./precompress.worker.ts', import.meta.url))
  return {
    compress: (files) =>
      new Promise((done, fail) => {
        worker.removeAllListeners()
        worker.once('message', () => done())
        worker.once('error', fail)
        worker.postMessage(files)
      }),
    stop: () => worker.terminate(),
  }
}

/** Starts at once, with one thread, and goes over the pages below `root` as they come; `root` need not be there yet. */
export function startCompressing(root: string): Compressing {
  /** What each file was before it was read: one that is written anew has another time or length. */
  const done = new Map<string, string>()
  const first = startThread()
  const stop = new AbortController()

  /** Those of `files` that need copies, all of them if they are older than `before`, ms. */
  const due = (files: readonly string[], before: number): [file: string, state: string][] =>
    files.flatMap((file) => {
      const { size, mtimeMs } = statSync(file)
      const state = `${size} ${mtimeMs}`
      return size < SMALLEST || mtimeMs > before || done.get(file) === state ? [] : [[file, state]]
    })
  const go = async (thread: Thread, left: [string, string][], goOn: () => boolean): Promise<void> => {
    while (left.length > 0 && goOn()) {
      const batch = left.splice(0, BATCH)
      await thread.compress(batch.map(([file]) => file))
      for (const [file, state] of batch) done.set(file, state)
    }
  }
  const along = async (): Promise<void> => {
    const goOn = (): boolean => !stop.signal.aborted
    while (goOn()) {
      // Pages alone are written once and stay where they are.
      await go(first, due(filesLike(PAGE, root).filter((file) => !done.has(file)), Date.now() - SETTLED), goOn)
      await wait(LOOK, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }
  // Kept until it is asked for: a rejection that nobody awaits yet would end the build at a loss for words.
  const running = along().then(() => undefined, (error: unknown) => ({ error }))

  return {
    finish: async () => {
      stop.abort()
      const threads = [first, ...Array.from({ length: THREADS - 1 }, startThread)]
      try {
        const failed = await running
        if (failed) throw failed.error
        const left = due(filesLike(TEXT, root), Infinity)
        await Promise.all(threads.map((thread) => go(thread, left, () => true)))
        return done.size
      } finally {
        await Promise.all(threads.map((thread) => thread.stop()))
      }
    },
  }
}

/** Compresses all that is there. Returns how many files that were. */
export const precompress = (root: string): Promise<number> => startCompressing(root).finish()

/** None where there is no folder yet, or one of them goes away while it is read. Astro's own begin with a dot. */
function filesLike(pattern: RegExp, root: string): string[] {
  try {
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
    return names.filter((name) => pattern.test(name) && !/(^|[\\/])\./.test(name)).map((name) => join(root, name))
  } catch {
    return []
  }
}
