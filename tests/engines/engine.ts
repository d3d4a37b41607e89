/** What a walk needs of a browser of any engine; and how a browser's processes are started and ended. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

export interface Engine {
  readonly name: string
  /** Opens an address and waits until the page has loaded. */
  go(url: string): Promise<void>
  /** Evaluates an expression in the page and returns its value, which must be JSON; a promise is awaited. */
  run<T>(expression: string): Promise<T>
  /** Performs W3C actions of a mouse or keyboard: the same for WebDriver and BiDi. */
  act(actions: readonly object[]): Promise<void>
  /** Chooses files of this machine in a file field. */
  choose(selector: string, files: readonly string[]): Promise<void>
  /** A PNG of the window. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

const WAIT_MS = 60_000
const STEP_MS = 100
const pause = (): Promise<void> => new Promise((done) => setTimeout(done, STEP_MS))

/** Polls until there is an answer. A page that is navigating answers nothing, which is not a failure yet. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | null | false>): Promise<T> {
  const giveUp = Date.now() + WAIT_MS
  let last: unknown
  while (Date.now() < giveUp) {
    const answer = await ask().catch((error: unknown) => {
      last = error
    })
    if (answer) return answer
    await pause()
  }
  throw new Error(`${what}: not within ${WAIT_MS / 1000} s${last instanceof Error ? ` (${last.message})` : ''}`)
}

/** What still runs: a run that is stopped takes its browsers with it. */
const started = new Set<ChildProcess>()
process.on('exit', () => started.forEach(end))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** A program in its own process group, so that its children end with it. */
export function start(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  output: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', output, 'ignore'],
    env: { ...process.env, ...env },
  })
  started.add(child)
  return child.once('exit', () => started.delete(child))
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

export function end(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return
  try {
    // A screen that is killed would leave its number taken.
    process.kill(-child.pid, child.spawnfile === 'Xvfb' ? 'SIGTERM' : 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** A virtual screen, on a number that it finds free itself. */
export async function startScreen(): Promise<{ display: string; screen: ChildProcess }> {
  const screen = start('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {}, 'pipe')
  let told = ''
  screen.stdout?.on('data', (chunk: Buffer) => (told += chunk.toString()))
  const number = await until('the screen', () => Promise.resolve(/^\d+(?=\n)/.exec(told)?.[0]))
  return { display: `:${number}`, screen }
}
