/** The built site and its server as a process of their own, with data that lasts as long as the test wants. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sandboxEnv } from '../runner/env.ts'

const START_MS = 120_000
const STOP_MS = 15_000

export interface Site {
  /** `http://127.0.0.1:40123`, without a slash at the end. */
  readonly url: string
  readonly dataDir: string
  /** Everything the server has printed since the last start. */
  output: () => string
  /** Ends the process without warning, as a power cut would. */
  kill: () => Promise<void>
  /** Starts it again on the same data and port, after `kill` or while it runs; with other settings where some are given. */
  restart: (env?: Record<string, string>) => Promise<void>
  /** Ends the process and removes its data. */
  close: () => Promise<void>
}

export interface SiteOptions {
  /** Further settings of the server. */
  env?: Record<string, string>
  /** A folder of data to begin with a copy of. */
  from?: string | undefined
  /** Kept when given; otherwise a folder of its own that `close` removes. */
  dataDir?: string
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
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, 'src/server/main.ts'], {
    env: { ...sandboxEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const ended = new Promise<void>((done) => child.on('close', () => done()))
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail(new Error(`The server did not start within ${START_MS / 1000} s\n${text}`))
    }, START_MS)
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

/** Starts the server over `dist` in the sandbox, on a free port. Needs a build (`npm run build`). */
export async function startSite({ env = {}, from, dataDir: given }: SiteOptions = {}): Promise<Site> {
  if (!existsSync('dist')) throw new Error('There is no build in dist: run npm run build first')
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'youfang-'))
  if (from !== undefined) cpSync(from, dataDir, { recursive: true })
  const settings = { ...SETTINGS, OUT_DIR: resolve('dist'), DATA_DIR: dataDir, ...env }
  let running = await launchServer({ PORT: '0', ...settings })
  const port = new URL(running.url).port
  const url = running.url
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
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
