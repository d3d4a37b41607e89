/** A line between the server and what it depends on: passes bytes, passes them late, or is cut. */
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'

export class Line {
  readonly #to: NetConnectOpts
  readonly #open = new Set<Socket>()
  readonly #server: Server
  #cut = false
  #delayMs = 0
  port = 0

  private constructor(to: NetConnectOpts) {
    this.#to = to
    this.#server = createServer((near) => {
      if (this.#cut) return void near.resetAndDestroy()
      const far = connect(this.#to)
      for (const [from, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#open.add(from)
        let last = 0
        from.on('data', (bytes) => {
          // Never before an earlier piece.
          last = Math.max(last, performance.now() + this.#delayMs)
          const wait = last - performance.now()
          if (wait <= 0) other.write(bytes)
          else setTimeout(() => other.write(bytes), wait)
        })
        from.on('error', () => other.destroy())
        from.on('close', () => {
          this.#open.delete(from)
          other.destroy()
        })
      }
    })
  }

  static async to(to: NetConnectOpts): Promise<Line> {
    const line = new Line(to)
    await new Promise<void>((done) => line.#server.listen(0, '127.0.0.1', done))
    const address = line.#server.address()
    line.port = typeof address === 'object' && address ? address.port : 0
    return line
  }

  /** Connections end, and new ones are refused. */
  cut(): void {
    this.#cut = true
    for (const socket of this.#open) socket.resetAndDestroy()
  }

  /** Each piece of each direction comes so much later, ms. */
  slow(delayMs: number): void {
    this.#delayMs = delayMs
  }

  mend(): void {
    this.#cut = false
    this.#delayMs = 0
  }

  close(): Promise<void> {
    for (const socket of this.#open) socket.destroy()
    return new Promise((done) => this.#server.close(() => done()))
  }
}
