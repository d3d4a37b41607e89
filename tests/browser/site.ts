/** The built site and its server as a process of their own, with data that lasts as long as the test wants. */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sandboxEnv } from '../runner/env.ts'
import { WAIT_MS } from './wait-limit.ts'
import { z } from 'zod'

const STOP_MS = 15_000

export interface Site {
  /** `http://127.0.0.1:40123`, without a slash at the end. */
  readonly url: string
  readonly dataDir: string
  /** Ends the server and removes its data. */
  close: () => Promise<void>
}

/** A site whose server is a process of its own, for tests that end it in the middle of work or read what it prints. */
export interface SiteProcess extends Site {
  /** Everything the server has printed since the last start. */
  output: () => string
  /** Ends the process without warning, as a power cut would. */
  kill: () => Promise<void>
  /** Starts it again on the same data and port, after `kill` or while it runs; with other settings where some are given. */
  restart: (env?: Record<string, string>) => Promise<void>
}

/** The process of a site that was begun as `killable`. */
export function processOf(site: Site): SiteProcess {
  if (!('kill' in site)) throw new Error('This site is not a process of its own: begin it with { killable: true }')
  return site as SiteProcess
}

export interface SiteOptions {
  /** Further settings of the server. */
  env?: Record<string, string>
  /** A folder of data to begin with a copy of. */
  from?: string | undefined
  /** Kept when given; otherwise a folder of its own that `close` removes. */
  dataDir?: string
  /** In browser tests: the server is a process of its own (`processOf`). */
  killable?: boolean
}

const END_WITH_PARENT = pathToFileURL(resolve(import.meta.dirname, 'end-with-parent.ts')).href
const SETTINGS = { HOST: '127.0.0.1', LOG_LEVEL: 'error', CALLS_PER_MINUTE: '100000' }

interface Running {
  child: ChildProcess
  url: string
  output: () => string
  ended: Promise<void>
}

function launchServer(env: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, 'src/programs/server/main.ts'], {
    env: { ...sandboxEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const ended = new Promise<void>((done) => child.on('close', () => done()))
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail(new Error(`The server did not start within ${WAIT_MS / 1000} s\n${text}`))
    }, WAIT_MS)
    const read = (chunk: Buffer): void => {
      text += chunk.toString('utf8')
      const url = /Ready on (http:\/\/[^\s]+)/.exec(text)?.[1]
      if (!url) return
      clearTimeout(timer)
      done({ child, url: url.replace('localhost', '127.0.0.1'), output: () => text, ended })
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('error', fail)
    child.on('exit', (code) => {
      clearTimeout(timer)
      fail(new Error(`The server ended with ${code} before it was ready\n${text}`))
    })
  })
}

async function stop({ child, ended }: Running, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(timer)
}

/** A folder of data and what a server over `dist` needs, which needs a build (`npm run build`). */
function prepare({ env = {}, from, dataDir: given }: SiteOptions) {
  if (!existsSync('dist')) throw new Error('There is no build in dist: run npm run build first')
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'youfang-'))
  if (from !== undefined) cpSync(from, dataDir, { recursive: true })
  const remove = (): void => {
    if (given === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  return { dataDir, settings: { ...SETTINGS, OUT_DIR: resolve('dist'), DATA_DIR: dataDir, ...env }, remove }
}

/** Starts a server over `dist` in the sandbox as a process of its own, on a free port. */
export async function startSite(options: SiteOptions = {}): Promise<SiteProcess> {
  const { dataDir, settings, remove } = prepare(options)
  let running = await launchServer({ PORT: '0', ...settings })
  const { url } = running
  const { port } = new URL(url)
  return {
    url,
    dataDir,
    output: () => running.output(),
    kill: () => stop(running, 'SIGKILL'),
    restart: async (changed = {}) => {
      await stop(running, 'SIGTERM')
      running = await launchServer({ ...settings, PORT: port, ...changed })
    },
    close: async () => {
      await stop(running, 'SIGTERM')
      remove()
    },
  }
}

/** Fills the demo account in a folder, whole or not at all: that takes many times as long as a start. Needs no build. */
export async function fillDemo(folder: string): Promise<void> {
  const filling = mkdtempSync(`${folder}-`)
  const server = await launchServer({ ...SETTINGS, PORT: '0', OUT_DIR: join(filling, 'none'), DATA_DIR: filling })
  await stop(server, 'SIGTERM')
  renameSync(filling, folder)
}

/** What a worker asks of its host: to begin the site of this number with settings, or to end it. */
export const Asked = z.object({ id: z.number(), begin: z.record(z.string(), z.string()).optional() })
export type Asked = z.infer<typeof Asked>

export const Answered = z.object({ id: z.number(), port: z.number().optional(), failed: z.string().optional() })
export type Answered = z.infer<typeof Answered>

interface Host {
  child: ChildProcess
  /** Whoever waits for the answer about a site. */
  waiting: Map<number, (answered: Answered) => void>
}

const worker: { host?: Host; sites: number } = { sites: 0 }

/** The process that holds this worker's sites: made for the first, ended with the worker. */
function hostOfWorker(): Host {
  if (worker.host) return worker.host
  const child = fork(resolve(import.meta.dirname, 'site-host.ts'), {
    execPath: process.execPath,
    execArgv: ['--import', END_WITH_PARENT],
    env: sandboxEnv(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const host: Host = { child, waiting: new Map() }
  child.on('message', (message) => {
    const answered = Answered.parse(message)
    host.waiting.get(answered.id)?.(answered)
  })
  child.on('exit', (code, signal) => {
    delete worker.host
    for (const [id, end] of host.waiting) end({ id, failed: `the host of sites ended: ${code ?? signal}` })
  })
  // It is no reason for the worker to live on.
  child.unref()
  child.channel?.unref()
  worker.host = host
  return host
}

async function ask(asked: Asked): Promise<Answered> {
  const { child, waiting } = hostOfWorker()
  const answered = await new Promise<Answered>((done) => {
    waiting.set(asked.id, done)
    child.send(asked)
  })
  waiting.delete(asked.id)
  if (answered.failed !== undefined) throw new Error(answered.failed)
  return answered
}

/** The same in the process that holds all sites of this worker: begun sooner, for it is warm. */
export async function hostedSite(options: SiteOptions = {}): Promise<Site> {
  const { dataDir, settings, remove } = prepare(options)
  const id = ++worker.sites
  const { port } = await ask({ id, begin: { PORT: '0', ...settings } })
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    close: async () => {
      await ask({ id })
      remove()
    },
  }
}
