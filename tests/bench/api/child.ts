/** A process of the bench that answers each message with one message. */
import { fork, type ChildProcess } from 'node:child_process'

export class Child<In extends string | object, Out> {
  readonly #process: ChildProcess
  readonly #file: string
  constructor(file: string, args: readonly string[] = []) {
    this.#file = file
    this.#process = fork(file, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  }

  /** The next message. */
  hear(): Promise<Out> {
    return new Promise((done, fail) => {
      const ended = (): void => fail(new Error(`${this.#file} ended`))
      this.#process.once('exit', ended)
      this.#process.once('message', (message) => {
        this.#process.off('exit', ended)
        done(message as Out)
      })
    })
  }

  ask(message: In): Promise<Out> {
    const heard = this.hear()
    this.#process.send(message)
    return heard
  }

  /** Waits for its end, so that what it leaves can be removed. */
  end(): Promise<void> {
    return new Promise((done) => {
      if (this.#process.exitCode !== null) return done()
      this.#process.once('exit', () => done())
      this.#process.kill('SIGTERM')
    })
  }
}

/** In a server: reports the CPU time it has used, µs, when asked; and ends with its parent. */
export function answerCpu(): void {
  process.once('disconnect', () => process.exit(0))
  process.on('message', (message) => {
    if (message !== 'cpu') return
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
}
