/** Writes `.br` and `.gz` beside every text file of the site, so that serving needs no processor time for compression. */
import { readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { now } from '../../lib/days/clock.ts'

const PAGE = /\.html$/
const TEXT = /\.(html|css|js|mjs|svg|json|xml|txt|webmanifest)$/
const SMALLEST = 128
const THREADS = Math.min(4, availableParallelism())
/** Files that a thread is given in one batch. */
const BATCH = 64
/** A file unchanged for this long, ms, is most likely complete; the last round checks again. */
const SETTLED = 1000
/** Interval between two looks for new files, ms. */
const LOOK = 2000

export interface Compressing {
  /**
   * Compresses what is left and what was changed since. Returns how many files have copies. Throws the first failure of
   * the whole run.
   */
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

/** Starts immediately, with one thread, and compresses the pages below `root` as they appear; `root` need not exist yet. */
export function startCompressing(root: string): Compressing {
  /** Time and length of each file before it was read: a file that is written again has other ones. */
  const done = new Map<string, string>()
  const first = startThread()
  const stop = new AbortController()

  /** Those of `files` that need copies, if they are all older than `before`, ms. */
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
      // Only pages: other files may be rewritten or moved later in the build.
      await go(
        first,
        due(
          filesLike(PAGE, root).filter((file) => !done.has(file)),
          now() - SETTLED,
        ),
        goOn,
      )
      await wait(LOOK, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  }
  // The error is stored until someone asks for it: an unhandled rejection would end the build without a message.
  const running = along().then(
    () => undefined,
    (error: unknown) => ({ error }),
  )

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

/** Compresses all existing files. Returns how many. */
export const precompress = (root: string): Promise<number> => startCompressing(root).finish()

/** None where the folder does not exist yet, or one disappears while it is read. Astro's own files begin with a dot. */
function filesLike(pattern: RegExp, root: string): string[] {
  try {
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
    return names.filter((name) => pattern.test(name) && !/(^|[\\/])\./.test(name)).map((name) => join(root, name))
  } catch {
    return []
  }
}
