/** The real server as a process that is killed and restarted. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createServer as createSocket } from 'node:net'
import { join } from 'node:path'
import { sandboxEnv } from '../runner/env.ts'

/** A port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((done) => {
    const socket = createSocket().listen(0, '127.0.0.1', () => {
      const address = socket.address()
      socket.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** The server as a process, restarted with a later clock each time, so that leases of dead processes have expired. */
export class KillableProcess {
  readonly #port: number
  readonly #dataDir: string
  #child: ChildProcess | undefined
  readonly #settings: Record<string, string>
  #offset = 0
  kills = 0
  constructor(port: number, dataDir: string, settings: Record<string, string> = {}) {
    this.#port = port
    this.#dataDir = dataDir
    this.#settings = settings
  }
  get pid(): number {
    return this.#child?.pid ?? 0
  }
  /** Has it ended, by itself or not? */
  get ended(): boolean {
    return this.#child?.exitCode !== null || this.#child.signalCode !== null
  }
  start(): Promise<void> {
    const env = {
      ...sandboxEnv(),
      PORT: String(this.#port),
      HOST: '127.0.0.1',
      DATA_DIR: this.#dataDir,
      DEMO: '0',
      OUT_DIR: join(this.#dataDir, 'dist'),
      LOG_LEVEL: 'silent',
      CALLS_PER_MINUTE: '100000',
      SANDBOX_CLOCK_OFFSET: String(this.#offset),
      ...this.#settings,
    }
    const child = spawn(process.execPath, ['src/programs/server/main.ts'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child = child
    return new Promise((done, fail) => {
      child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('Ready on') && done())
      child.on('error', fail)
      child.on('exit', (code) => code !== null && code !== 0 && fail(new Error(`the server ended with ${code}`)))
    })
  }
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (!child || this.ended) return Promise.resolve()
    return new Promise((done) => {
      child.on('close', () => done())
      child.kill(signal)
    })
  }
  /** The clock of the next start is `later` ms further ahead. */
  moveClock(later: number): void {
    this.#offset += later
  }
  /** Is killed, and restarts with a clock `later` ms ahead. */
  async again(later: number): Promise<void> {
    await this.end('SIGKILL')
    this.moveClock(later)
    this.kills++
    await this.start()
  }
}

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
