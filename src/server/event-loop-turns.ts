/**
 * Long work in pieces: between them the event loop answers others. With SQLite, awaiting the database alone is no such
 * pause, because it answers in the same turn.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work of one turn, ms; a caller waits at most this long for it. */
const TURN_MS = 10

/** Returns a function to call after each small piece of the work: it pauses when the present turn was long enough. */
export function eventLoopTurns(): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < TURN_MS) return
    await nextTurn()
    began = performance.now()
  }
}
