/** Starts the re-encoding process, streams the file through it, and reads its output. Nothing is buffered in between. */
import { spawn, type ChildProcessWithoutNullStreams, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Incoming } from '../files/encrypted-file.ts'
import { Head, HEAD_LENGTH } from './remake-protocol.ts'
import { lengthReader, type LengthReader } from './read-by-length.ts'
import { refuseFile, ProcessStopped } from './intake-refusal.ts'
import type { Kind } from './detect-file-type.ts'
import { readFile } from 'node:fs/promises'

/**
 * Beyond this it is a bomb: honest pictures of 15 MiB took under 2 s and 180 MB, honest PDFs, which are drawn twice, 10
 * s and 240 MB.
 */
const PROCESS_LIMITS = { seconds: 60, workSeconds: 20 }
const MOST_BYTES: Readonly<Record<Kind, number>> = { pdf: 360_000_000, jpeg: 280_000_000, png: 280_000_000 }
const ROOT = join(import.meta.dirname, '../../..')
/**
 * One thread, small heaps, read access to our own program only, since our data may lie beside it. Native add-ons are
 * allowed: the decoder is one.
 */
const FLAGS = [
  '--permission',
  ...['src', 'node_modules', 'package.json'].map((it) => `--allow-fs-read=${join(ROOT, it)}`),
  '--allow-addons',
  '--disable-warning=SecurityWarning',
  '--disable-warning=ExperimentalWarning',
  '--max-old-space-size=128',
  '--max-semi-space-size=1',
]
/** glibc otherwise keeps a heap for each thread. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1', VIPS_CONCURRENCY: '1' }

/** The log holds the error's name and not its text. */
class RemakeProcessFailed extends Error {
  override name = 'RemakeProcessFailed'
}

const CLOSED = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']

export interface RemadeFile {
  pages: number
  mime: 'image/jpeg' | 'application/pdf'
  file: AsyncIterable<Uint8Array>
  /** The thumbnail's bytes, which must be read after `file`. */
  thumb: AsyncIterable<Uint8Array> | null
}

/**
 * Re-encodes a file and passes it to `take`, which reads it to its end. Throws `Refusal` with a code of `IntakeCode`.
 * A process that dies of a file means that the file is refused; one that cannot be started is our own failure.
 */
export async function remakeInProcess<T>(
  kind: Kind,
  { size, stream }: Pick<Incoming, 'size' | 'stream'>,
  take: (made: RemadeFile) => Promise<T>,
): Promise<T> {
  const child = spawn(
    process.execPath,
    [...FLAGS, join(import.meta.dirname, 'remake-process.ts'), kind, String(size)],
    { cwd: ROOT, env: ENVIRONMENT, stdio: 'pipe' },
  )
  const unwatch = limitProcess(child, { ...PROCESS_LIMITS, bytes: MOST_BYTES[kind] })
  try {
    await once(child, 'spawn')
    const handed = sendToProcess(stream(), child.stdin)
    const ended = processFailure(child)
    const out = lengthReader(child.stdout)
    const head = await readHead(out)
    if (head && !head.ok) refuseFile(head.code)
    const done =
      head &&
      (await take({
        pages: head.pages,
        mime: kind === 'pdf' ? 'application/pdf' : 'image/jpeg',
        file: out.take(head.file),
        thumb: head.thumb > 0 ? out.take(head.thumb) : null,
      }))
    const failure = await handed
    if (failure) throw failure
    if (done !== undefined) return done
    const fault = await ended
    if (fault !== undefined) throw new RemakeProcessFailed(fault)
    throw new ProcessStopped(kind)
  } finally {
    unwatch()
    child.kill('SIGKILL')
  }
}

/** The error of reading our own bytes, if any. A process that has read enough closes its input; then its answer counts. */
function sendToProcess(source: AsyncIterable<Uint8Array>, to: Writable): Promise<Error | undefined> {
  return pipeline(Readable.from(source, { objectMode: false }), to).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => (CLOSED.includes(error.code ?? '') ? undefined : error),
  )
}

/**
 * A process that exits with a code failed by itself: its output tells why. One killed by us or by a native fault died
 * of its file.
 */
async function processFailure(child: ChildProcessWithoutNullStreams): Promise<string | undefined> {
  const [said] = await Promise.all([text(child.stderr), new Promise((resolve) => child.once('close', resolve))])
  return child.exitCode ? said.slice(0, 1000) : undefined
}

async function readHead(out: LengthReader): Promise<Head | undefined> {
  const length = await out.all(HEAD_LENGTH)
  const head = length && (await out.all(length.readUInt32BE()))
  return head && Head.parse(JSON.parse(head.toString()))
}

/** The check of a file; tests replace it by a slow one. */
export type RemakeFile = typeof remakeInProcess

const CHECK_INTERVAL = 20
const PAGE = 4096

/** Linux counts the time of processes in these units on every machine. */
const TICKS_PER_SECOND = 100

interface ProcessLimits {
  seconds: number
  /** CPU time: on a busy machine the same work takes longer by the clock. */
  workSeconds: number
  bytes: number
}

/**
 * Ends a process that exceeds its limits of time, CPU time or memory: what a decompression bomb unpacks is outside of
 * every heap that Node limits. Memory and CPU time are read where there is a /proc (Linux); elsewhere only the time is
 * limited. Returns how to stop watching.
 */
function limitProcess(child: ChildProcess, most: ProcessLimits): () => void {
  const end = (): void => void child.kill('SIGKILL')
  const limit = setTimeout(end, most.seconds * 1000)
  const look = setInterval(() => {
    void readFile(`/proc/${child.pid}/stat`, 'utf8').then(
      (stat) => {
        // After the name in brackets, which may contain anything: fields 12 and 13 are user and system time.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        if (Number(fields[11]) + Number(fields[12]) > most.workSeconds * TICKS_PER_SECOND) end()
      },
      () => undefined,
    )
    void readFile(`/proc/${child.pid}/statm`, 'utf8').then(
      (stat) => {
        if (Number(stat.split(' ')[1]) * PAGE > most.bytes) end()
      },
      () => clearInterval(look),
    )
  }, CHECK_INTERVAL)
  return () => {
    clearTimeout(limit)
    clearInterval(look)
  }
}
