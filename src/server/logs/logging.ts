/** Logs hold what operators need and no personal data: no payload, no token, no code, no account. */
import { hostname } from 'node:os'
import { pino, type DestinationStream, type Logger } from 'pino'
import { now } from '../../lib/days/clock.ts'
import { dailyLog } from './log-files.ts'
import { logContext, type CallAnswer } from './log-context.ts'
import { LogLineBudget } from './log-line-budget.ts'

/**
 * The one query value that may be logged. Found by itself: parsing the whole query again would cost each call a few per
 * cent.
 */
const LOGGED = /[?&]lang=([^&]{0,8})/

const SECRET_KEYS = [
  'token',
  'code',
  'secret',
  'password',
  'account',
  'mobile',
  'email',
  'to',
  'idNumber',
  'id_number',
  'name',
  'authorization',
  'unique',
  'payload',
  'parameters',
  'detail',
  'cause',
]

/** Facts of a request for its line; of `url` only the path and the language are written. */
interface AnsweredRequest {
  /** Network address of the sender: only counted, never written. */
  ip: string
  id: string
  method: string
  url: string
  status: number
  /** From the first byte to the answer. */
  ms: number
  /** Of a call: its envelope, who called, and which records it was about. */
  answer: CallAnswer | null
}
export type LogRequest = (request: AnsweredRequest) => void

export interface Logs {
  /** General logger: searches what it is given for secrets. */
  log: Logger
  /**
   * Writes the line of each request. Its fields are chosen here, so they are not searched: that would cost half the
   * throughput.
   */
  logRequest: LogRequest
}

/** Characters of lines that are written in one batch: each write wakes another thread, which a call waits for. */
const TOGETHER = 64 * 1024

/**
 * Lines are written in batches, four times a second or when there are many; the rest is written when the process ends.
 * They are collected here: pino's own destination counts the bytes of everything collected at every line, which takes
 * longer than a short call.
 */
export function collectLines(
  out: DestinationStream,
  together = TOGETHER,
  everyMs = 250,
): DestinationStream & { flush: () => void } {
  let lines = ''
  const flush = (): void => {
    if (lines === '') return
    const written = lines
    lines = ''
    out.write(written)
  }
  setInterval(flush, everyMs).unref()
  return {
    flush,
    write: (line) => {
      lines += line
      if (lines.length >= together) flush()
    },
  }
}

const ofProcess: { stdout?: DestinationStream } = {}

/** One for all servers of this process, so that their lines come whole. */
const stdout = (): DestinationStream => (ofProcess.stdout ??= openStdout())

function openStdout(): DestinationStream {
  const out = pino.destination({ dest: 1, sync: false })
  const lines = collectLines(out)
  process.on('exit', () => {
    lines.flush()
    out.flushSync()
  })
  return lines
}

/** Standard output and the daily files. */
const outAndFiles = (folder: string, mostBytes: number): DestinationStream => {
  const [out, files] = [stdout(), collectLines(dailyLog(folder, mostBytes))]
  // Before the file's own listener, which writes what it was given.
  process.prependListener('exit', files.flush)
  return {
    write: (line) => {
      out.write(line)
      files.write(line)
    },
  }
}

export interface LogSettings {
  logLevel: string
  /** Folder of the log files. */
  logDir: string
  /** Of all log files together. */
  logBytes: number
}

/** JSON loggers on standard output and in the log files, or into `destination`. */
export function createLogs({ logLevel, logDir, logBytes }: LogSettings, destination?: DestinationStream): Logs {
  return logsInto(logLevel, destination ?? (logLevel === 'silent' ? stdout() : outAndFiles(logDir, logBytes)))
}

function logsInto(level: string, destination: DestinationStream): Logs {
  const log = pino(
    {
      level,
      base: PROCESS,
      mixin: fieldsOfContext,
      serializers: { err: safeError, error: safeError },
      redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
    },
    destination,
  )
  return { log, logRequest: log.isLevelEnabled('info') ? requestLines(destination) : () => undefined }
}

/** Which of several processes wrote a line. */
export const PROCESS = { pid: process.pid, hostname: hostname() }
const LINE_HEAD = '{"level":30,"time":'
const LINE_PROCESS = `,"pid":${PROCESS.pid},"hostname":${JSON.stringify(PROCESS.hostname)}`

/** Lines name the request or the job that wrote them. */
function fieldsOfContext(): object {
  const context = logContext()
  if (!context) return {}
  const trace = context.span && { trace: context.span.spanContext().traceId }
  return context.request === undefined
    ? { job: context.job, jobId: context.jobId, ...trace }
    : { request: context.request, ...trace }
}

/** Ids and codes are our own, so nothing in them needs quoting. */
function ofCall(answer: CallAnswer | null): string {
  if (!answer) return ''
  const account = answer.account === undefined ? '' : `,"account":"${answer.account}"`
  return `,"envelope":${answer.status},"code":${JSON.stringify(answer.code)}${account},"ids":${JSON.stringify(answer.ids)}`
}

/** Lines in pino's format, built by hand: a logger takes several times as long, and every call writes one. */
function requestLines(destination: DestinationStream): LogRequest {
  const budget = new LogLineBudget(({ lines, addresses }) => {
    destination.write(
      `{"level":40,"time":${now()},"lines":${lines},"addresses":${addresses},"msg":"request lines left out"}\n`,
    )
  })
  return ({ ip, id, method, url, status, ms, answer }) => {
    const { path, query } = safeAddress(url)
    const asked = query === undefined ? '' : `,"query":${JSON.stringify(query)}`
    const line = `${LINE_HEAD}${now()}${LINE_PROCESS},"id":"${id}","method":"${method}","path":${JSON.stringify(path)}${asked},"status":${status},"ms":${ms}${ofCall(answer)},"msg":"request"}\n`
    if (budget.allows(ip, line.length)) destination.write(line)
  }
}

/** An error of our own whose message holds no personal data and may be logged. */
export class LoggedFault extends Error {
  override name = 'Fault'
}

/**
 * An error as a log may hold it: name, driver code and stack frames. A driver's message quotes values
 * ("Key (email)=(…) already exists"), so only the messages of `Fault` are kept.
 */
function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim())
  // Not `name` and `code`: those keys are redacted, because elsewhere in the logs they are a person's.
  return { type: error.name, ...(error instanceof LoggedFault ? { message: error.message } : {}), errno: code, frames }
}

/** Path and allow-listed query values of a request, for its log line. Path parts that look like keys are kept out. */
function safeAddress(url: string): { path: string; query?: Record<string, string> } {
  const cut = url.indexOf('?')
  const path = masked(cut < 0 ? url : url.slice(0, cut))
  if (cut < 0) return { path }
  const lang = LOGGED.exec(url)?.[1]
  return { path, query: lang === undefined ? {} : { lang } }
}

/** Cache of paths with nothing to redact: above all those of calls, which occur again and again. */
const withoutSensitiveText = new Set<string>()
const MOST_HARMLESS = 1000

/** Characters of a path in its line. */
const LONGEST_PATH = 200

function masked(path: string): string {
  if (withoutSensitiveText.has(path)) return path
  // Masked before it is cut: the beginning of a key must not be left at the end.
  const all = path.replace(/[^/]{17,}/g, '*')
  if (all.length > LONGEST_PATH) return `${all.slice(0, LONGEST_PATH)}…`
  if (all === path && path.length <= 100 && withoutSensitiveText.size < MOST_HARMLESS) withoutSensitiveText.add(path)
  return all
}
