/** Many files, a few at a time, with a line now and then for whoever waits. */
import { now } from '../../lib/days/clock.ts'

/** Node reads and writes files with four threads; of an object store, as many answers are waited for. */
const TOGETHER = 4
const LINE_EVERY_MS = 5_000

export async function forEach<T>(items: Iterable<T>, act: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); next.done !== true; next = rest.next()) await act(next.value)
  }
  await Promise.all(Array.from({ length: TOGETHER }, worker))
}

/** To be called after each of `total`. */
export function createProgress(print: (line: string) => void, what: string, total: number): () => void {
  let done = 0
  let last = now()
  return () => {
    done++
    if (done < total && now() - last < LINE_EVERY_MS) return
    last = now()
    print(`${what}: ${done} of ${total}`)
  }
}
